/// A point on the earth, in degrees.
package struct Coordinates: Codable, Sendable, Equatable, Hashable {
    /// North is positive; from -90 to 90.
    package var lat: Double
    /// East is positive; from -180 to 180.
    package var lon: Double

    /// Names a point.
    package init(lat: Double, lon: Double) {
        self.lat = lat
        self.lon = lon
    }
}

/// Somewhere to go.
package struct Place: Codable, Sendable, Equatable {
    /// Its name, 1 to 200 characters.
    package var name: String
    /// North is positive; from -90 to 90.
    package var lat: Double
    /// East is positive; from -180 to 180.
    package var lon: Double
    /// Where one really goes in; the route ends there.
    package var door: Coordinates?
    /// What somebody wrote about it.
    package var note: String?

    /// Names a place.
    package init(
        name: String, lat: Double, lon: Double, door: Coordinates? = nil, note: String? = nil
    ) {
        self.name = name
        self.lat = lat
        self.lon = lon
        self.door = door
        self.note = note
    }

    /// Where a route to it ends.
    package var end: Coordinates { door ?? Coordinates(lat: lat, lon: lon) }
}

/// A place that somebody saved.
package struct Pin: Codable, Sendable, Equatable {
    /// Its id.
    package var id: PlaceID
    /// The place.
    package var place: Place
    /// The trip that it belongs to, in the person's words.
    package var trip: String?
    /// The companion who provided it.
    package var provider: String?

    /// Describes a pin.
    package init(id: PlaceID, place: Place, trip: String? = nil, provider: String? = nil) {
        self.id = id
        self.place = place
        self.trip = trip
        self.provider = provider
    }
}

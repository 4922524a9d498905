package import Messages

extension Place {
    /// The longest name, in Unicode scalars, which bounds its bytes too.
    private static let longestName = 200
    /// The longest note, in Unicode scalars: a state that names two places stays one message.
    private static let longestNote = 2_000

    /// Refuses a place that nobody can go to (N8).
    ///
    /// - Parameter holder: The field that the place stands in; nil where its own fields are at the
    ///   top.
    /// - Throws: A `Problem` of type `invalid` that names the field.
    package func check(in holder: String? = nil) throws(Problem) {
        func refuse(_ field: String, _ title: String) -> Problem {
            Problem(.invalid, title, field: holder.map { "\($0).\(field)" } ?? field)
        }
        guard !name.isEmpty, name.unicodeScalars.count <= Self.longestName else {
            throw refuse("name", "a name has 1 to 200 characters")
        }
        guard note.map({ $0.unicodeScalars.count <= Self.longestNote }) ?? true else {
            throw refuse("note", "a note has at most 2000 characters")
        }
        let point = Coordinates(lat: lat, lon: lon)
        guard point.hasLatitude else { throw refuse("lat", Coordinates.latitudeRule) }
        guard point.hasLongitude else { throw refuse("lon", Coordinates.longitudeRule) }
        guard let door else { return }
        guard door.hasLatitude else { throw refuse("door.lat", Coordinates.latitudeRule) }
        guard door.hasLongitude else { throw refuse("door.lon", Coordinates.longitudeRule) }
    }
}

extension Coordinates {
    static let latitudeRule = "a latitude is a number from -90 to 90"
    static let longitudeRule = "a longitude is a number from -180 to 180"

    /// Whether the latitude is one; a comparison with NaN is false.
    var hasLatitude: Bool { lat >= -90 && lat <= 90 }
    /// Whether the longitude is one; a comparison with NaN is false.
    var hasLongitude: Bool { lon >= -180 && lon <= 180 }
    /// Whether this is a point of the earth.
    var isOnEarth: Bool { hasLatitude && hasLongitude }
}

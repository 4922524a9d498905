/// Saves a place; answered by `PinsAdded`.
package struct PinsAdd: Message {
    package static let type = "pins.add"

    /// The place; its fields stand at the top on the wire.
    package var place: Place
    /// The trip that it belongs to.
    package var trip: String?

    enum CodingKeys: String, CodingKey {
        case trip
    }

    /// Asks.
    package init(place: Place, trip: String? = nil) {
        self.place = place
        self.trip = trip
    }

    package init(from decoder: any Decoder) throws {
        place = try Place(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        trip = try container.decodeIfPresent(String.self, forKey: .trip)
    }

    package func encode(to encoder: any Encoder) throws {
        try place.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(trip, forKey: .trip)
    }
}

/// A place has been saved.
package struct PinsAdded: Message {
    package static let type = "pins.added"

    /// The new pin.
    package var pin: Pin

    /// Answers.
    package init(pin: Pin) {
        self.pin = pin
    }
}

/// Asks for the pins; answered by `PinsListed`.
package struct PinsList: Message {
    package static let type = "pins.list"

    /// Asks.
    package init() {}
}

/// The pins, the newest last.
package struct PinsListed: Message {
    package static let type = "pins.listed"

    /// The newest pins, as many as one message holds.
    package var pins: [Pin]
    /// How many older ones are left out; absent where all are here.
    package var omitted: Int?

    /// Answers.
    package init(pins: [Pin], omitted: Int? = nil) {
        self.pins = pins
        self.omitted = omitted
    }
}

/// Forgets a pin; answered by `PinsRemoved`.
package struct PinsRemove: Message {
    package static let type = "pins.remove"

    /// The pin.
    package var pin: PlaceID

    /// Asks.
    package init(pin: PlaceID) {
        self.pin = pin
    }
}

/// A pin is gone.
package struct PinsRemoved: Message {
    package static let type = "pins.removed"

    /// The pin.
    package var pin: PlaceID

    /// Answers.
    package init(pin: PlaceID) {
        self.pin = pin
    }
}

/// "Go here on foot": offers a pin; answered by `OfferAnswer`.
package struct PinsWalk: Message {
    package static let type = "pins.walk"

    /// The pin.
    package var pin: PlaceID

    /// Asks.
    package init(pin: PlaceID) {
        self.pin = pin
    }
}

/// Asks for the places of all guides; answered by `GuidesListed`.
package struct GuidesList: Message {
    package static let type = "guides.list"

    /// Asks.
    package init() {}
}

/// The places of all guides.
package struct GuidesListed: Message {
    package static let type = "guides.listed"

    /// A saved list of places.
    package struct Guide: Codable, Sendable, Equatable {
        /// Its name.
        package var name: String
        /// Its places.
        package var places: [Pin]

        /// Describes a guide.
        package init(name: String, places: [Pin]) {
            self.name = name
            self.places = places
        }
    }

    /// The guides.
    package var guides: [Guide]

    /// Answers.
    package init(guides: [Guide]) {
        self.guides = guides
    }
}

/// Opens a preview of a guide's place; answered by `OfferAnswer` (N13).
package struct GuidesOpen: Message {
    package static let type = "guides.open"

    /// The place.
    package var place: PlaceID

    /// Asks.
    package init(place: PlaceID) {
        self.place = place
    }
}

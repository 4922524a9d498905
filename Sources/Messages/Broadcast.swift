/// The broadcast that the relay holds; as state topic and as reply.
package struct BroadcastState: Message {
    package static let type = "broadcast.state"

    /// Whether the broadcast is on air; nil until somebody has set it.
    package var onAir: Bool?
    /// Whether it has been asked to come to its end.
    package var wrapping: Bool

    enum CodingKeys: String, CodingKey {
        case onAir = "on_air"
        case wrapping
    }

    /// Describes the broadcast.
    package init(onAir: Bool? = nil, wrapping: Bool = false) {
        self.onAir = onAir
        self.wrapping = wrapping
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        onAir = try container.decodeIfPresent(Bool.self, forKey: .onAir)
        wrapping = try container.decode(Bool.self, forKey: .wrapping)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        // Not `encodeIfPresent`: nobody having set it yet is written as null (`wire.md`).
        try container.encode(onAir, forKey: .onAir)
        try container.encode(wrapping, forKey: .wrapping)
    }
}

/// Starts or ends the broadcast; answered by `BroadcastState`.
package struct BroadcastSet: Message {
    package static let type = "broadcast.set"

    /// The wanted value.
    package var onAir: Bool

    enum CodingKeys: String, CodingKey {
        case onAir = "on_air"
    }

    /// Asks.
    package init(onAir: Bool) {
        self.onAir = onAir
    }
}

/// Asks a running broadcast to come to its end; answered by `BroadcastState`.
package struct BroadcastWrapUp: Message {
    package static let type = "broadcast.wrap_up"

    /// Asks.
    package init() {}
}

/// What a person said, for the companion.
package struct CompanionHeard: Message {
    package static let type = "companion.heard"

    /// The face that heard it.
    package var face: String
    /// The words.
    package var text: String
    /// The dictation they came from.
    package var take: String

    /// Describes what was heard.
    package init(face: String, text: String, take: String) {
        self.face = face
        self.text = text
        self.take = take
    }
}

/// Whether a face's eye is lit, for the companion.
package struct CompanionWatching: Message {
    package static let type = "companion.watching"

    /// The face.
    package var face: String
    /// Whether its microphone and camera may be used.
    package var watching: Bool

    /// Describes the eye.
    package init(face: String, watching: Bool) {
        self.face = face
        self.watching = watching
    }
}

/// What a `solo_play` item asks for.
package enum SoloAction: String, Codable, Sendable {
    case stop
    case extend
}

/// What waits in the outbox, without what it says (`outbox.md`).
package enum OutboxKind: String, Codable, Sendable, CaseIterable {
    case soloPlay = "solo_play"
    case onAir = "on_air"
    case wrapUp = "wrap_up"
    case eye
    case heard
}

/// What an outbox item asks for: its kind and its body in one.
package enum OutboxRequest: Sendable, Equatable {
    case stop(SoloStop)
    case extend(SoloExtend)
    case onAir(Bool)
    case wrapUp
    case eye(watching: Bool)
    case heard(text: String, take: String)

    /// Its kind on the wire.
    package var kind: OutboxKind {
        switch self {
        case .stop, .extend: .soloPlay
        case .onAir: .onAir
        case .wrapUp: .wrapUp
        case .eye: .eye
        case .heard: .heard
        }
    }

    /// Its action, which only `solo_play` has.
    package var action: SoloAction? {
        switch self {
        case .stop: .stop
        case .extend: .extend
        case .onAir, .wrapUp, .eye, .heard: nil
        }
    }
}

/// One item as it is handed to the relay; the reply to a take.
package struct OutboxItem: Message {
    package static let type = "outbox.item"

    /// The face that asks, under whose name the relay passes it on (R7).
    package var source: String
    /// The item's id, which becomes the request's.
    package var id: RequestID
    /// What it asks for.
    package var request: OutboxRequest
    /// When it was put, on the face's clock.
    package var putAt: Seconds
    /// How long the taker has it to itself, in seconds (O7).
    package var lease: Seconds

    /// Describes an item on lease.
    package init(
        source: String, id: RequestID, request: OutboxRequest, putAt: Seconds, lease: Seconds
    ) {
        self.source = source
        self.id = id
        self.request = request
        self.putAt = putAt
        self.lease = lease
    }
}

extension OutboxItem {
    enum CodingKeys: String, CodingKey {
        case source
        case id
        case kind
        case action
        case body
        case putAt = "put_at"
        case lease
    }

    enum BodyKeys: String, CodingKey {
        case onAir = "on_air"
        case watching
        case text
        case take
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        source = try container.decode(String.self, forKey: .source)
        id = try container.decode(RequestID.self, forKey: .id)
        putAt = try container.decode(Seconds.self, forKey: .putAt)
        lease = try container.decode(Seconds.self, forKey: .lease)
        request = try Self.request(in: container)
    }

    private static func request(
        in container: KeyedDecodingContainer<CodingKeys>
    ) throws -> OutboxRequest {
        let kind = try container.decode(OutboxKind.self, forKey: .kind)
        if kind == .soloPlay {
            switch try container.decode(SoloAction.self, forKey: .action) {
            case .stop: return .stop(try container.decode(SoloStop.self, forKey: .body))
            case .extend: return .extend(try container.decode(SoloExtend.self, forKey: .body))
            }
        }
        let body = try container.nestedContainer(keyedBy: BodyKeys.self, forKey: .body)
        switch kind {
        case .soloPlay, .wrapUp: return .wrapUp
        case .onAir: return .onAir(try body.decode(Bool.self, forKey: .onAir))
        case .eye: return .eye(watching: try body.decode(Bool.self, forKey: .watching))
        case .heard:
            return .heard(
                text: try body.decode(String.self, forKey: .text),
                take: try body.decode(String.self, forKey: .take))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(source, forKey: .source)
        try container.encode(id, forKey: .id)
        try container.encode(request.kind, forKey: .kind)
        try container.encodeIfPresent(request.action, forKey: .action)
        try container.encode(putAt, forKey: .putAt)
        try container.encode(lease, forKey: .lease)
        switch request {
        case .stop(let stop): try container.encode(stop, forKey: .body)
        case .extend(let extend): try container.encode(extend, forKey: .body)
        case .onAir(let onAir):
            var body = container.nestedContainer(keyedBy: BodyKeys.self, forKey: .body)
            try body.encode(onAir, forKey: .onAir)
        case .wrapUp: _ = container.nestedContainer(keyedBy: BodyKeys.self, forKey: .body)
        case .eye(let watching):
            var body = container.nestedContainer(keyedBy: BodyKeys.self, forKey: .body)
            try body.encode(watching, forKey: .watching)
        case .heard(let text, let take):
            var body = container.nestedContainer(keyedBy: BodyKeys.self, forKey: .body)
            try body.encode(text, forKey: .text)
            try body.encode(take, forKey: .take)
        }
    }
}

/// Waits for the next item; answered by `OutboxItem` or `OutboxEmpty`.
package struct OutboxTake: Message {
    package static let type = "outbox.take"
    /// The longest wait, in seconds.
    package static let longestWait: Seconds = 25

    /// How long to wait, in seconds, at most 25.
    package var wait: Seconds
    /// The relay's boot; another one ends all leases of the old one (O9).
    package var boot: Boot

    /// Asks.
    package init(wait: Seconds, boot: Boot) {
        self.wait = wait
        self.boot = boot
    }
}

/// Nothing came while a take waited.
package struct OutboxEmpty: Message {
    package static let type = "outbox.empty"

    /// Answers.
    package init() {}
}

/// Says that an item has been taken over; answered by `OutboxAcked`.
package struct OutboxAck: Message {
    package static let type = "outbox.ack"

    /// The item.
    package var id: RequestID

    /// Acknowledges.
    package init(id: RequestID) {
        self.id = id
    }
}

/// The acknowledgement has come.
package struct OutboxAcked: Message {
    package static let type = "outbox.acked"

    /// The item.
    package var id: RequestID

    /// Answers.
    package init(id: RequestID) {
        self.id = id
    }
}

/// An item left the outbox without having been sent (O6).
package struct OutboxRemoved: Message {
    package static let type = "outbox.removed"

    /// Why it was not sent.
    package enum Reason: String, Codable, Sendable {
        case superseded
        case trimmed
        case expired
    }

    /// The item.
    package var id: RequestID
    /// Its kind.
    package var kind: OutboxKind
    /// Its action, where it has one.
    package var action: SoloAction?
    /// Why.
    package var reason: Reason

    /// Tells of a removal.
    package init(id: RequestID, kind: OutboxKind, action: SoloAction?, reason: Reason) {
        self.id = id
        self.kind = kind
        self.action = action
        self.reason = reason
    }
}

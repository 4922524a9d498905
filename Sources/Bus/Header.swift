package import Messages

/// The attributes of a CloudEvent 1.0, ours among them (`bus.md`).
package struct Header: Codable, Sendable, Equatable {
    /// The version of CloudEvents.
    package var specversion: String
    /// The event's, request's or reply's own id.
    package var id: RequestID
    /// Who sent it, `/<topology>/<process>`.
    package var source: String
    /// What kind of message it is.
    package var type: String
    /// Whom it is about, where a type has one.
    package var subject: String?
    /// The wall clock, for people and logs; no rule reads it.
    package var time: String?
    /// Always `application/json`.
    package var datacontenttype: String?
    /// The sender's boot; absent from plain clients.
    package var boot: Boot?
    /// The running number of an event, per boot and topic, from 1.
    package var sequence: Int?
    /// On a reply: the request's id.
    package var correlationid: RequestID?
    /// The version of the wire that the sender speaks.
    package var protocolVersion: Int?

    /// The attributes' names on the wire.
    enum CodingKeys: String, CodingKey {
        case specversion
        case id
        case source
        case type
        case subject
        case time
        case datacontenttype
        case boot
        case sequence
        case correlationid
        case protocolVersion = "protocol"
    }

    /// Describes a message that is about to be sent.
    package init(
        id: RequestID, source: String, type: String, subject: String? = nil, time: String? = nil,
        boot: Boot? = nil, sequence: Int? = nil, correlationid: RequestID? = nil
    ) {
        specversion = "1.0"
        self.id = id
        self.source = source
        self.type = type
        self.subject = subject
        self.time = time
        datacontenttype = "application/json"
        self.boot = boot
        self.sequence = sequence
        self.correlationid = correlationid
        protocolVersion = VitalsBeat.protocolVersion
    }

    /// The topic that an event with these attributes goes out on.
    package var topic: String { Topic.name(type: type, subject: subject) }
}

/// The names under which events are published: the type, or `type/subject`.
package enum Topic {
    /// The longest topic, in bytes; libzmq 4.3.4 mis-frames subscriptions of 246 to 255 bytes.
    package static let limit = 64

    /// Joins a type and a subject.
    package static func name(type: String, subject: String?) -> String {
        subject.map { "\(type)/\($0)" } ?? type
    }

    /// The type in a topic.
    package static func type(of topic: String) -> String {
        String(topic.prefix { $0 != "/" })
    }

    /// The topics, each with a request's type behind it, on which what is asked is mirrored (B7).
    package static let request = "tap.request"
    /// The topics, each with a request's type behind it, on which what is answered is mirrored.
    package static let reply = "tap.reply"

    /// Whether a topic's messages are somebody else's requests or replies.
    package static func isMirrored(_ topic: String) -> Bool {
        topic.hasPrefix("\(request)/") || topic.hasPrefix("\(reply)/")
    }

    /// The types whose newest value is kept for those who come late (B1).
    package static let states: Set<String> = [
        SoloState.type, SoloReceipt.type, FaceState.type, FaceView.type, BroadcastState.type,
        NavigatorState.type, PinsListed.type, VitalsBeat.type, GroupStatus.type,
    ]

    /// Whether a topic's newest value is kept for those who come late.
    package static func isState(_ topic: String) -> Bool { states.contains(type(of: topic)) }
}

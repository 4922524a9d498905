package import Bus
internal import Messages

/// Turns what is overheard into what a tap shows, in order.
package struct Tap: Sendable {
    private let group: String
    private let pattern: TapPattern
    private let showsStanding: Bool
    private var intake = Intake()
    private var askers = Outstanding<String>()

    /// Makes a tap.
    ///
    /// - Parameters:
    ///   - group: The name of the group that it listens to.
    ///   - pattern: What it shows.
    ///   - showsStanding: Whether it begins with how things stand.
    package init(on group: String, _ pattern: TapPattern, showsStanding: Bool) {
        self.group = group
        self.pattern = pattern
        self.showsStanding = showsStanding
    }

    /// Takes in one thing and says what there is to show.
    package mutating func receive(_ overheard: Overheard) -> [TapEntry] {
        switch overheard {
        case .ready: return []
        case .unreadable(let topic, let bytes, let why, let process):
            let topic = topic ?? ""
            guard pattern.matches(process: process, topic: topic) else { return [] }
            return [
                .unreadable(
                    source: "/\(group)/\(process)", topic: topic, bytes: bytes, why: why.title)
            ]
        case .message(let incoming, let process):
            return entries(for: incoming, from: process)
        }
    }

    private mutating func entries(
        for incoming: Incoming, from process: String
    ) -> [TapEntry] {
        let verdict = intake.take(incoming, from: process)
        var message = TapMessage(incoming, from: process)
        switch message.kind {
        case .request:
            let asker = message.sender
            message.asker = asker
            askers.put(asker, of: incoming.header.id, to: process)
        case .reply:
            if let request = incoming.header.correlationid {
                message.asker = askers.take(request, of: process)
            }
        case .event, .state: break
        }
        switch verdict {
        case .repeated: return []
        case .standing:
            message.kind = .state
            return showsStanding && pattern.matches(message) ? [.message(message)] : []
        case .new(let missed):
            guard pattern.matches(message) else { return [] }
            let gap = TapEntry.gap(
                source: incoming.header.source, topic: incoming.topic, missed: missed)
            return missed > 0 ? [gap, .message(message)] : [.message(message)]
        }
    }
}

/// One thing that a tap shows.
package enum TapEntry: Sendable {
    /// A message that passed.
    case message(TapMessage)
    /// So many messages of a topic that the tap missed.
    case gap(source: String, topic: String, missed: Int)
    /// Something that no receiver could read.
    case unreadable(source: String, topic: String, bytes: [UInt8], why: String)
}

/// A message as a tap sees it.
package struct TapMessage: Sendable {
    /// The ways in which a message passes.
    package enum Kind: String, Sendable {
        /// How things stood when the tap came.
        case state
        case event
        case request
        case reply
    }

    /// How it passes.
    package var kind: Kind
    /// The process that published it, or that was asked.
    package let process: String
    /// Who asked; absent for events, and where the asking was not seen.
    package var asker: String?
    /// The message.
    package let incoming: Incoming

    init(_ incoming: Incoming, from process: String) {
        self.incoming = incoming
        self.process = process
        kind =
            switch Topic.type(of: incoming.topic) {
            case Topic.request: .request
            case Topic.reply: .reply
            default: .event
            }
    }

    /// The name of whoever sent it.
    var sender: String { Self.name(of: incoming.header.source) }

    /// A source without its topology.
    static func name(of source: String) -> String {
        source.split(separator: "/").last.map(String.init) ?? source
    }

    /// What it says; nil where it says nothing.
    var data: JSONValue? { JSONValue(bytes: incoming.bytes)?["data"] }
}

extension Topic {
    /// The request's type in the topic of a mirrored request or reply.
    static func mirroredType(in topic: String) -> String? {
        isMirrored(topic) ? String(topic.drop { $0 != "/" }.dropFirst()) : nil
    }
}

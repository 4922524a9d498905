import Bus
import Messages

/// Looks on from outside, by one clock, and keeps what comes.
final class Spectator {
    /// Something that came, and when.
    private struct Sighting {
        let message: Incoming
        let at: Seconds
    }

    private static let patience: Seconds = 10

    private let client: Client
    private let interruption: Int32
    private var seen: [Sighting] = []

    /// Listens to all that a Stop brings about.
    init(of group: LiveGroup) throws {
        client = try Client(settings: group.settings)
        interruption = group.workbench.interruption
        try client.subscribe(to: "engine", topics: [SoloState.type, SoloReceipt.type])
        try client.subscribe(
            to: "relay", topics: [Topic.name(type: FaceState.type, subject: "face")])
        try client.subscribe(to: "face", topics: [FaceView.type])
    }

    /// Forgets what came, and gives the moment.
    func clear() -> Seconds {
        seen.removeAll(keepingCapacity: true)
        return Stamp.now
    }

    /// Asks, and waits for the answer; what comes meanwhile is kept.
    func ask<Reply: Message>(
        _ question: some Message, of process: String, _ reply: Reply.Type
    ) throws -> Reply {
        let id = client.request(question, of: process, within: Self.patience)
        while let message = try take(until: Stamp.now + Self.patience) {
            guard message.header.correlationid == id else { continue }
            guard message.type == reply.type else { throw try message.read(Problem.self) }
            return try message.read(reply)
        }
        throw BenchError("\(process) does not answer")
    }

    /// Takes in what comes until the newest view is what is looked for.
    ///
    /// No other message is read while it is waited: reading takes time from those that are measured.
    func follow(_ what: String, _ isIt: (FaceView) -> Bool) throws {
        let deadline = Stamp.now + Self.patience
        var looked = 0
        while true {
            let views = seen[looked...].lazy.map(\.message).filter { $0.type == FaceView.type }
            if try views.contains(where: { isIt(try $0.read(FaceView.self)) }) { return }
            looked = seen.count
            guard try take(until: deadline) != nil else {
                throw BenchError("never came: \(what)")
            }
        }
    }

    /// Takes in what comes for so long.
    func lookOn(for span: Seconds) throws {
        let end = Stamp.now + span
        while try take(until: end) != nil {}
    }

    /// When the first message of a kind came that is what is looked for.
    func moment<Event: Message>(
        of event: Event.Type, _ isIt: (Event) -> Bool
    ) throws -> Seconds {
        let kind = seen.lazy.filter { $0.message.type == event.type }
        guard let first = try kind.first(where: { isIt(try $0.message.read(event)) }) else {
            throw BenchError("\(event.type) was not seen")
        }
        return first.at
    }

    /// Keeps the next message; nil where none has come by the moment.
    private func take(until deadline: Seconds) throws -> Incoming? {
        while let input = client.next(until: deadline, watching: interruption) {
            switch input {
            case .event(let message, _), .reply(let message, _):
                seen.append(Sighting(message: message, at: Stamp.now))
                return message
            case .failed(_, let problem): throw problem
            case .readable: throw BenchError.interrupted
            case .request, .peer, .vitalsAsked, .stopOrdered, .signal: continue
            }
        }
        return nil
    }
}

package import Messages
import ZeroMQ

/// What is heard of a process by somebody who only listens.
package enum Overheard: Sendable {
    /// An event, or a request or reply that its receiver mirrors (B7).
    case message(Incoming, from: String)
    /// What no receiver could read: the topic, if it was text; all that came after it; and why.
    case unreadable(topic: String?, bytes: [UInt8], why: Problem, from: String)
    /// A descriptor that is watched can be read, or its other end has gone.
    case ready(Int32)
}

/// Hears all that processes publish, what cannot be read included, and takes part in nothing.
///
/// A slow one loses messages of its own and nobody else's: a publisher drops what it has no room
/// for, and the sequences tell (B2). Not `Sendable`: it stays on the thread that made it.
package final class Listener {
    private final class Source {
        let name: String
        let socket: Socket

        init(
            _ name: String, at endpoint: String, by connector: Connector
        ) throws(ZeroMQError) {
            self.name = name
            let way = connector.way(to: name)
            if endpoint.isNetwork, case .barred(let why) = way { Log.write(.warning, why) }
            socket = try Socket.subscriber(to: endpoint, by: way, in: connector.context)
            try socket.subscribe([])
        }
    }

    private let codec = Codec()
    private let sources: [Source]
    private var poller: Poller
    private var ready: [Source] = []
    private var turn = 0

    /// Listens to processes of a group.
    ///
    /// - Parameters:
    ///   - processes: Their names.
    ///   - settings: The group's.
    /// - Throws: A `BusError` where a process's endpoint cannot be used.
    package init(to processes: [String], settings: Settings) throws(BusError) {
        poller = try BusError.wrapping("There is nothing to wait with") {
            () throws(ZeroMQError) in try Poller()
        }
        let connector = Connector(
            settings: settings, context: Context(), keyring: Keyring(settings))
        var sources: [Source] = []
        for name in processes {
            let endpoint = try connector.endpoints(of: name).events
            let source = try BusError.wrapping("Cannot listen to \(name)") {
                () throws(ZeroMQError) in try Source(name, at: endpoint, by: connector)
            }
            sources.append(source)
        }
        self.sources = sources
    }

    /// Waits for the next thing that is heard, the processes in turn.
    ///
    /// - Parameters:
    ///   - deadline: The moment, on `CLOCK_BOOTTIME`; past: only looks; nil waits for ever.
    ///   - descriptors: What else ends the wait.
    /// - Returns: What was heard; nil where nothing has come by the moment.
    /// - Throws: A `BusError` of code `system`.
    package func next(
        until deadline: Seconds?, watching descriptors: [Int32] = []
    ) throws(BusError) -> Overheard? {
        try BusError.wrapping("Listening failed") { () throws(ZeroMQError) in
            if let overheard = try read() { return overheard }
            while true {
                if let ended = try wait(until: deadline, watching: descriptors) {
                    return .ready(ended)
                }
                if let overheard = try read() { return overheard }
                if let deadline, Stamp.now >= deadline { return nil }
            }
        }
    }

    /// Waits for messages; the descriptor that ended the wait, if one did.
    private func wait(
        until deadline: Seconds?, watching descriptors: [Int32]
    ) throws(ZeroMQError) -> Int32? {
        poller.removeAll()
        let watched = descriptors.map { ($0, poller.add(descriptor: $0)) }
        let heard = sources.map { ($0, poller.add($0.socket)) }
        try poller.wait(until: deadline)
        ready = heard.filter { !poller[$0.1].isEmpty }.map(\.0)
        return watched.first { !poller[$0.1].isEmpty }?.0
    }

    private func read() throws(ZeroMQError) -> Overheard? {
        while !ready.isEmpty {
            turn = (turn + 1) % ready.count
            let source = ready[turn]
            switch try source.socket.receive() {
            case nil: ready.remove(at: turn)
            case .message(let message), .oversized(let message):
                return open(message.frames, from: source.name)
            }
        }
        return nil
    }

    private func open(_ frames: [[UInt8]], from process: String) -> Overheard {
        do throws(Problem) {
            return .message(try Incoming(parts: frames, codec: codec), from: process)
        } catch {
            return .unreadable(
                topic: frames.first.flatMap { String(validating: $0, as: UTF8.self) },
                bytes: Array(frames.dropFirst().joined()), why: error, from: process)
        }
    }
}

import Messages
import ZeroMQ

/// All connections of a process to others, and what comes over them.
///
/// Lives on the bus thread.
final class Links {
    /// A socket of a link that has something to read.
    private struct Source {
        var link: Link
        var channel: Channel?
    }

    private let connector: Connector
    private let codec = Codec()
    private let boot: Boot?
    private var links: [String: Link] = [:]
    private var news: [BusInput] = []
    private var ready: [Source] = []
    private var turn = 0
    private(set) var lost = 0
    private(set) var malformed = 0
    private var malformedLog = RateLimit()
    /// The list of keys that the connections go by.
    private var edition: Int

    init(_ connector: Connector, boot: Boot?) {
        self.connector = connector
        self.boot = boot
        edition = connector.keyring?.edition ?? 0
    }

    var received: Int { links.values.reduce(0) { $0 + $1.received } }
    var sent: Int { links.values.reduce(0) { $0 + $1.sent } }

    /// The earliest moment at which a request's time is over.
    var deadline: Seconds? { links.values.compactMap(\.deadline).min() }

    /// Listens to topics of another process.
    func subscribe(to process: String, topics: [String]) throws(BusError) {
        let link = try link(to: process)
        try BusError.wrapping("Cannot listen to \(process)") { () throws(ZeroMQError) in
            for topic in topics { try link.subscribe(to: topic) }
        }
    }

    /// Asks another process; the answer, or that none came in time, is told under the id.
    func ask(
        _ data: some Encodable, type: String, of process: String, on channel: Channel,
        key: RequestKey, until deadline: Seconds
    ) {
        let header = Header(
            id: key.id, source: key.source, type: type, time: Stamp.wallClock, boot: boot)
        do throws(Problem) {
            let bytes = try codec.encode(data, header: header)
            let link = try reachable(process)
            link.ask(bytes, type: header.type, id: key.id, on: channel, until: deadline)
        } catch {
            news.append(.failed(key.id, error))
        }
    }

    private func reachable(_ process: String) throws(Problem) -> Link {
        let why: String?
        do throws(BusError) {
            let link = try link(to: process)
            // A visitor is told at once; a process waits until it may.
            if boot != nil || link.obstacle == nil { return link }
            why = link.obstacle
        } catch {
            why = "\(error)"
        }
        throw Problem(.unreachable, "\(process) cannot be reached", detail: why)
    }

    private func link(to process: String) throws(BusError) -> Link {
        if let link = links[process] { return link }
        let endpoints = try connector.endpoints(of: process)
        let link = try BusError.wrapping("Cannot connect to \(process)") {
            () throws(ZeroMQError) in
            try Link(
                to: process, at: endpoints, by: connector.way(to: process),
                silent: connector.settings.limits.silent, context: connector.context)
        }
        if boot != nil, let obstacle = link.obstacle { Log.write(.warning, obstacle) }
        links[process] = link
        return link
    }

    /// Has each connection go by the newest list of keys: one to somebody whose key is revoked ends.
    func followKeys() {
        guard let keyring = connector.keyring else { return }
        keyring.refresh()
        guard keyring.edition != edition else { return }
        edition = keyring.edition
        for link in links.values {
            do throws(ZeroMQError) {
                try link.take(connector.way(to: link.name))
            } catch {
                Log.write(.error, "the connection to \(link.name) cannot be renewed: \(error)")
            }
        }
    }

    /// Adds the sockets of all connections to what is waited for.
    func add(to poller: inout Poller) {
        for link in links.values { link.add(to: &poller) }
    }

    /// Looks at every connection after a wait, and remembers what there is to read.
    func collect(from poller: borrowing Poller, at now: Seconds) {
        ready.removeAll(keepingCapacity: true)
        for link in links.values {
            // Before the look, which may put new sockets in the old ones' places.
            ready += link.readable(in: poller).map { Source(link: link, channel: $0) }
            do throws(ZeroMQError) {
                for change in try link.look(in: poller, at: now) {
                    news.append(.peer(link.name, change))
                }
            } catch {
                Log.write(.error, "the connection to \(link.name) cannot be renewed: \(error)")
            }
            for id in link.expired(at: now) {
                news.append(.failed(id, .unanswered(by: link)))
            }
        }
    }

    /// The next thing that has come, taking the connections in turn; nil where nothing has.
    func next(at now: Seconds) -> BusInput? {
        if !news.isEmpty { return news.removeFirst() }
        while !ready.isEmpty {
            turn = (turn + 1) % ready.count
            guard let input = read(ready[turn], at: now) else {
                ready.remove(at: turn)
                continue
            }
            switch input {
            case .input(let input): return input
            case .nothingToTell: continue
            }
        }
        return news.isEmpty ? nil : news.removeFirst()
    }

    private enum Reading {
        case input(BusInput)
        case nothingToTell
    }

    private func read(_ source: Source, at now: Seconds) -> Reading? {
        if source.link.isSealed { followKeys() }
        do throws(ZeroMQError) {
            let received: Received? =
                if let channel = source.channel {
                    try source.link.receiveReply(on: channel)
                } else {
                    try source.link.receiveEvent()
                }
            switch received {
            case nil: return nil
            case .message(let message), .oversized(let message):
                return try open(message.frames, from: source, at: now)
            }
        } catch {
            Log.write(.error, "reading from \(source.link.name) failed: \(error)")
            return nil
        }
    }

    private func open(
        _ frames: [[UInt8]], from source: Source, at now: Seconds
    ) throws(ZeroMQError) -> Reading {
        let link = source.link
        let isReply = source.channel != nil
        let delimited = isReply && frames.first?.isEmpty == true
        let incoming: Incoming
        do throws(Problem) {
            incoming = try Incoming(parts: Array(frames.dropFirst(delimited ? 1 : 0)), codec: codec)
        } catch {
            countMalformed(error, from: link, at: now)
            return .nothingToTell
        }
        // A mirrored request or reply carries the attributes of somebody else.
        let isMirrored = Topic.isMirrored(incoming.topic)
        if !isMirrored, let change = link.heard(incoming.header) {
            news.append(.peer(link.name, change))
        }
        if isMirrored { return .input(.event(incoming, from: link.name)) }
        return isReply ? reply(incoming, from: link) : try event(incoming, from: link)
    }

    private func reply(_ incoming: Incoming, from link: Link) -> Reading {
        guard let id = incoming.header.correlationid, link.settles(id) else {
            return .nothingToTell
        }
        return .input(.reply(incoming, to: id))
    }

    private func event(_ incoming: Incoming, from link: Link) throws(ZeroMQError) -> Reading {
        if let boot = incoming.header.boot, let sequence = incoming.header.sequence {
            switch link.sequences.take(sequence, of: incoming.topic, boot: boot) {
            case .next: break
            case .old: return .nothingToTell
            case .gap(let missed):
                lost += missed
                try link.askForStates()
            }
        }
        if incoming.type == VitalsBeat.type, let newest = try? incoming.read(NewestStates.self),
            link.isBehind(newest)
        {
            try link.askForStates()
        }
        return .input(.event(incoming, from: link.name))
    }

    private func countMalformed(_ problem: Problem, from link: Link, at now: Seconds) {
        malformed += 1
        guard let kept = malformedLog.admit(at: now) else { return }
        Log.write(
            .warning,
            "\(link.name) sent what cannot be read: \(problem.detail) (\(kept) more like it)")
    }
}

extension Problem {
    /// The answer to a request that nobody answered in time.
    fileprivate static func unanswered(by link: Link) -> Problem {
        let name = link.name
        let connected = "\(name) is there but gave no answer in time"
        // Who may not ask gets nothing, and cannot know it from what is slow.
        let sealed =
            link.isConnected
            ? "\(connected), or our key may not act there any more."
            : "Nobody who has the key of \(name) answers, or ours may not act there."
        let plain =
            link.isConnected
            ? "\(connected)." : "Nobody answers at the endpoints of \(name); is the group up?"
        return Problem(
            .unreachable, "\(name) does not answer",
            detail: link.obstacle ?? (link.isSealed ? sealed : plain))
    }
}

extension BusError {
    /// Runs something on libzmq, and says what it was for where it fails.
    static func wrapping<Value: ~Copyable>(
        _ what: String, _ body: () throws(ZeroMQError) -> Value
    ) throws(BusError) -> Value {
        do throws(ZeroMQError) {
            return try body()
        } catch {
            throw BusError(.system, what, cause: error)
        }
    }
}

package import Messages
import ZeroMQ

/// Which of a process's two ROUTERs a request goes to.
package enum Channel: Sendable, Hashable {
    /// For work.
    case requests
    /// For what must not queue behind work.
    case control
}

/// What has become of another process, as seen from here.
package enum PeerChange: Sendable, Equatable {
    /// Its endpoints can be reached.
    case connected
    /// Its endpoints can no longer be reached.
    case disconnected
    /// It is there, but nothing has been heard from it for too long (B4).
    case silent
    /// It was heard for the first time, or again after a silence, or as another boot.
    case heard(Boot)
}

/// The connection to another process: its events, and the two ways to ask it.
///
/// Lives on the bus thread.
final class Link {
    /// A request that has been asked and waits for its answer.
    private struct Pending {
        var deadline: Seconds
        var copies: Int
    }

    private struct Polled {
        var events: Poller.Item
        var control: Poller.Item
        var requests: Poller.Item?
    }

    /// A request that could not be sent yet.
    private struct Unsent {
        var id: RequestID
        var frames: [[UInt8]]
    }

    let name: String
    private let endpoints: Endpoints
    private var way: Way
    private let context: Context
    private(set) var events: Socket
    private(set) var requests: Socket
    private(set) var control: Socket
    private var topics: Set<String> = []
    /// Where to look for each socket after a wait.
    private var polled: Polled?

    private var pending: [RequestID: Pending] = [:]
    private var unsent: [Channel: [Unsent]] = [:]

    private(set) var isConnected = false
    private(set) var received = 0
    private(set) var sent = 0
    var sequences = Sequences()
    private var running = RunningTime()
    private var heardAt: Seconds = 0
    private var isSilent = true
    private let silent: Seconds

    init(
        to name: String, at endpoints: Endpoints, by way: Way, silent: Seconds, context: Context
    ) throws(ZeroMQError) {
        self.name = name
        self.endpoints = endpoints
        self.way = way
        self.silent = silent
        self.context = context
        events = try Self.subscriber(to: endpoints.events, by: way, for: [], in: context)
        requests = try Socket.asker(of: endpoints.requests, by: way, in: context)
        control = try Socket.asker(of: endpoints.control, by: way, in: context)
    }

    /// A socket for topics; over the network it connects only where there are any, as who may ask
    /// need not be one who may observe.
    private static func subscriber(
        to endpoint: String, by way: Way, for topics: Set<String>, in context: Context
    ) throws(ZeroMQError) -> Socket {
        let isIdle = topics.isEmpty && way != .plain
        let socket = try Socket.subscriber(
            to: endpoint, by: isIdle ? .barred("there is no topic") : way, in: context)
        for topic in topics { try socket.subscribe(Array(topic.utf8)) }
        return socket
    }

    // MARK: Keys

    /// Whether the peer is known by its key.
    var isSealed: Bool {
        switch way {
        case .plain: false
        case .sealed, .barred: endpoints.isOnNetwork
        }
    }

    /// Why the peer cannot be reached at all for now; nil where it may be.
    var obstacle: String? {
        if isSealed, case .barred(let why) = way { why } else { nil }
    }

    /// Goes another way from now on; what came by the old one and has not been read is dropped.
    func take(_ way: Way) throws(ZeroMQError) {
        guard way != self.way else { return }
        self.way = way
        if endpoints.isOnNetwork { try renew() }
    }

    // MARK: Events

    /// Listens to a topic, or to all topics with this prefix.
    func subscribe(to topic: String) throws(ZeroMQError) {
        guard topics.insert(topic).inserted else { return }
        if topics.count == 1, way != .plain {
            events = try Self.subscriber(
                to: endpoints.events, by: way, for: topics, in: context)
        } else {
            try events.subscribe(Array(topic.utf8))
        }
    }

    /// Asks for the newest states again, by subscribing again (B2).
    func askForStates() throws(ZeroMQError) {
        for topic in topics where Topic.isState(topic) {
            // In this order nothing is missed in between.
            try events.subscribe(Array(topic.utf8))
            try events.unsubscribe(Array(topic.utf8))
        }
    }

    /// Makes all sockets anew; what is pending stays so until its deadline.
    ///
    /// A subscriber that was once sent too much gets nothing ever again (F7 of the measured facts).
    private func renew() throws(ZeroMQError) {
        events = try Self.subscriber(to: endpoints.events, by: way, for: topics, in: context)
        requests = try Socket.asker(of: endpoints.requests, by: way, in: context)
        control = try Socket.asker(of: endpoints.control, by: way, in: context)
    }

    /// Whether a beat names a newer state than has come, of the topics that are listened to.
    func isBehind(_ newest: NewestStates) -> Bool {
        sequences.isBehind(newest) { topic in topics.contains { topic.hasPrefix($0) } }
    }

    func receiveEvent() throws(ZeroMQError) -> Received? {
        try events.receive(.ours)
    }

    // MARK: Requests

    /// The earliest moment at which a pending request's time is over.
    var deadline: Seconds? { pending.values.map(\.deadline).min() }

    /// Adds the sockets to what is waited for.
    ///
    /// Room to write ends a wait only while something waits to be sent: otherwise a wait would end
    /// at once, as a connected DEALER can nearly always be written to. Nothing comes for who has not
    /// asked, and most links are never asked for work.
    func add(to poller: inout Poller) {
        // The connection is judged by control, so its coming and its going end a wait (B4).
        let change: Readiness = isConnected ? .unwritable : .writable
        polled = Polled(
            events: poller.add(events),
            control: poller.add(control, for: interest(on: .control).union(change)),
            requests: pending.isEmpty ? nil : poller.add(requests, for: interest(on: .requests)))
    }

    private func interest(on channel: Channel) -> Readiness {
        unsent[channel]?.isEmpty == false ? [.readable, .writable] : .readable
    }

    /// The sockets that the last wait found something to read on: nil stands for the events.
    func readable(in poller: borrowing Poller) -> [Channel?] {
        guard let polled else { return [] }
        var readable: [Channel?] = []
        if poller[polled.control].contains(.readable) { readable.append(.control) }
        if poller[polled.events].contains(.readable) { readable.append(nil) }
        if let requests = polled.requests, poller[requests].contains(.readable) {
            readable.append(.requests)
        }
        return readable
    }

    /// Whether the last wait found the peer to be there.
    ///
    /// With IMMEDIATE a DEALER can be written to exactly while it has a peer; its own queue is
    /// deeper than what is ever asked at once.
    private func findsPeer(in poller: borrowing Poller) -> Bool {
        guard let polled else { return false }
        return isConnected
            ? !poller[polled.control].contains(.unwritable)
            : poller[polled.control].contains(.writable)
    }

    /// Asks, now or as soon as the peer can be reached.
    func ask(_ bytes: [UInt8], type: String, id: RequestID, on channel: Channel, until: Seconds) {
        let frames = [[], Array(type.utf8), bytes]
        pending[id, default: Pending(deadline: until, copies: 0)].copies += 1
        pending[id]?.deadline = until
        if unsent[channel]?.isEmpty != false, send(frames, on: channel) { return }
        // What has not left yet is replaced, so a repeated request never queues twice.
        unsent[channel, default: []].removeAll { $0.id == id }
        unsent[channel, default: []].append(Unsent(id: id, frames: frames))
    }

    /// Forgets a request: its answer would come to nobody.
    func forget(_ id: RequestID) {
        pending[id] = nil
        for channel in unsent.keys { unsent[channel]?.removeAll { $0.id == id } }
    }

    /// Reads one reply; nil where none has come.
    func receiveReply(on channel: Channel) throws(ZeroMQError) -> Received? {
        switch channel {
        case .requests: try requests.receive(.ours)
        case .control: try control.receive(.ours)
        }
    }

    /// Whether a reply answers something asked from here; each copy asked is good for one.
    func settles(_ id: RequestID) -> Bool {
        guard let copies = pending[id]?.copies else { return false }
        if copies > 1 { pending[id]?.copies = copies - 1 } else { pending[id] = nil }
        return true
    }

    /// The requests whose time is over; they are forgotten.
    func expired(at now: Seconds) -> [RequestID] {
        let over = pending.filter { now >= $0.value.deadline }.map(\.key)
        for id in over { forget(id) }
        return over
    }

    private func send(_ frames: [[UInt8]], on channel: Channel) -> Bool {
        let outcome: Sent? =
            switch channel {
            case .requests: try? requests.send(frames)
            case .control: try? control.send(frames)
            }
        if outcome == .sent { sent += 1 }
        return outcome == .sent
    }

    private func sendUnsent(on channel: Channel) {
        while let first = unsent[channel]?.first, send(first.frames, on: channel) {
            unsent[channel]?.removeFirst()
        }
    }

    // MARK: Life

    /// Looks at the connection after a wait, sends what waited for it, and tells of what has changed.
    func look(in poller: borrowing Poller, at now: Seconds) throws(ZeroMQError) -> [PeerChange] {
        var changes: [PeerChange] = []
        running.advance(to: now)
        let connected = findsPeer(in: poller)
        if connected != isConnected {
            isConnected = connected
            heardAt = running.elapsed
            changes.append(connected ? .connected : .disconnected)
        }
        sendUnsent(on: .control)
        sendUnsent(on: .requests)
        // A peer that somebody else stood in for, without a key, is not tried again by the library,
        // however often the right one comes back (F8 of the measured facts).
        if isConnected || isSealed, running.elapsed - heardAt >= silent {
            heardAt = running.elapsed
            try renew()
            if !isSilent { changes.append(.silent) }
            isSilent = true
        }
        if !isConnected { isSilent = true }
        if changes.contains(.silent) || changes.contains(.disconnected) { sequences.doubt() }
        return changes
    }

    /// Counts a message of the peer's as a sign of life, and tells if it is news.
    func heard(_ header: Header) -> PeerChange? {
        received += 1
        heardAt = running.elapsed
        guard let boot = header.boot else { return nil }
        let isNews = isSilent || boot != sequences.boot
        isSilent = false
        return isNews ? .heard(boot) : nil
    }
}

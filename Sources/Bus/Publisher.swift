import Messages
import ZeroMQ

/// The XPUB of a process: numbers its events, keeps the newest states, knows who listens.
struct Publisher: ~Copyable {
    private struct LastValue {
        var message: any Message
        var header: Header
        var publishedAt: Seconds
    }

    var socket: Socket
    private let codec = Codec()
    private let source: String
    private let boot: Boot
    private var sequences: [String: Int] = [:]
    private var lastValues: [String: LastValue] = [:]
    // How many subscribers each prefix has. Only topics' prefixes can matter, so longer ones are
    // not kept: a peer that subscribes to endless names costs nothing.
    private var subscribers: [String: Int] = [:]
    private(set) var sent = 0

    init(socket: consuming Socket, source: String, boot: Boot) {
        self.socket = socket
        self.source = source
        self.boot = boot
    }

    /// The newest sequence of each state topic (B2).
    var stateSequences: [String: Int] {
        sequences.filter { Topic.isState($0.key) }
    }

    /// Whether somebody would receive an event on a topic.
    func isHeard(on topic: String) -> Bool {
        subscribers.contains { topic.hasPrefix($0.key) }
    }

    /// Whether somebody would receive an event of a type, whatever its subject.
    func isHeard(type: String) -> Bool {
        subscribers.contains { type.hasPrefix($0.key) || $0.key.hasPrefix(type) }
    }

    /// Numbers a message, keeps it if it is a state, and sends it where somebody listens.
    mutating func publish(
        _ message: any Message, subject: String?, at now: Seconds
    ) throws(Problem) {
        let type = Swift.type(of: message).type
        let topic = Topic.name(type: type, subject: subject)
        let sequence = sequences[topic, default: 0] + 1
        sequences[topic] = sequence
        let header = Header(
            id: RequestID(Stamp.randomID()), source: source, type: type, subject: subject,
            time: Stamp.wallClock, boot: boot, sequence: sequence)
        if Topic.isState(topic) {
            lastValues[topic] = LastValue(message: message, header: header, publishedAt: now)
        }
        guard isHeard(on: topic) else { return }
        send(try codec.encode(message, header: header), on: topic)
    }

    /// Sends a message of somebody else's unchanged, where somebody listens (B7).
    mutating func mirror(_ bytes: [UInt8], on topic: String) {
        guard isHeard(on: topic) else { return }
        send(bytes, on: topic)
    }

    /// Takes in one change of subscriptions; false where none has come.
    mutating func acceptSubscription(at now: Seconds) throws(ZeroMQError) -> Bool {
        guard let received = try socket.receive() else { return false }
        guard case .message(let message) = received, message.frames.count == 1,
            let kind = message.frames[0].first
        else { return true }
        let prefix = Array(message.frames[0].dropFirst())
        guard prefix.count <= Topic.limit, let topic = String(validating: prefix, as: UTF8.self)
        else { return true }
        if kind == 1 {
            try socket.subscribe(prefix)
            subscribers[topic, default: 0] += 1
            sendLastValues(matching: topic, at: now)
        } else {
            try socket.unsubscribe(prefix)
            let left = subscribers[topic, default: 1] - 1
            subscribers[topic] = left > 0 ? left : nil
        }
        return true
    }

    /// Sends the newest states to whoever has just subscribed.
    ///
    /// libzmq sends one message after an accepted subscription to the new subscriber alone. A
    /// prefix that matches several topics brings the others to everybody, under sequences that
    /// they have had already and drop.
    private mutating func sendLastValues(matching prefix: String, at now: Seconds) {
        for topic in lastValues.keys.filter({ $0.hasPrefix(prefix) }).sorted() {
            guard let last = lastValues[topic] else { continue }
            let message = last.message.carriedForward(by: now - last.publishedAt)
            // A state that could not be encoded has been told of when it was published.
            guard let bytes = try? codec.encode(message, header: last.header) else { continue }
            send(bytes, on: topic)
        }
    }

    private mutating func send(_ bytes: [UInt8], on topic: String) {
        // An XPUB drops what a slow subscriber has no room for: the sequence tells it (B2).
        _ = try? socket.send([Array(topic.utf8), bytes])
        sent += 1
    }
}

extension Message {
    /// The same message with its `now` as many seconds later as it was held back (B1, R3).
    fileprivate func carriedForward(by elapsed: Seconds) -> any Message {
        guard var dated = self as? any Message & Dated, let now = dated.now else { return self }
        dated.now = now + elapsed
        return dated
    }
}

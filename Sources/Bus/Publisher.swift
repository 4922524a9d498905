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
    // What somebody subscribes to. Only prefixes of topics can matter: longer ones are not kept.
    private var prefixes: Set<String> = []
    private(set) var sent = 0

    init(socket: consuming Socket, source: String, boot: Boot) {
        self.socket = socket
        self.source = source
        self.boot = boot
    }

    /// Sends everybody away by taking another socket; those who may come back with what they
    /// listen to, and get the newest states then.
    mutating func sendAllAway(replacingSocketBy socket: consuming Socket) {
        // What is on its way to them stays here.
        try? self.socket.set(.linger, .zero)
        self.socket = socket
        prefixes = []
    }

    /// The newest sequence of each state topic (B2).
    var stateSequences: [String: Int] {
        sequences.filter { Topic.isState($0.key) }
    }

    /// Whether somebody would receive an event on a topic.
    func isHeard(on topic: String) -> Bool {
        prefixes.contains { topic.hasPrefix($0) }
    }

    /// Whether somebody would receive an event of a type, whatever its subject.
    func isHeard(type: String) -> Bool {
        prefixes.contains { type.hasPrefix($0) || $0.hasPrefix(type) }
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
        switch try socket.receiveSubscription() {
        case nil: return false
        case .malformed: break
        case .began(let prefix):
            guard prefix.count <= Topic.limit, let topic = String(validating: prefix, as: UTF8.self)
            else { break }
            prefixes.insert(topic)
            sendLastValues(matching: topic, at: now)
        case .ended(let prefix): prefixes.remove(String(decoding: prefix, as: UTF8.self))
        }
        return true
    }

    /// Sends the newest states for somebody who has just subscribed (B1).
    ///
    /// They go to everybody who listens to them, and all others drop them, as they have had these
    /// sequences already. libzmq's way of sending to the newcomer alone, option 98, is not used:
    /// in 4.3.4 it reads freed memory when a subscriber dies before its subscription is taken in,
    /// and it swallows the message after a cancellation. An engine that holds inputs must not.
    private mutating func sendLastValues(matching prefix: String, at now: Seconds) {
        // The beat comes last by its name: it tells a newcomer that everything has been said.
        let matching = lastValues.filter { $0.key.hasPrefix(prefix) }.sorted { $0.key < $1.key }
        for (topic, last) in matching {
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
    /// The same message as of now, after it was held back for a while (B1).
    fileprivate func carriedForward(by elapsed: Seconds) -> any Message {
        guard var dated = self as? any Message & Dated else { return self }
        dated.carryForward(by: elapsed)
        return dated
    }
}

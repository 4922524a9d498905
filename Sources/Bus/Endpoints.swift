import Messages
import ZeroMQ

extension Endpoints {
    /// All three.
    var all: [String] { [events, requests, control] }

    /// Refuses what cannot be bound: a path too long, and plain tcp beyond loopback.
    ///
    /// - Throws: A `BusError` of code `endpointInvalid`.
    func check() throws(BusError) {
        for endpoint in all {
            if endpoint.hasPrefix("ipc://") { continue }
            guard endpoint.hasPrefix("tcp://127.") || endpoint.hasPrefix("tcp://[::1]:") else {
                throw BusError(
                    .endpointInvalid,
                    "\(endpoint) is neither ipc nor on loopback; give ipc:// or tcp://127.0.0.1:PORT"
                )
            }
        }
    }
}

extension ReceiveLimit {
    /// What our messages take at most: a routing id, a delimiter, a type and a CloudEvent.
    static let ours = ReceiveLimit(frames: 5, bytes: Codec.limit + 1_024)
}

/// The options of each end of a connection, from the measured facts about libzmq 4.3.4.
extension Socket {
    /// A socket at a process's own endpoint.
    static func bound(
        _ kind: Kind, to endpoint: String, in context: Context
    ) throws(BusError) -> Socket {
        do throws(ZeroMQError) {
            let socket = try Socket(kind, in: context)
            try socket.setCommonOptions()
            try socket.set(.maximumMessageSize, Int64(Codec.limit))
            switch kind {
            case .xpub:
                try socket.set(.xpubVerbose, true)
                try socket.set(.sendHighWaterMark, 64)
            case .router:
                try socket.set(.routerMandatory, true)
                try socket.set(.sendHighWaterMark, 64)
                try socket.set(.receiveHighWaterMark, 64)
            case .dealer, .sub, .pub, .pair, .req, .rep: break
            }
            try socket.bind(endpoint)
            return socket
        } catch {
            throw BusError(
                error.code == .addressInUse ? .endpointTaken : .endpointInvalid,
                "Cannot bind \(endpoint)", cause: error)
        }
    }

    /// A socket that listens to another process's events.
    static func subscriber(to endpoint: String, in context: Context) throws(ZeroMQError) -> Socket {
        let socket = try Socket(.sub, in: context)
        try socket.setCommonOptions()
        try socket.setConnectingOptions()
        try socket.set(.receiveHighWaterMark, 1_000)
        try socket.connect(endpoint)
        return socket
    }

    /// A socket that asks another process.
    static func asker(of endpoint: String, in context: Context) throws(ZeroMQError) -> Socket {
        let socket = try Socket(.dealer, in: context)
        try socket.setCommonOptions()
        try socket.setConnectingOptions()
        // What cannot be sent now stays with us, where it obeys our rules, and is never queued for
        // whatever process comes to the endpoint next (F13 of the measured facts).
        try socket.set(.immediate, true)
        try socket.set(.sendHighWaterMark, 64)
        try socket.connect(endpoint)
        return socket
    }

    private func setCommonOptions() throws(ZeroMQError) {
        // No heartbeats of the library's: beside a full queue they end the process by an assertion
        // (libzmq issues 4364 and 4767), so a slow tap would die of the death of whom it hears.
        // The kernel tells of a dead process at once, and the beats of a frozen one (B4).
        try set(.linger, .milliseconds(200))
        try set(.handshakeInterval, .seconds(2))
    }

    private func setConnectingOptions() throws(ZeroMQError) {
        try set(.reconnectInterval, .milliseconds(20))
        try set(.reconnectIntervalMaximum, .seconds(1))
    }
}

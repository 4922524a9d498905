import Messages
import ZeroMQ

extension Endpoints {
    /// All three.
    var all: [String] { [events, requests, control] }

    subscript(door: Door) -> String {
        switch door {
        case .events: events
        case .requests: requests
        case .control: control
        }
    }

    /// Whether one of them can be reached from other machines, or at least as they would do it.
    package var isOnNetwork: Bool { all.contains(where: \.isNetwork) }

    /// Refuses what cannot be used, and plain tcp beyond loopback.
    ///
    /// - Parameter hasKeys: Whether the group has keys, without which what is on the network would
    ///   be open to everybody there.
    /// - Throws: A `BusError` of code `endpointInvalid`.
    package func check(hasKeys: Bool) throws(BusError) {
        for endpoint in all where !endpoint.hasPrefix("ipc://") {
            guard endpoint.isNetwork else {
                throw BusError(
                    .endpointInvalid,
                    "\(endpoint) is no endpoint; give ipc:///PATH or tcp://HOST:PORT")
            }
            guard hasKeys || endpoint.isLoopback else {
                throw BusError(
                    .endpointInvalid,
                    "\(endpoint) is open to everybody on the network, as the group has no keys; "
                        + "make them with `handrail keys new NAME`, or give ipc:///PATH or "
                        + "tcp://127.0.0.1:PORT")
            }
        }
    }
}

extension String {
    /// Whether an endpoint can be reached from other machines, or at least as they would do it.
    var isNetwork: Bool { hasPrefix("tcp://") }

    /// Whether a tcp endpoint is this machine's own business: an address by its numbers, as a name
    /// may lead anywhere.
    fileprivate var isLoopback: Bool {
        let address = dropFirst("tcp://".count)
        guard let colon = address.lastIndex(of: ":") else { return false }
        let host = address[..<colon]
        if host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
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
        _ kind: Kind, to endpoint: String, in context: Context, behind lock: Gate.Lock? = nil
    ) throws(BusError) -> Socket {
        do throws(ZeroMQError) {
            let socket = try Socket.toBind(kind, in: context, behind: lock)
            try socket.bind(endpoint)
            return socket
        } catch {
            throw BusError(
                error.code == .addressInUse ? .endpointTaken : .endpointInvalid,
                "Cannot bind \(endpoint)", cause: error)
        }
    }

    /// A socket that is ready to be bound.
    static func toBind(
        _ kind: Kind, in context: Context, behind lock: Gate.Lock?
    ) throws(ZeroMQError) -> Socket {
        let socket = try Socket(kind, in: context)
        try socket.setCommonOptions()
        try socket.set(.handshakeInterval, .seconds(2))
        try socket.set(.maximumMessageSize, Int64(Codec.limit))
        switch kind {
        case .xpub:
            try socket.set(.xpubVerbose, true)
            try socket.set(.sendHighWaterMark, 64)
        case .router:
            try socket.set(.routerMandatory, true)
            // A reply that finds no room is lost. A turn answers up to 256 requests, maybe all of
            // one asker, and the library's thread may not run before the turn is over.
            try socket.set(.sendHighWaterMark, 512)
            try socket.set(.receiveHighWaterMark, 64)
        case .dealer, .sub, .pub, .pair, .req, .rep: break
        }
        if let lock {
            try socket.watchHandshakes([.denied, .mismatched, .hungUp], in: context)
            try socket.guardDoor(lock)
        }
        return socket
    }

    /// Lets in over this socket only whom the authenticator names.
    func guardDoor(_ lock: Gate.Lock) throws(ZeroMQError) {
        try set(.curveServer, true)
        try set(.curveSecretKey, lock.keys.secretKey)
        try set(.zapDomain, lock.door.rawValue)
        try set(.zapEnforceDomain, true)
    }

    /// Shows a key, and connects to nobody but whoever has the other one's secret half.
    func seal(own keys: CurveKeys, server: String) throws(ZeroMQError) {
        try set(.curveServerKey, server)
        try set(.curvePublicKey, keys.publicKey)
        try set(.curveSecretKey, keys.secretKey)
    }

    /// Connects to another process's endpoint; to one that is barred, not yet.
    private func connect(_ endpoint: String, by way: Way) throws(ZeroMQError) {
        if endpoint.isNetwork {
            switch way {
            case .plain: break
            case .sealed(let keys, let server): try seal(own: keys, server: server.text)
            case .barred: return
            }
        }
        try connect(endpoint)
    }

    /// A socket that listens to another process's events.
    static func subscriber(
        to endpoint: String, by way: Way, in context: Context
    ) throws(ZeroMQError) -> Socket {
        let socket = try Socket(.sub, in: context)
        try socket.setCommonOptions()
        try socket.setConnectingOptions()
        try socket.set(.receiveHighWaterMark, 1_000)
        try socket.connect(endpoint, by: way)
        return socket
    }

    /// A socket that asks another process.
    static func asker(
        of endpoint: String, by way: Way, in context: Context
    ) throws(ZeroMQError) -> Socket {
        let socket = try Socket(.dealer, in: context)
        try socket.setCommonOptions()
        try socket.setConnectingOptions()
        // What cannot be sent now stays with us, where it obeys our rules, and is never queued for
        // whatever process comes to the endpoint next (F13 of the measured facts).
        try socket.set(.immediate, true)
        try socket.set(.sendHighWaterMark, 64)
        try socket.connect(endpoint, by: way)
        return socket
    }

    private func setCommonOptions() throws(ZeroMQError) {
        // No heartbeats of the library's: beside a full queue they end the process by an assertion
        // (libzmq issues 4364 and 4767), so a slow tap would die of the death of whom it hears.
        // The kernel tells of a dead process at once, and the beats of a frozen one (B4).
        try set(.linger, .milliseconds(200))
        // A machine that lost its power says nothing, and neither does a cut cable: without this
        // the connection would be kept for hours.
        try set(.keepAlive, 1)
        try set(.keepAliveIdle, 15)
        try set(.keepAliveInterval, 5)
        try set(.keepAliveCount, 3)
    }

    private func setConnectingOptions() throws(ZeroMQError) {
        // Longer than whom it connects to waits: a friend on a machine under load is not to look
        // like a stranger who hangs up.
        try set(.handshakeInterval, .seconds(10))
        try set(.reconnectInterval, .milliseconds(20))
        try set(.reconnectIntervalMaximum, .seconds(1))
    }
}

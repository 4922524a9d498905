internal import CZeroMQ

/// A setting of a socket, with the type of its values.
package struct Option<Value>: Sendable {
    let number: Int32

    private init(_ number: Int32) { self.number = number }
}

extension Option<Duration> {
    /// How long a closed socket goes on sending what it has.
    package static let linger = Option(ZMQ_LINGER)
    /// How long a new connection may take to get through its handshake; zero: for ever.
    package static let handshakeInterval = Option(ZMQ_HANDSHAKE_IVL)
    /// How often the peer is asked for a sign of life; zero: never.
    package static let heartbeatInterval = Option(ZMQ_HEARTBEAT_IVL)
    /// After which silence of a peer that was asked the connection is given up.
    package static let heartbeatTimeout = Option(ZMQ_HEARTBEAT_TIMEOUT)
    /// After which silence of ours the peer is to give the connection up; in steps of 100 ms.
    package static let heartbeatTimeToLive = Option(ZMQ_HEARTBEAT_TTL)
    /// The pause before a broken connection is tried again.
    package static let reconnectInterval = Option(ZMQ_RECONNECT_IVL)
    /// What the doubled pauses between tries grow to; zero: they do not grow.
    package static let reconnectIntervalMaximum = Option(ZMQ_RECONNECT_IVL_MAX)
}

extension Option<Int32> {
    /// How many messages wait for one peer, at most; zero: no limit.
    package static let sendHighWaterMark = Option(ZMQ_SNDHWM)
    /// How many messages of one peer wait for us, at most; zero: no limit.
    package static let receiveHighWaterMark = Option(ZMQ_RCVHWM)
    /// Whether the kernel asks silent `tcp` peers for a sign of life: 1 for yes.
    package static let keepAlive = Option(ZMQ_TCP_KEEPALIVE)
    /// After how many seconds of silence it asks.
    package static let keepAliveIdle = Option(ZMQ_TCP_KEEPALIVE_IDLE)
    /// How many seconds it waits between two times.
    package static let keepAliveInterval = Option(ZMQ_TCP_KEEPALIVE_INTVL)
    /// After how many times without an answer it gives the connection up.
    package static let keepAliveCount = Option(ZMQ_TCP_KEEPALIVE_CNT)
}

extension Option<Int64> {
    /// The longest frame, in bytes, that a peer may send; longer ones end its connection.
    ///
    /// For the bound end only. A connecting end that meets a longer frame gives its session up
    /// for good, and hears nothing ever again.
    package static let maximumMessageSize = Option(ZMQ_MAXMSGSIZE)
}

extension Option<Bool> {
    /// Whether addresses may be of IPv6.
    static let ipv6 = Option(ZMQ_IPV6)
    /// Whether messages are queued for connected peers only.
    ///
    /// Without it, what is sent while nobody is there waits for whoever comes next.
    package static let immediate = Option(ZMQ_IMMEDIATE)
    /// Whether a router says that a peer is unknown or full, instead of dropping the message.
    package static let routerMandatory = Option(ZMQ_ROUTER_MANDATORY)
    /// Whether an XPUB tells of each subscription, also to topics that it has subscribers to.
    ///
    /// The end of a subscription is told when nobody has that topic any more.
    package static let xpubVerbose = Option(ZMQ_XPUB_VERBOSE)
    /// Whether connections are encrypted by CURVE, with us as the server.
    package static let curveServer = Option(ZMQ_CURVE_SERVER)
    /// Whether nobody gets in while no authentication handler is there.
    ///
    /// The number is our own: the header has it under its DRAFT guard, although the stable library
    /// of 4.3.4 is built with it.
    package static let zapEnforceDomain = Option(93)
}

extension Option<UInt32> {
    /// The only user whose processes may connect over `ipc`.
    package static let ipcFilterUser = Option(ZMQ_IPC_FILTER_UID)
}

extension Option<String> {
    /// The public key of the server that is connected to, as in `CurveKeys`.
    package static let curveServerKey = Option(ZMQ_CURVE_SERVERKEY)
    /// The socket's own public key.
    package static let curvePublicKey = Option(ZMQ_CURVE_PUBLICKEY)
    /// The socket's own secret key.
    package static let curveSecretKey = Option(ZMQ_CURVE_SECRETKEY)
    /// The name by which the socket, as a client, shows itself with a password (PLAIN).
    package static let plainUser = Option(ZMQ_PLAIN_USERNAME)
    /// The password that goes with `plainUser`; it travels in the clear.
    package static let plainPassword = Option(ZMQ_PLAIN_PASSWORD)
    /// The name under which connections are shown to the authentication handler.
    package static let zapDomain = Option(ZMQ_ZAP_DOMAIN)
}

extension Socket {
    /// Sets a time; what is finer than a millisecond is rounded up.
    ///
    /// - Parameters:
    ///   - option: The setting.
    ///   - value: The time; not negative, at most 24 days.
    /// - Throws: `.invalidArgument`.
    package func set(_ option: Option<Duration>, _ value: Duration) throws(ZeroMQError) {
        let (seconds, attoseconds) = value.components
        let milliseconds =
            seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        guard value >= .zero, let number = Int32(exactly: milliseconds) else {
            throw ZeroMQError(
                .invalidArgument, in: "zmq_setsockopt", "\(value) for option \(option.number)")
        }
        try set(option.number, number)
    }

    /// Sets a number.
    ///
    /// - Parameters:
    ///   - option: The setting.
    ///   - value: The number.
    /// - Throws: `.invalidArgument`.
    package func set(_ option: Option<Int32>, _ value: Int32) throws(ZeroMQError) {
        try set(option.number, value)
    }

    /// Sets a number of bytes.
    ///
    /// - Parameters:
    ///   - option: The setting.
    ///   - value: The number of bytes.
    /// - Throws: `.invalidArgument`.
    package func set(_ option: Option<Int64>, _ value: Int64) throws(ZeroMQError) {
        try set(option.number, value)
    }

    /// Sets a user.
    ///
    /// - Parameters:
    ///   - option: The setting.
    ///   - value: The user's number.
    /// - Throws: `.invalidArgument`.
    package func set(_ option: Option<UInt32>, _ value: UInt32) throws(ZeroMQError) {
        try set(option.number, value)
    }

    /// Turns something on or off.
    ///
    /// - Parameters:
    ///   - option: The setting.
    ///   - value: Whether it is to be on.
    /// - Throws: `.invalidArgument`, also where the library was built without it.
    package func set(_ option: Option<Bool>, _ value: Bool) throws(ZeroMQError) {
        try set(option.number, value ? 1 : 0 as Int32)
    }

    /// Sets a text.
    ///
    /// - Parameters:
    ///   - option: The setting.
    ///   - value: The text.
    /// - Throws: `.invalidArgument`, as for something that is no key.
    package func set(_ option: Option<String>, _ value: String) throws(ZeroMQError) {
        try set(option.number, Array(value.utf8))
    }

    private func set(_ number: Int32, _ value: some BitwiseCopyable) throws(ZeroMQError) {
        _ = try handle.call("zmq_setsockopt", about: "option \(number)") { socket in
            unsafe withUnsafeBytes(of: value) { bytes in
                unsafe zmq_setsockopt(socket, number, bytes.baseAddress, bytes.count)
            }
        }
    }

    func set(_ number: Int32, _ value: [UInt8]) throws(ZeroMQError) {
        _ = try handle.call("zmq_setsockopt", about: "option \(number)") { socket in
            unsafe zmq_setsockopt(socket, number, value, value.count)
        }
    }
}

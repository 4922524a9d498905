internal import CZeroMQ
internal import Glibc
internal import Synchronization

/// How the handshake of a connection ended.
package enum Handshake: Sendable, CaseIterable {
    /// The two are connected.
    case succeeded
    /// The authenticator has denied somebody.
    case denied
    /// They do not speak the same protocol, or not with the right keys.
    case mismatched
    /// The other one hung up, maybe because it saw first that they are mismatched.
    case hungUp
    /// It took longer than `handshakeInterval`.
    case timedOut
}

extension Socket {
    /// Has the library tell how handshakes end, by `nextHandshake()`, from now on.
    ///
    /// What is told has to be taken: after some 2000 untaken ones the library waits for a reader,
    /// and the socket stands still with it. So it is the socket's own thread that reads them.
    ///
    /// - Parameters:
    ///   - outcomes: Which ends are told.
    ///   - context: The socket's context.
    /// - Throws: `.tooManyDescriptors`.
    package func watchHandshakes(
        _ outcomes: [Handshake], in context: Context
    ) throws(ZeroMQError) {
        let number = watches.wrappingAdd(1, ordering: .relaxed).newValue
        let endpoint = "inproc://handshakes.\(number)"
        let listener = try SocketHandle(ZMQ_PAIR, in: context)
        // Before the library begins to tell: it would wait for somebody to connect.
        _ = try listener.call("zmq_connect") { unsafe zmq_connect($0, endpoint) }
        let events = outcomes.reduce(0) { $0 | $1.events }
        _ = try handle.call("zmq_socket_monitor") { socket in
            unsafe zmq_socket_monitor(socket, endpoint, events)
        }
        handle.handshakes = listener
    }

    /// Takes how the next handshake ended, without waiting; `nil` where none has.
    ///
    /// - Throws: Never in good order.
    package func nextHandshake() throws(ZeroMQError) -> Handshake? {
        guard let listener = handle.handshakes else { return nil }
        var frame = Frame()
        let size = try listener.call("zmq_msg_recv") { socket in
            unsafe zmq_msg_recv(&frame.message, socket, ZMQ_DONTWAIT)
        }
        guard size != nil else { return nil }
        // Two bytes for the event, then four for its value, in the machine's own order.
        let (event, value) = frame.withBytes { bytes in
            guard bytes.count == 6 else { return (Int32(0), Int32(0)) }
            let whole = bytes.indices.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[$1]) }
            return (Int32(whole & 0xffff), Int32(truncatingIfNeeded: whole >> 16))
        }
        while frame.more {
            _ = try listener.call("zmq_msg_recv") { socket in
                unsafe zmq_msg_recv(&frame.message, socket, ZMQ_DONTWAIT)
            }
        }
        return Handshake(event: event, value: value)
    }
}

/// How many sockets have been watched, for a name that none had before.
private let watches = Atomic(0)

extension Handshake {
    /// Reads an event of the library's monitor.
    fileprivate init?(event: Int32, value: Int32) {
        switch event {
        case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: self = .succeeded
        case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: self = .denied
        case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL: self = .mismatched
        // Its value is an `errno`: at a time-out that of the last read, which found nothing.
        case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL: self = value == EAGAIN ? .timedOut : .hungUp
        default: return nil
        }
    }

    fileprivate var events: Int32 {
        switch self {
        case .succeeded: ZMQ_EVENT_HANDSHAKE_SUCCEEDED
        case .denied: ZMQ_EVENT_HANDSHAKE_FAILED_AUTH
        case .mismatched: ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
        case .hungUp, .timedOut: ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL
        }
    }
}

internal import CZeroMQ
internal import Synchronization

/// How the handshake of a connection ended.
package enum Handshake: Sendable, Equatable {
    /// The two are connected.
    case succeeded
    /// One has sent the other away, or it did not come to an end.
    case failed
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
        // The number of the event stands in the first two bytes, in the machine's own order.
        let event = frame.withBytes { $0.count < 2 ? 0 : Int32($0[0]) | Int32($0[1]) << 8 }
        while frame.more {
            _ = try listener.call("zmq_msg_recv") { socket in
                unsafe zmq_msg_recv(&frame.message, socket, ZMQ_DONTWAIT)
            }
        }
        return event & Handshake.succeeded.events == 0 ? .failed : .succeeded
    }
}

/// How many sockets have been watched, for a name that none had before.
private let watches = Atomic(0)

extension Handshake {
    fileprivate var events: Int32 {
        switch self {
        case .succeeded: ZMQ_EVENT_HANDSHAKE_SUCCEEDED
        case .failed:
            ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
                | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH
        }
    }
}

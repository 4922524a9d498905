internal import CZeroMQ
internal import Glibc

/// A socket of libzmq: opened, used and closed by one thread.
///
/// The type system keeps it there: it cannot be copied or shared, only be given away as a whole. No
/// call waits; what would have to wait is a value, and waiting is what a `Poller` is for. It closes
/// when its owner lets go of it, and gives what is still to be sent `linger` to leave, 200 ms unless
/// set.
///
/// Options take effect on the binds and connects that come after them.
package struct Socket: ~Copyable {
    /// What the socket does with its messages.
    package enum Kind: Sendable {
        /// Asks many things at once.
        case dealer
        /// Answers many peers, each by the name that is the first frame of its messages.
        case router
        /// Receives the messages of the topics it subscribed to.
        case sub
        /// Sends each message to whoever subscribed to its topic, and hears of subscriptions.
        case xpub
        /// As `.xpub`, without hearing of subscriptions.
        case pub
        /// Talks with one other `.pair`.
        case pair
        /// Asks one thing at a time.
        case req
        /// Answers one thing at a time.
        case rep

        var number: Int32 {
            switch self {
            case .dealer: ZMQ_DEALER
            case .router: ZMQ_ROUTER
            case .sub: ZMQ_SUB
            case .xpub: ZMQ_XPUB
            case .pub: ZMQ_PUB
            case .pair: ZMQ_PAIR
            case .req: ZMQ_REQ
            case .rep: ZMQ_REP
            }
        }
    }

    let handle: SocketHandle

    /// Opens a socket.
    ///
    /// - Parameters:
    ///   - kind: What it does with its messages.
    ///   - context: The context that it lives in, and keeps alive.
    /// - Throws: `.tooManyDescriptors`, also where the context is full.
    package init(_ kind: Kind, in context: Context) throws(ZeroMQError) {
        handle = try SocketHandle(kind.number, in: context)
    }

    deinit { handle.close() }

    /// Closes the socket now, instead of when its owner goes.
    ///
    /// Returns at once: what is still to be sent goes on its way while the context lives and
    /// `linger` lasts.
    package consuming func close() {}

    /// The endpoint last bound or connected, with the port that the system chose for `tcp://…:*`.
    package var lastEndpoint: String {
        get throws(ZeroMQError) {
            var text = [CChar](repeating: 0, count: 256)
            var size = text.count
            _ = try handle.call("zmq_getsockopt") { socket in
                unsafe zmq_getsockopt(socket, ZMQ_LAST_ENDPOINT, &text, &size)
            }
            return String(
                decoding: text.prefix(max(size - 1, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}

@available(*, unavailable)
extension Socket: Sendable {}

/// The pointer behind a socket, shared with the pollers that wait for it.
///
/// A class, so that a poller which still has it after the socket was closed finds `nil` there and
/// never a pointer to what is gone.
@safe
final class SocketHandle {
    private(set) var pointer: UnsafeMutableRawPointer?
    /// The lock on the `ipc` path that the socket is bound to.
    var lock: EndpointLock?
    /// The end at which the library tells of handshakes, where it does.
    var handshakes: SocketHandle?
    private let context: Context
    /// What the library last said that the socket is ready for; `nil` once that may have changed.
    private var known: Readiness?
    private var bell: Int32?

    init(_ kind: Int32, in context: Context) throws(ZeroMQError) {
        guard let pointer = unsafe zmq_socket(context.pointer, kind) else {
            throw ZeroMQError(number: zmq_errno(), in: "zmq_socket")
        }
        unsafe self.pointer = unsafe pointer
        self.context = context
        // The library's own default is for ever: a peer that never comes would hold up the end.
        var linger: Int32 = 200
        unsafe zmq_setsockopt(pointer, ZMQ_LINGER, &linger, MemoryLayout<Int32>.size)
    }

    deinit { close() }

    /// Closes the socket, once.
    func close() {
        guard let open = unsafe pointer else { return }
        unsafe pointer = nil
        if handshakes != nil {
            // First: told to nobody, they would stop the library's thread.
            unsafe zmq_socket_monitor(open, nil, 0)
            handshakes = nil
        }
        precondition(unsafe zmq_close(open) == 0, "zmq_close: not a socket")
        // After the socket: whoever takes the lock next binds a path that nobody listens on.
        lock = nil
    }

    /// Makes a call on the open socket; see the module's `call`.
    @safe
    func call(
        _ operation: String, about subject: String? = nil,
        _ body: (UnsafeMutableRawPointer) -> Int32
    ) throws(ZeroMQError) -> Int32? {
        guard let open = unsafe pointer else { fatalError("\(operation): on a closed socket") }
        known = nil
        return try ZeroMQ.call(operation, about: subject) { unsafe body(open) }
    }

    // MARK: Readiness

    /// The descriptor that rings when the socket may have become ready; -1 once it is closed.
    var descriptor: Int32 {
        get throws(ZeroMQError) {
            guard unsafe pointer != nil else { return -1 }
            if let bell { return bell }
            let number = try option(ZMQ_FD)
            bell = number
            return number
        }
    }

    /// What the socket could do now without waiting; nothing once it is closed.
    ///
    /// The descriptor rings for commands that wait for the socket, and every call on it may take
    /// them in unseen (P14 of the measured facts). So the library is asked anew after each call and
    /// each ring. In between nothing changes: it is by such commands that a socket hears of its
    /// peers, and a socket that was asked has told them that it waits for one.
    var readiness: Readiness {
        get throws(ZeroMQError) {
            guard unsafe pointer != nil else { return [] }
            if let known { return known }
            var readiness = Readiness(rawValue: Int16(truncatingIfNeeded: try option(ZMQ_EVENTS)))
            if !readiness.contains(.writable) { readiness.insert(.unwritable) }
            known = readiness
            return readiness
        }
    }

    /// Takes down that the descriptor rang.
    func hasRung() { known = nil }

    private func option(_ number: Int32) throws(ZeroMQError) -> Int32 {
        var value: Int32 = 0
        var size = MemoryLayout<Int32>.size
        _ = try call("zmq_getsockopt", about: "option \(number)") { socket in
            unsafe zmq_getsockopt(socket, number, &value, &size)
        }
        return value
    }
}

/// What a socket or a descriptor is ready for.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: Int16

    /// A set of the library's bits.
    ///
    /// - Parameter rawValue: The bits, as in `zmq_poll`.
    package init(rawValue: Int16) { self.rawValue = rawValue }

    /// A message, or input, can be taken.
    package static let readable = Readiness(rawValue: Int16(ZMQ_POLLIN))
    /// A message, or output, can be given.
    package static let writable = Readiness(rawValue: Int16(ZMQ_POLLOUT))
    /// The other end of a descriptor has gone, or it is broken; told unasked, never of a socket.
    package static let hungUp = Readiness(rawValue: Int16(ZMQ_POLLERR))
    /// No message can be given: of a socket without a peer, or whose queues are full.
    package static let unwritable = Readiness(rawValue: 1 << 14)
}

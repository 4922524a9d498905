internal import CZeroMQ
internal import Glibc

extension Socket {
    /// Lets peers connect to an endpoint.
    ///
    /// An `ipc` path is locked first (see `EndpointLock`) and the lock held as long as the socket is
    /// bound; a socket is bound to one such path at most. The socket file gets mode 0600 by
    /// `chmod` after the bind: a umask belongs to the whole process, and would reach into whatever
    /// other threads are creating just then. In the moment between the two the folder keeps
    /// others off: it has to be 0700.
    ///
    /// - Parameter endpoint: `ipc://<path>`, `tcp://<address>:<port>` or `inproc://<name>`.
    /// - Throws: `.addressInUse`, `.nameTooLong`, `.invalidArgument`, or the system's refusal.
    package func bind(_ endpoint: String) throws(ZeroMQError) {
        guard let path = try Self.path(of: endpoint, in: "zmq_bind") else {
            try allowAddress(of: endpoint)
            try endpointCall("zmq_bind", endpoint) { unsafe zmq_bind($0, endpoint) }
            return
        }
        guard handle.lock == nil else {
            throw ZeroMQError(
                .invalidArgument, in: "zmq_bind", "bound to an ipc path already (\(endpoint))")
        }
        let lock = try EndpointLock(path: path)
        try endpointCall("zmq_bind", endpoint) { unsafe zmq_bind($0, endpoint) }
        handle.lock = consume lock
        _ = try call("chmod", about: path) { unsafe chmod(path, 0o600) }
    }

    /// Takes back a bind; connections that are there stay.
    ///
    /// - Parameter endpoint: As it was bound.
    /// - Throws: `.noSuchFile` where the socket is not bound to it.
    package func unbind(_ endpoint: String) throws(ZeroMQError) {
        try endpointCall("zmq_unbind", endpoint) { unsafe zmq_unbind($0, endpoint) }
        if endpoint.hasPrefix(Self.ipc) { handle.lock = nil }
    }

    /// Connects to an endpoint, now or as soon as somebody binds it, again after each break.
    ///
    /// - Parameter endpoint: As for `bind(_:)`.
    /// - Throws: `.nameTooLong`, `.invalidArgument`, or the system's refusal.
    package func connect(_ endpoint: String) throws(ZeroMQError) {
        _ = try Self.path(of: endpoint, in: "zmq_connect")
        try allowAddress(of: endpoint)
        try endpointCall("zmq_connect", endpoint) { unsafe zmq_connect($0, endpoint) }
    }

    /// Takes back a connect.
    ///
    /// - Parameter endpoint: As it was connected.
    /// - Throws: `.noSuchFile` where the socket is not connected to it.
    package func disconnect(_ endpoint: String) throws(ZeroMQError) {
        try endpointCall("zmq_disconnect", endpoint) { unsafe zmq_disconnect($0, endpoint) }
    }

    /// The most bytes of an `ipc` path that fit into the system's address of a local socket.
    package static let longestPath = 107

    private static let ipc = "ipc://"

    /// Has the library take an address in brackets, which is one of IPv6.
    private func allowAddress(of endpoint: String) throws(ZeroMQError) {
        if endpoint.hasPrefix("tcp://[") { try set(.ipv6, true) }
    }

    @safe
    private func endpointCall(
        _ operation: String, _ endpoint: String, _ body: (UnsafeMutableRawPointer) -> Int32
    ) throws(ZeroMQError) {
        guard try handle.call(operation, about: endpoint, body) != nil else {
            throw ZeroMQError(number: EAGAIN, in: operation, about: endpoint)
        }
    }

    /// The path of an `ipc` endpoint, checked before the library sees it; `nil` for others.
    private static func path(
        of endpoint: String, in operation: String
    ) throws(ZeroMQError) -> String? {
        guard endpoint.hasPrefix(ipc) else { return nil }
        let path = String(endpoint.dropFirst(ipc.count))
        guard let first = path.first, first != "@", first != "*" else {
            // Neither has a file whose owner and folder keep other users off.
            throw ZeroMQError(
                .invalidArgument, in: operation, "an ipc endpoint needs a path (\(endpoint))")
        }
        guard path.utf8.count <= longestPath else {
            let length = path.utf8.count
            throw ZeroMQError(
                .nameTooLong, in: operation,
                "\(path) is \(length) bytes long, and a socket's path has \(longestPath) at most")
        }
        return path
    }
}

internal import CZeroMQ
internal import Glibc

/// What the library, or the system beneath it, refused.
///
/// What can happen in good order is no error: a call that would have to wait and a peer that is
/// not there are values of `Sent` and of `receive(_:)`.
package struct ZeroMQError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure, an error number of the system or of libzmq.
    package struct Code: Sendable, Hashable {
        /// The number itself.
        package let number: Int32

        private init(_ number: Int32) { self.number = number }

        /// The code with an error number that has no name here.
        ///
        /// - Parameter number: The error number.
        /// - Returns: The code.
        package static func other(_ number: Int32) -> Code { Code(number) }

        /// Somebody has the endpoint.
        package static let addressInUse = Code(EADDRINUSE)
        /// The host has no such address.
        package static let addressNotAvailable = Code(EADDRNOTAVAIL)
        /// A path or a topic is over its limit.
        package static let nameTooLong = Code(ENAMETOOLONG)
        /// A mandatory router knows no such peer; `Socket.send` tells it as `.unroutable`.
        package static let hostUnreachable = Code(EHOSTUNREACH)
        /// An endpoint, a value or a key is none.
        package static let invalidArgument = Code(EINVAL)
        /// There is no such path, or the socket has no such endpoint.
        package static let noSuchFile = Code(ENOENT)
        /// The path is not ours.
        package static let permissionDenied = Code(EACCES)
        /// The process or the context has no room for another one.
        package static let tooManyDescriptors = Code(EMFILE)
        /// The context has ended.
        package static let terminated = Code(ETERM)
        /// The socket cannot do this now, as a `.req` that still waits for its reply.
        package static let outOfStep = Code(EFSM)
    }

    /// The kind of failure.
    package let code: Code
    /// The call that failed, by its name in C.
    package let operation: String
    /// What went wrong, with the endpoint or path it is about.
    package let message: String

    package var description: String { "\(operation): \(message)" }

    /// An error with a message of our own.
    init(_ code: Code, in operation: String, _ message: String) {
        self.code = code
        self.operation = operation
        self.message = message
    }

    /// The error that an error number stands for.
    init(number: Int32, in operation: String, about subject: String? = nil) {
        // zmq_strerror also knows the system's numbers.
        let text = unsafe String(cString: zmq_strerror(number))
        self.init(
            .other(number), in: operation, subject.map { "\(text) (\($0))" } ?? text)
    }
}

/// Calls libzmq, or the system: the one way in which this module does so.
///
/// A call that a signal interrupted is made again.
///
/// - Parameters:
///   - operation: The call's name in C.
///   - subject: The endpoint or path that the call is about.
///   - body: The call; below zero where it failed.
/// - Returns: What the call returned, or `nil` where it would have had to wait.
/// - Throws: Any other failure. Those which only a mistake of our own can cause end the process.
func call(
    _ operation: String, about subject: String? = nil, _ body: () -> Int32
) throws(ZeroMQError) -> Int32? {
    while true {
        let result = body()
        guard result < 0 else { return result }
        // The number belongs to the thread and to its last call: read before anything else runs.
        switch zmq_errno() {
        case EINTR: continue
        case EAGAIN: return nil
        case let number where number == EFAULT || number == ENOTSOCK || number == EBADF:
            fatalError("\(operation): a pointer, socket or descriptor that is not alive")
        case let number:
            throw ZeroMQError(number: number, in: operation, about: subject)
        }
    }
}

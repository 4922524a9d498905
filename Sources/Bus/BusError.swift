package import ZeroMQ

/// Why a process could not take its place on the bus.
package struct BusError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The sorts of failure.
    package struct Code: Sendable, Equatable {
        private enum Sort: Sendable {
            case endpointTaken
            case endpointInvalid
            case settingsInvalid
            case keysInvalid
            case unguarded
            case system
        }

        private let sort: Sort

        /// A living process holds the endpoint (B11, F9 of the measured facts).
        package static let endpointTaken = Code(sort: .endpointTaken)
        /// The endpoint cannot be used: a path too long, a plain tcp address beyond loopback.
        package static let endpointInvalid = Code(sort: .endpointInvalid)
        /// The settings are missing or cannot be read.
        package static let settingsInvalid = Code(sort: .settingsInvalid)
        /// A key or the list of keys is missing, is none, or is open to others.
        package static let keysInvalid = Code(sort: .keysInvalid)
        /// Strangers would get in, or it could not be shown that they would not.
        package static let unguarded = Code(sort: .unguarded)
        /// The system or libzmq refused.
        package static let system = Code(sort: .system)
    }

    /// The sort of failure.
    package let code: Code
    /// What happened, where, and what to do.
    package let message: String
    /// What libzmq said, where it was asked.
    package let cause: ZeroMQError?

    /// Says what failed.
    package init(_ code: Code, _ message: String, cause: ZeroMQError? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message and what libzmq said.
    package var description: String {
        cause.map { "\(message): \($0)" } ?? message
    }
}

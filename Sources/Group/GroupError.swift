/// Why a group could not be described or started.
package struct GroupError: Error, Sendable, Equatable {
    /// The kinds of failure.
    package enum Code: String, Sendable {
        /// The topology file has a mistake or cannot be read.
        case topology
        /// A folder is not ours, is open to others, or its path is too long.
        case directory
        /// The group runs already (G7).
        case running
        /// A key is missing, or an endpoint would be open to everybody.
        case keys
        /// A program cannot be found or started.
        case executable
        /// The system refused something else.
        case system
    }

    /// The kind of failure.
    package let code: Code
    /// What went wrong, where, and what was expected.
    package let message: String
    /// The system's or a library's own words.
    package let cause: String?

    /// Describes a failure.
    package init(_ code: Code, _ message: String, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension GroupError: CustomStringConvertible {
    package var description: String { message + (cause.map { ": \($0)" } ?? "") }
}

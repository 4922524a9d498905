/// Why bytes are no JSON.
package struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The sorts of mistake.
    package enum Code: Sendable {
        /// The bytes are not UTF-8 throughout.
        case notText
        /// The text is no JSON.
        case notJSON
    }

    /// The sort of mistake.
    package let code: Code
    /// What is wrong there.
    package let message: String
    /// The byte at which it was noticed, from 0.
    package let position: Int

    init(_ message: String, at position: Int, code: Code = .notJSON) {
        self.code = code
        self.message = message
        self.position = position
    }

    /// What is wrong, and where.
    package var description: String { "\(message) at byte \(position)" }
}

/// A value that a statement is given or a row holds.
package enum SQLValue: Sendable, Equatable {
    case null
    case integer(Int)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// Wraps a text that may be absent.
    package static func text(orNull text: String?) -> SQLValue { text.map(Self.text) ?? .null }

    /// Wraps a number that may be absent.
    package static func real(orNull number: Double?) -> SQLValue {
        number.map(Self.real) ?? .null
    }

    /// The sort of value, as a message names it.
    var kind: String {
        switch self {
        case .null: "null"
        case .integer: "an integer"
        case .real: "a real"
        case .text: "a text"
        case .blob: "a blob"
        }
    }
}

/// A large value that is made once and kept or passed on often: a copy of this is one reference.
@usableFromInline
package final class Shared<Value: Sendable & Equatable>: Sendable, Equatable {
    /// The value.
    @usableFromInline package let value: Value

    /// Shares a value.
    @inlinable package init(_ value: Value) {
        self.value = value
    }

    @inlinable package static func == (one: Shared, other: Shared) -> Bool {
        one === other || one.value == other.value
    }
}

extension Shared: Codable where Value: Codable {
    /// Reads a value as it would be read by itself.
    @usableFromInline package convenience init(from decoder: any Decoder) throws {
        self.init(try Value(from: decoder))
    }

    @usableFromInline package func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}

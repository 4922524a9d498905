/// Reads the elements of a list, one after the other.
struct ListReader: UnkeyedDecodingContainer {
    private let list: ValueDecoder
    /// The token of the next element.
    private var next: Int
    private(set) var currentIndex = 0

    init(_ list: ValueDecoder) {
        self.list = list
        next = list.index + 1
    }

    var codingPath: [any CodingKey] { list.codingPath }
    var count: Int? { Int(list.token.length) }
    var isAtEnd: Bool { currentIndex >= list.token.length }

    mutating func decodeNil() throws -> Bool {
        guard try element(Any?.self).decodeNil() else { return false }
        advance()
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        try take(type) { try $0.decode(type) }
    }

    mutating func decode(_ type: String.Type) throws -> String {
        try take(type) { try $0.decode(type) }
    }

    mutating func decode<Number: BinaryFloatingPoint & Decodable & LosslessStringConvertible>(
        _ type: Number.Type
    ) throws -> Number {
        try take(type) { try $0.decode(type) }
    }

    mutating func decode<Number: FixedWidthInteger & Decodable>(
        _ type: Number.Type
    ) throws -> Number {
        try take(type) { try $0.decode(type) }
    }

    mutating func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
        try take(type) { try Content(from: $0) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try take([String: Any].self) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take([Any].self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try take((any Decoder).self) { $0 } }

    /// Reads the next element; one that cannot be read stays the next.
    private mutating func take<Content>(
        _ type: Any.Type, _ read: (ValueDecoder) throws -> Content
    ) throws -> Content {
        let content = try read(element(type))
        advance()
        return content
    }

    private func element(_ type: Any.Type) throws -> ValueDecoder {
        guard !isAtEnd else {
            let path = codingPath + [PathKey(currentIndex)]
            throw DecodingError.valueNotFound(
                type, .init(codingPath: path, debugDescription: "The list has no more elements."))
        }
        return list.decoder(at: next)
    }

    private mutating func advance() {
        next = Int(list.tape.tokens[next].next)
        currentIndex += 1
    }
}

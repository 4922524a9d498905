/// Reads the members of an object.
struct ObjectReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let object: ValueDecoder
    /// The members of an object that has very many; those of a usual one are found faster by going
    /// through them.
    private let members: [String: Int]?

    init(_ object: ValueDecoder) {
        self.object = object
        members = object.token.length > 32 ? object.tape.members(of: object.index) : nil
    }

    var codingPath: [any CodingKey] { object.codingPath }

    var allKeys: [Key] {
        let names = (members ?? object.tape.members(of: object.index)).keys
        return names.compactMap { Key(stringValue: $0) }
    }

    func contains(_ key: Key) -> Bool { index(of: key.stringValue) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try member(key).decode(type)
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try member(key).decode(type)
    }

    func decode<Number: BinaryFloatingPoint & Decodable & LosslessStringConvertible>(
        _ type: Number.Type, forKey key: Key
    ) throws -> Number {
        try member(key).decode(type)
    }

    func decode<Number: FixedWidthInteger & Decodable>(
        _ type: Number.Type, forKey key: Key
    ) throws -> Number {
        try member(key).decode(type)
    }

    func decode<Content: Decodable>(_ type: Content.Type, forKey key: Key) throws -> Content {
        try Content(from: member(key))
    }

    // Absent, null or a value is told by one look, and not by three as is usual.

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try present(key)?.decode(type)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try present(key)?.decode(type)
    }

    func decodeIfPresent<Number: BinaryFloatingPoint & Decodable & LosslessStringConvertible>(
        _ type: Number.Type, forKey key: Key
    ) throws -> Number? {
        try present(key)?.decode(type)
    }

    func decodeIfPresent<Number: FixedWidthInteger & Decodable>(
        _ type: Number.Type, forKey key: Key
    ) throws -> Number? {
        try present(key)?.decode(type)
    }

    func decodeIfPresent<Content: Decodable>(
        _ type: Content.Type, forKey key: Key
    ) throws -> Content? {
        try present(key).map { try Content(from: $0) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try member(PathKey(stringValue: "super")) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

    private func index(of name: String) -> Int? {
        if let members { return members[name] }
        return object.tape.member(name, of: object.index)
    }

    /// The value of a member that is neither absent nor null.
    private func present(_ key: Key) -> ValueDecoder? {
        let member = index(of: key.stringValue).map { object.decoder(at: $0) }
        return member?.decodeNil() == false ? member : nil
    }

    private func member(_ key: some CodingKey) throws -> ValueDecoder {
        guard let index = index(of: key.stringValue) else {
            throw DecodingError.keyNotFound(
                key, object.context("There is no \(key.stringValue)."))
        }
        return object.decoder(at: index)
    }
}

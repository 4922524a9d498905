/// Writes the members of an object.
struct ObjectWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let writer: Writer
    private let place: Output.Place

    init(_ writer: Writer, _ place: Output.Place) {
        self.writer = writer
        self.place = place
    }

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws {
        try begin(key)
        writer.output.writeNull()
    }

    func encode(_ value: Bool, forKey key: Key) throws {
        try begin(key)
        writer.output.write(value)
    }

    func encode(_ value: String, forKey key: Key) throws {
        try begin(key)
        writer.output.write(value)
    }

    func encode<Number: BinaryFloatingPoint & Encodable & LosslessStringConvertible>(
        _ value: Number, forKey key: Key
    ) throws {
        try begin(key)
        try writer.output.write(value)
    }

    func encode<Number: FixedWidthInteger & Encodable>(
        _ value: Number, forKey key: Key
    ) throws {
        try begin(key)
        writer.output.write(value)
    }

    func encode<Content: Encodable>(_ value: Content, forKey key: Key) throws {
        try begin(key)
        try writer.write(value, at: place.depth + 1)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        superEncoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        superEncoder(forKey: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder(PathKey(stringValue: "super")) }

    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

    private func encoder(_ key: some CodingKey) -> any Encoder {
        do {
            try begin(key)
        } catch {
            fatalError("\(key.stringValue) is asked for in an object that has ended")
        }
        return ValueEncoder(writer, depth: place.depth + 1)
    }

    private func begin(_ key: some CodingKey) throws {
        try writer.output.begin(key.stringValue, in: place)
    }
}

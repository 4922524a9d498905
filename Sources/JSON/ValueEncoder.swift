/// Writes one value.
///
/// The way to it is not kept, so a mistake does not name it.
struct ValueEncoder: Encoder {
    private let writer: Writer
    /// How many objects and lists it stands in.
    private let depth: Int

    init(_ writer: Writer, depth: Int) {
        self.writer = writer
        self.depth = depth
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(ObjectWriter(writer, writer.output.open(isObject: true, at: depth)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        ListWriter(writer, writer.output.open(isObject: false, at: depth))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ValueEncoder: SingleValueEncodingContainer {
    func encodeNil() { writer.output.writeNull() }

    func encode(_ value: Bool) { writer.output.write(value) }

    func encode(_ value: String) { writer.output.write(value) }

    func encode<Number: BinaryFloatingPoint & Encodable & LosslessStringConvertible>(
        _ value: Number
    ) throws {
        try writer.output.write(value)
    }

    func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) {
        writer.output.write(value)
    }

    func encode<Content: Encodable>(_ value: Content) throws {
        try writer.write(value, at: depth)
    }
}

extension [UInt8] {
    /// Writes a value as a JSON text.
    ///
    /// Members stand in the order in which the value gives them.
    ///
    /// - Parameter value: The value.
    /// - Throws: An `EncodingError` where a number in it is not finite, or whatever the value itself
    ///   throws.
    package init(json value: some Encodable) throws {
        let writer = Writer()
        try writer.write(value, at: 0)
        self = writer.output.bytes
    }
}

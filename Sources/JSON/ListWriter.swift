/// Writes the elements of a list.
struct ListWriter: UnkeyedEncodingContainer {
    private let writer: Writer
    private let place: Output.Place

    init(_ writer: Writer, _ place: Output.Place) {
        self.writer = writer
        self.place = place
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int { writer.output.count(in: place) }

    func encodeNil() throws {
        try writer.output.begin(nil, in: place)
        writer.output.writeNull()
    }

    func encode(_ value: Bool) throws {
        try writer.output.begin(nil, in: place)
        writer.output.write(value)
    }

    func encode(_ value: String) throws {
        try writer.output.begin(nil, in: place)
        writer.output.write(value)
    }

    func encode<Number: BinaryFloatingPoint & Encodable & LosslessStringConvertible>(
        _ value: Number
    ) throws {
        try writer.output.begin(nil, in: place)
        try writer.output.write(value)
    }

    func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) throws {
        try writer.output.begin(nil, in: place)
        writer.output.write(value)
    }

    func encode<Content: Encodable>(_ value: Content) throws {
        try writer.output.begin(nil, in: place)
        try writer.write(value, at: place.depth + 1)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        superEncoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        superEncoder().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        do {
            try writer.output.begin(nil, in: place)
        } catch {
            fatalError("an element is asked for in a list that has ended")
        }
        return ValueEncoder(writer, depth: place.depth + 1)
    }
}

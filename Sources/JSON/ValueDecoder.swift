/// Reads one value for its type.
///
/// The way to it is not kept but found anew for whoever asks: for a mistake, that is.
struct ValueDecoder: Decoder {
    let tape: Tape
    /// The value that paths begin at.
    private let root: UInt32
    private let number: UInt32

    init(_ tape: Tape, root: Int, at index: Int) {
        self.tape = tape
        self.root = UInt32(root)
        number = UInt32(index)
    }

    /// Where its token stands.
    var index: Int { Int(number) }
    var token: Token { tape.tokens[index] }
    var codingPath: [any CodingKey] { tape.path(from: Int(root), to: index) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The same for a value inside of this one.
    func decoder(at index: Int) -> ValueDecoder {
        ValueDecoder(tape, root: Int(root), at: index)
    }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        guard token.kind == .object else { throw mismatch([String: Any].self, "an object") }
        return KeyedDecodingContainer(ObjectReader(self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard token.kind == .list else { throw mismatch([Any].self, "a list") }
        return ListReader(self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    // MARK: Mistakes

    func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
        let context = context("\(expected) was expected, and \(token.summary) is there.")
        return token.kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    func context(_ text: String) -> DecodingError.Context {
        DecodingError.Context(codingPath: codingPath, debugDescription: text)
    }
}

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { token.kind == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        switch token.kind {
        case .yes: true
        case .no: false
        case .null, .number, .text, .escapedText, .list, .object:
            throw mismatch(type, "a truth value")
        }
    }

    func decode(_ type: String.Type) throws -> String {
        guard let text = tape.text(at: index) else { throw mismatch(type, "a text") }
        return text
    }

    func decode<Number: BinaryFloatingPoint & Decodable & LosslessStringConvertible>(
        _ type: Number.Type
    ) throws -> Number {
        guard let digits = tape.digits(at: index) else { throw mismatch(type, "a number") }
        guard let number = Number(digits), number.isFinite else {
            throw DecodingError.dataCorrupted(context("\(digits) is too large for \(type)."))
        }
        return number
    }

    /// Reads a whole number; one that is written with a fraction of zero counts as one, too.
    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
        guard let digits = tape.digits(at: index) else { throw mismatch(type, "a number") }
        if let number = Number(digits) { return number }
        // From 2^53 on a double may not be the number that was written.
        guard let double = Double(digits), abs(double) < 0x1p53,
            let number = Number(exactly: double)
        else {
            throw DecodingError.dataCorrupted(context("\(digits) is no number for \(type)."))
        }
        return number
    }

    func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
        try Content(from: self)
    }
}

/// One value of a JSON text, which was checked whole and can be read as often as wanted.
///
/// Of an object's members with one name the last counts, as with most who read JSON.
package struct Value: Sendable {
    private let tape: Tape
    private let index: Int

    /// Takes a text apart.
    ///
    /// - Parameter bytes: The text.
    /// - Throws: A `JSONError` where they are no JSON (RFC 8259), not UTF-8 throughout, or lists and
    ///   objects are nested more than 512 deep.
    package init(_ bytes: [UInt8]) throws(JSONError) {
        tape = try Tape(bytes)
        index = 0
    }

    private init(_ tape: Tape, _ index: Int) {
        self.tape = tape
        self.index = index
    }

    /// The whole text that the value stands in.
    package var bytes: [UInt8] { tape.bytes }

    /// The value of a member; nil where this is no object or has none of that name.
    package subscript(name: String) -> Value? {
        guard tape.tokens[index].kind == .object else { return nil }
        return tape.member(name, of: index).map { Value(tape, $0) }
    }

    /// What stands here, for whoever does not know beforehand.
    package enum Content: Sendable {
        case null
        case flag(Bool)
        /// A number as it is written.
        case number(String)
        case text(String)
        case list([Value])
        /// The members in their order.
        case object([(name: String, value: Value)])
    }

    /// What stands here.
    package var content: Content {
        switch tape.tokens[index].kind {
        case .null: .null
        case .no: .flag(false)
        case .yes: .flag(true)
        case .number: .number(tape.digits(at: index) ?? "")
        case .text, .escapedText: .text(tape.text(at: index) ?? "")
        case .list: .list(tape.inner(of: index).map { Value(tape, $0) })
        case .object:
            .object(
                tape.inner(of: index).map { (tape.text(at: $0 - 1) ?? "", Value(tape, $0)) })
        }
    }

    /// Reads the value as one of a type.
    ///
    /// - Parameter type: The type.
    /// - Returns: What stands there.
    /// - Throws: A `DecodingError` with the way from this value to the mistake, or whatever the type
    ///   itself throws.
    package func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
        try Content(from: ValueDecoder(tape, root: index, at: index))
    }
}

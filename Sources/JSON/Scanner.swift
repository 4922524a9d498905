/// Goes once over a JSON text (RFC 8259), checks all of it, and notes where each value stands.
struct Scanner {
    /// So many lists and objects may stand in each other: whoever nests without end must not take
    /// the stack.
    private static let deepest = 512

    private let bytes: [UInt8]
    private var position = 0
    private(set) var tokens: [Token] = []

    /// Scans a text.
    init(_ bytes: [UInt8]) throws(JSONError) {
        self.bytes = bytes
        guard bytes.count < Int32.max else { throw JSONError("too long", at: 0) }
        guard (try? UTF8Span(validating: bytes.span)) != nil else {
            throw JSONError("not UTF-8", at: 0, code: .notText)
        }
        tokens.reserveCapacity(bytes.count / 8)
        skipBlanks()
        try scanValue(depth: 0)
        skipBlanks()
        guard position == bytes.count else { throw expected("nothing more") }
    }

    private mutating func scanValue(depth: Int) throws(JSONError) {
        switch peek() {
        case UInt8(ascii: "\"")?: try scanText()
        case UInt8(ascii: "{")?:
            try scanAll(.object, to: UInt8(ascii: "}"), depth) { scanner throws(JSONError) in
                try scanner.scanText()
                scanner.skipBlanks()
                guard scanner.take(UInt8(ascii: ":")) else { throw scanner.expected("a colon") }
                scanner.skipBlanks()
                try scanner.scanValue(depth: depth + 1)
            }
        case UInt8(ascii: "[")?:
            try scanAll(.list, to: UInt8(ascii: "]"), depth) { scanner throws(JSONError) in
                try scanner.scanValue(depth: depth + 1)
            }
        case UInt8(ascii: "t")?: try scanWord("true", .yes)
        case UInt8(ascii: "f")?: try scanWord("false", .no)
        case UInt8(ascii: "n")?: try scanWord("null", .null)
        case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?: try scanNumber()
        default: throw expected("a value")
        }
    }

    /// Scans what stands between brackets, with commas in between.
    private mutating func scanAll(
        _ kind: Token.Kind, to end: UInt8, _ depth: Int,
        _ scanOne: (inout Self) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard depth < Self.deepest else { throw expected("less nesting") }
        let index = tokens.count
        add(kind, from: position)
        position += 1
        skipBlanks()
        if take(end) { return }
        repeat {
            skipBlanks()
            try scanOne(&self)
            tokens[index].length += 1
            skipBlanks()
        } while take(UInt8(ascii: ","))
        guard take(end) else { throw expected("a comma or the end of \(tokens[index].summary)") }
        tokens[index].next = UInt32(tokens.count)
    }

    private mutating func scanText() throws(JSONError) {
        guard take(UInt8(ascii: "\"")) else { throw expected("a text") }
        let start = position
        var kind = Token.Kind.text
        while let byte = peek(), byte >= 0x20 {
            switch byte {
            case UInt8(ascii: "\""):
                add(kind, from: start)
                position += 1
                return
            case UInt8(ascii: "\\"):
                kind = .escapedText
                guard Escape.take(at: &position, in: bytes) != nil else {
                    throw JSONError("a broken escape", at: position)
                }
            default: position += 1
            }
        }
        throw expected("the end of a text")
    }

    private mutating func scanNumber() throws(JSONError) {
        let start = position
        _ = take(UInt8(ascii: "-"))
        // Nothing but a fraction or an exponent may follow a first zero.
        if !take(UInt8(ascii: "0")) { try scanDigits() }
        if take(UInt8(ascii: ".")) { try scanDigits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try scanDigits()
        }
        add(.number, from: start)
    }

    private mutating func scanDigits() throws(JSONError) {
        let start = position
        while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            position += 1
        }
        guard position > start else { throw expected("a digit") }
    }

    private mutating func scanWord(_ word: String, _ kind: Token.Kind) throws(JSONError) {
        let start = position
        guard bytes[position...].starts(with: word.utf8) else { throw expected("a value") }
        position += word.utf8.count
        add(kind, from: start)
    }

    /// Adds a token from there to here.
    private mutating func add(_ kind: Token.Kind, from start: Int) {
        tokens.append(
            Token(
                kind: kind, start: UInt32(start), length: UInt32(position - start),
                next: UInt32(tokens.count + 1)))
    }

    private mutating func skipBlanks() {
        while let byte = peek(), byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
            position += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    private func expected(_ what: String) -> JSONError {
        JSONError("expected \(what)", at: position)
    }
}

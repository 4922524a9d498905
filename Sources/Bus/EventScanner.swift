import Messages

/// Walks through a CloudEvent's JSON once: reads the attributes, and finds where the data stands.
///
/// Written by hand, like `Header.opening`. The data is checked to be JSON; it is read by whoever
/// knows its kind.
struct EventScanner {
    /// Deeper nesting is refused: whoever nests without end must not take the stack (B5).
    private static let deepest = 512

    private let bytes: [UInt8]
    private var position = 0
    private var texts: [Header.Key: String] = [:]
    private var numbers: [Header.Key: Int] = [:]
    /// Where the data stands; nil where there is none.
    private(set) var data: Range<Int>?

    /// Walks through bytes that are UTF-8.
    ///
    /// - Throws: A `Problem` of type `malformed` that names the attribute, if it is about one.
    init(_ bytes: [UInt8]) throws(Problem) {
        self.bytes = bytes
        skipBlanks()
        guard peek() == UInt8(ascii: "{") else { throw broken() }
        try skipMembers { (scanner, name) throws(Problem) in try scanner.takeMember(name) }
        skipBlanks()
        guard position == bytes.count else { throw broken() }
    }

    /// The attributes.
    ///
    /// - Throws: A `Problem` of type `malformed` that names the missing one.
    func header() throws(Problem) -> Header {
        var header = Header(
            id: RequestID(try required(.id)), source: try required(.source),
            type: try required(.type), subject: texts[.subject], time: texts[.time],
            boot: texts[.boot].map { Boot($0) }, sequence: numbers[.sequence],
            correlationid: texts[.correlationid].map { RequestID($0) })
        header.specversion = try required(.specversion)
        header.datacontenttype = texts[.datacontenttype]
        header.protocolVersion = numbers[.protocolVersion]
        return header
    }

    private func required(_ key: Header.Key) throws(Problem) -> String {
        if let text = texts[key] { return text }
        throw Problem(.malformed, "a field is missing", field: key.rawValue)
    }

    // MARK: Members

    private mutating func takeMember(_ name: Range<Int>) throws(Problem) {
        let name = try text(name)
        let start = position
        try skipValue(depth: 1)
        let value = start..<position
        if name == "data" { data = value }
        guard let key = Header.Key(rawValue: name), !isNull(value) else { return }
        switch key {
        case .specversion, .id, .source, .type, .subject, .time, .datacontenttype, .boot,
            .correlationid:
            guard bytes[start] == UInt8(ascii: "\"") else { throw wrongType(name) }
            texts[key] = try text(value)
        case .sequence, .protocolVersion:
            guard let number = Int(String(decoding: bytes[value], as: UTF8.self)) else {
                throw wrongType(name)
            }
            numbers[key] = number
        }
    }

    private func isNull(_ value: Range<Int>) -> Bool {
        bytes[value.lowerBound] == UInt8(ascii: "n")
    }

    /// A text that stands there with its quotes.
    private func text(_ quoted: Range<Int>) throws(Problem) -> String {
        let content = bytes[quoted.dropFirst().dropLast()]
        guard content.contains(UInt8(ascii: "\\")) else {
            return String(decoding: content, as: UTF8.self)
        }
        return try Codec.text(bytes[quoted])
    }

    // MARK: JSON

    private mutating func skipValue(depth: Int) throws(Problem) {
        guard depth < Self.deepest else { throw broken() }
        switch peek() {
        case UInt8(ascii: "\""): _ = try skipText()
        case UInt8(ascii: "{"):
            try skipMembers { (scanner, _) throws(Problem) in
                try scanner.skipValue(depth: depth + 1)
            }
        case UInt8(ascii: "["):
            try skipList(to: UInt8(ascii: "]")) { scanner throws(Problem) in
                try scanner.skipValue(depth: depth + 1)
            }
        default: try skipWord()
        }
    }

    private mutating func skipMembers(
        _ value: (inout Self, Range<Int>) throws(Problem) -> Void
    ) throws(Problem) {
        try skipList(to: UInt8(ascii: "}")) { scanner throws(Problem) in
            let name = try scanner.skipText()
            scanner.skipBlanks()
            guard scanner.take(UInt8(ascii: ":")) else { throw scanner.broken() }
            scanner.skipBlanks()
            try value(&scanner, name)
        }
    }

    /// Passes over what stands between brackets, with commas in between.
    private mutating func skipList(
        to end: UInt8, _ element: (inout Self) throws(Problem) -> Void
    ) throws(Problem) {
        position += 1
        skipBlanks()
        if take(end) { return }
        while true {
            skipBlanks()
            try element(&self)
            skipBlanks()
            if take(end) { return }
            guard take(UInt8(ascii: ",")) else { throw broken() }
        }
    }

    private mutating func skipText() throws(Problem) -> Range<Int> {
        let start = position
        guard take(UInt8(ascii: "\"")) else { throw broken() }
        while let byte = peek(), byte >= 0x20 {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\""), position <= bytes.count { return start..<position }
        }
        throw broken()
    }

    /// Passes over a number, `true`, `false` or `null`.
    private mutating func skipWord() throws(Problem) {
        let start = position
        while let byte = peek(), Self.isOfWord(byte) { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        switch word {
        case "true", "false", "null": return
        default:
            guard let number = Double(word), number.isFinite, word.first != "+" else {
                throw broken()
            }
        }
    }

    /// Whether a byte may stand in a number or one of the three words.
    private static func isOfWord(_ byte: UInt8) -> Bool {
        "0123456789+-.Eaeflnrstu".utf8.contains(byte)
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

    private func broken() -> Problem {
        Problem(
            .malformed, "a field or the JSON is broken",
            detail: "It is no JSON at byte \(position).")
    }

    private func wrongType(_ name: String) -> Problem {
        Problem(.malformed, "a field has the wrong type", field: name)
    }
}

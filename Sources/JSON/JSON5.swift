/// Turns JSON5, as people write files, into JSON (json5.org): comments, bare and single-quoted
/// names, commas after the last, and more ways to write texts and numbers.
///
/// It looks at one word or mark after the other. Whether they make sense together is told by who
/// reads the JSON.
struct JSON5 {
    /// A mark or word of the text, as JSON has it.
    private struct Piece {
        var json: String
        /// Where it stands in the text, as a byte.
        let position: Int
        /// Whether it is a name without quotes, or one of the words that JSON has, too.
        var isBare = false
    }

    private let scalars: [Unicode.Scalar]
    private var index = 0
    /// The byte at which the next character stands.
    private var position = 0
    private var pieces: [Piece] = []

    /// Takes a text apart.
    init(_ text: String) throws(JSONError) {
        scalars = Array(text.unicodeScalars)
        while let scalar = try nextVisible() {
            let start = position
            if "{}[]:,".unicodeScalars.contains(scalar) {
                take()
                pieces.append(Piece(json: String(scalar), position: start))
            } else if scalar == "\"" || scalar == "'" {
                pieces.append(Piece(json: try takeText(), position: start))
            } else if let word = takeWord() {
                pieces.append(Piece(json: word, position: start, isBare: true))
            } else {
                pieces.append(Piece(json: try takeNumber(), position: start))
            }
        }
    }

    /// The text as JSON, and for each of its bytes the one that it comes from.
    func strict() -> (json: [UInt8], origins: [Int]) {
        var json: [UInt8] = []
        var origins: [Int] = []
        for (number, piece) in pieces.enumerated() {
            let next = number + 1 < pieces.count ? pieces[number + 1].json : ""
            // A comma after the last, but not one that stands alone.
            let isValue = number > 0 && !"{[,:".contains(pieces[number - 1].json)
            if piece.json == ",", next == "}" || next == "]", isValue { continue }
            let isName = piece.isBare && next == ":"
            let bytes = Array((isName ? "\"\(piece.json)\"" : piece.json).utf8) + [0x20]
            json += bytes
            origins += bytes.map { _ in piece.position }
        }
        return (json, origins)
    }

    // MARK: Blanks

    /// The next character that is neither blank nor in a comment; nil at the end.
    private mutating func nextVisible() throws(JSONError) -> Unicode.Scalar? {
        while let scalar = peek() {
            if scalar.properties.isWhitespace || scalar == "\u{feff}" {
                take()
            } else if scalar == "/", peek(1) == "/" {
                while let scalar = peek(), !Self.endsLine(scalar) { take() }
            } else if scalar == "/", peek(1) == "*" {
                let start = position
                take(2)
                while peek() != "*" || peek(1) != "/" {
                    guard peek() != nil else { throw JSONError("a comment without end", at: start) }
                    take()
                }
                take(2)
            } else {
                return scalar
            }
        }
        return nil
    }

    private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        "\n\r\u{2028}\u{2029}".unicodeScalars.contains(scalar)
    }

    // MARK: Words

    /// A name without quotes, or `true`, `false` or `null`; nil where something else stands.
    private mutating func takeWord() -> String? {
        var word = String.UnicodeScalarView()
        while let scalar = peek(),
            scalar == "_" || scalar == "$" || scalar.properties.isAlphabetic
                || !word.isEmpty && scalar.properties.numericType != nil
        {
            word.append(scalar)
            take()
        }
        return word.isEmpty ? nil : String(word)
    }

    private mutating func takeNumber() throws(JSONError) -> String {
        let start = position
        var sign = ""
        if peek() == "-" || peek() == "+" {
            sign = peek() == "-" ? "-" : ""
            take()
        }
        var digits = String.UnicodeScalarView()
        while let scalar = peek(), Self.isOfNumber(scalar, after: digits.last) {
            digits.append(scalar)
            take()
        }
        if digits.starts(with: "0x".unicodeScalars) || digits.starts(with: "0X".unicodeScalars) {
            guard let number = UInt64(String(digits.dropFirst(2)), radix: 16) else {
                throw JSONError("a broken number", at: start)
            }
            return "\(sign)\(number)"
        }
        guard !digits.isEmpty else { throw JSONError("expected a value", at: start) }
        return sign + Self.completed(String(digits))
    }

    /// Adds the zeros that JSON wants on both sides of a point.
    private static func completed(_ digits: String) -> String {
        let parts = digits.split(
            separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, digits != "." else { return digits }
        let fraction = parts[1].first?.isNumber == true ? parts[1] : "0" + parts[1]
        return "\(parts[0].isEmpty ? "0" : parts[0]).\(fraction)"
    }

    private static func isOfNumber(_ scalar: Unicode.Scalar, after last: Unicode.Scalar?) -> Bool {
        if scalar == "+" || scalar == "-" { return last == "e" || last == "E" }
        return scalar == "." || scalar == "x" || scalar == "X" || scalar.properties.isASCIIHexDigit
    }

    // MARK: Texts

    private mutating func takeText() throws(JSONError) -> String {
        let start = position
        let quote = peek()
        take()
        var json = "\""
        while let scalar = peek(), scalar != quote {
            take()
            switch scalar {
            case "\\": json += takeEscape()
            case "\"": json += #"\""#
            case "\n", "\r": throw JSONError("a text goes over the end of a line", at: position - 1)
            case "\0"..<" ": json += Self.escaped(scalar)
            default: json.unicodeScalars.append(scalar)
            }
        }
        guard peek() != nil else { throw JSONError("a text without end", at: start) }
        take()
        return json + "\""
    }

    /// What stands behind a backslash.
    private mutating func takeEscape() -> String {
        guard let scalar = peek() else { return "" }
        take()
        switch scalar {
        case "b", "f", "n", "r", "t", "u", "\"", "\\": return "\\\(scalar)"
        case "v": return Self.escaped("\u{b}")
        case "0": return Self.escaped("\0")
        case "x": return #"\u00"#
        case "\r" where peek() == "\n":
            take()
            return ""
        default: return Self.endsLine(scalar) ? "" : String(scalar)
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    // MARK: Characters

    private func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
        index + ahead < scalars.count ? scalars[index + ahead] : nil
    }

    private mutating func take(_ count: Int = 1) {
        for scalar in scalars[index...].prefix(count) {
            index += 1
            position += UTF8.width(scalar)
        }
    }
}

extension Value {
    /// Takes a text of JSON5 apart, as people write it in files.
    ///
    /// - Parameter bytes: The text.
    /// - Throws: A `JSONError` with the place in this text; infinity and NaN are mistakes.
    package init(json5 bytes: [UInt8]) throws(JSONError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw JSONError("not UTF-8", at: 0)
        }
        let (json, origins) = try JSON5(text).strict()
        do throws(JSONError) {
            try self.init(json)
        } catch {
            throw JSONError(
                error.message,
                at: error.position < json.count ? origins[error.position] : bytes.count)
        }
    }
}

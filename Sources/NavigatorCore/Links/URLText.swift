import Messages

/// A link cut into its parts, with escapes still in the path and undone in the query.
struct URLText {
    /// What stands before the first colon, in small letters.
    let scheme: String
    /// The host as it was written; nil where the link has none, as `geo:` has.
    let host: String?
    /// The path's parts; for a link without host, what follows the colon.
    let path: [String]
    /// What stands between `?` and `#`.
    let query: Query
    /// What stands behind the first `#`.
    let fragment: String

    /// Cuts a link; nil where it has no scheme.
    ///
    /// - Throws: A `Problem` where the query's escapes are none.
    init?(_ text: String) throws(Problem) {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
        let scheme = text[..<colon]
        guard scheme.utf8.allSatisfy(\.isSchemeByte) else { return nil }
        let (beforeFragment, fragment) = text[text.index(after: colon)...].cut(at: "#")
        let (beforeQuery, query) = beforeFragment.cut(at: "?")
        self.scheme = scheme.lowercased()
        self.fragment = String(fragment)
        self.query = try Query(query)
        guard beforeQuery.hasPrefix("//") else {
            host = nil
            path = [String(beforeQuery)]
            return
        }
        let parts = beforeQuery.dropFirst(2).split(separator: "/").map(String.init)
        let hasHost = !beforeQuery.hasPrefix("///")
        host = hasHost ? parts.first : nil
        path = hasHost ? Array(parts.dropFirst()) : parts
    }

    /// Undoes the escapes of a text: `%41` is `A`, and `+` is a space.
    static func unescape(_ text: some StringProtocol) throws(Problem) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.next()?.hexDigit, let low = rest.next()?.hexDigit else {
                    throw Problem.unreadableLink("A % in it is not followed by two hex digits.")
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem.unreadableLink("Its escapes make no text.")
        }
        return text
    }
}

/// The `name=value` pairs of a link, with their escapes undone.
struct Query {
    /// The text as it was written.
    let text: String
    /// The names, in small letters, and their values; empty values are left out.
    let pairs: [(name: String, value: String)]

    /// Cuts a text into pairs.
    ///
    /// - Throws: A `Problem` where the escapes are none.
    init(_ text: some StringProtocol) throws(Problem) {
        var pairs: [(name: String, value: String)] = []
        for part in text.split(separator: "&") {
            let (name, escaped) = part.cut(at: "=")
            let value = try URLText.unescape(escaped)
            if !value.isEmpty { pairs.append((try URLText.unescape(name).lowercased(), value)) }
        }
        self.text = String(text)
        self.pairs = pairs
    }

    /// The value of the first of some names that there is.
    subscript(names: String...) -> String? {
        for name in names {
            if let pair = pairs.first(where: { $0.name == name }) { return pair.value }
        }
        return nil
    }
}

extension StringProtocol {
    /// What stands before and behind the first of a character; nothing behind it where it is absent.
    func cut(at separator: Character) -> (before: SubSequence, behind: SubSequence) {
        guard let index = firstIndex(of: separator) else { return (self[...], self[endIndex...]) }
        return (self[..<index], self[self.index(after: index)...])
    }
}

extension UInt8 {
    fileprivate var hexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    fileprivate var isSchemeByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }
}

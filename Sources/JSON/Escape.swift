/// What stands behind a backslash in a text of JSON.
enum Escape {
    /// Reads one escape, and moves past it.
    ///
    /// - Parameters:
    ///   - position: Where its backslash stands; behind it afterwards.
    ///   - bytes: The JSON text.
    /// - Returns: The character that it stands for; nil where it is no escape, or half a pair.
    static func take(at position: inout Int, in bytes: [UInt8]) -> Unicode.Scalar? {
        guard position + 1 < bytes.count else { return nil }
        let letter = bytes[position + 1]
        position += 2
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return scalar(at: &position, in: bytes)
        default: return nil
        }
    }

    private static func scalar(at position: inout Int, in bytes: [UInt8]) -> Unicode.Scalar? {
        guard let high = unit(at: &position, in: bytes) else { return nil }
        guard (0xd800..<0xdc00).contains(high) else {
            // The second half of a pair alone is no scalar.
            return Unicode.Scalar(high)
        }
        guard bytes[position...].starts(with: #"\u"#.utf8) else { return nil }
        position += 2
        guard let low = unit(at: &position, in: bytes), (0xdc00..<0xe000).contains(low) else {
            return nil
        }
        return Unicode.Scalar(0x1_0000 + (high - 0xd800) << 10 + (low - 0xdc00))
    }

    /// Four hexadecimal digits.
    private static func unit(at position: inout Int, in bytes: [UInt8]) -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var unit: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            unit = unit << 4 + UInt32(digit)
        }
        position += 4
        return unit
    }
}

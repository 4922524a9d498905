/// A JSON text and where each of its values stands.
final class Tape: Sendable {
    let bytes: [UInt8]
    let tokens: [Token]

    init(_ bytes: [UInt8]) throws(JSONError) {
        self.bytes = bytes
        tokens = try Scanner(bytes).tokens
    }

    // MARK: Scalars

    /// A text or a name.
    func text(at index: Int) -> String? {
        let token = tokens[index]
        switch token.kind {
        case .text: return String(decoding: bytes[token.range], as: UTF8.self)
        case .escapedText: return unescaped(token.range)
        case .null, .no, .yes, .number, .list, .object: return nil
        }
    }

    private func unescaped(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        var position = range.lowerBound
        while let escape = bytes[position..<range.upperBound].firstIndex(of: UInt8(ascii: "\\")) {
            text += String(decoding: bytes[position..<escape], as: UTF8.self).unicodeScalars
            position = escape
            // It was found good when the text was scanned.
            if let scalar = Escape.take(at: &position, in: bytes) { text.append(scalar) }
        }
        text += String(decoding: bytes[position..<range.upperBound], as: UTF8.self).unicodeScalars
        return String(text)
    }

    /// The digits of a number.
    func digits(at index: Int) -> String? {
        let token = tokens[index]
        return token.kind == .number ? String(decoding: bytes[token.range], as: UTF8.self) : nil
    }

    // MARK: Members

    /// The value of the last member of an object that has this name.
    func member(_ name: String, of object: Int) -> Int? {
        let wanted = name.utf8.span
        var found: Int?
        var index = object + 1
        for _ in 0..<tokens[object].length {
            if isText(index, wanted) { found = index + 1 }
            index = Int(tokens[index + 1].next)
        }
        return found
    }

    /// The values of all members of an object, by name.
    func members(of object: Int) -> [String: Int] {
        Dictionary(inner(of: object).map { (text(at: $0 - 1) ?? "", $0) }) { _, last in last }
    }

    /// The elements of a list, or the values of an object's members, in their order.
    func inner(of index: Int) -> [Int] {
        // A member's name stands before its value.
        let ahead = tokens[index].kind == .object ? 1 : 0
        var inner: [Int] = []
        var next = index + 1
        for _ in 0..<tokens[index].length {
            inner.append(next + ahead)
            next = Int(tokens[next + ahead].next)
        }
        return inner
    }

    private func isText(_ index: Int, _ wanted: Span<UInt8>) -> Bool {
        let token = tokens[index]
        if token.kind == .escapedText {
            return isSame(Array((text(at: index) ?? "").utf8)[...], wanted)
        }
        return isSame(bytes[token.range], wanted)
    }

    private func isSame(_ bytes: ArraySlice<UInt8>, _ wanted: Span<UInt8>) -> Bool {
        guard bytes.count == wanted.count else { return false }
        let start = bytes.startIndex
        return wanted.indices.allSatisfy { bytes[start + $0] == wanted[$0] }
    }

    // MARK: Paths

    /// The way from a value down to one inside of it, for whoever is told of a mistake.
    func path(from root: Int, to index: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var current = root
        while current < index {
            let isObject = tokens[current].kind == .object
            var value = current + (isObject ? 2 : 1)
            var number = 0
            while tokens[value].next <= index {
                value = Int(tokens[value].next) + (isObject ? 1 : 0)
                number += 1
            }
            path.append(
                isObject ? PathKey(stringValue: text(at: value - 1) ?? "") : PathKey(number))
            current = value
        }
        return path
    }
}

/// One step on the way to a value.
struct PathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        self.init(intValue)
    }

    init(_ index: Int) {
        stringValue = "\(index)"
        intValue = index
    }
}

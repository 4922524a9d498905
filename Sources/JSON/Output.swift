/// Writes one JSON text from its beginning to its end.
///
/// Objects and lists stand in each other; what is written into one closes all that are open in it.
struct Output {
    /// An object or a list that has been begun and not ended.
    private struct Level {
        let id: Int
        let isObject: Bool
        var count = 0
    }

    /// An object or a list, as whoever fills it knows it.
    struct Place {
        /// How many others it stands in.
        let depth: Int
        /// By this one that is still open is told from one that has ended since.
        fileprivate let id: Int
    }

    private(set) var bytes: [UInt8] = []
    private var levels: [Level] = []
    private var begun = 0
    /// Where the value stands that was begun last.
    private var valueStart = 0

    init() {
        bytes.reserveCapacity(1_024)
    }

    // MARK: Objects and lists

    /// Begins an object or a list, or goes on with the one that the same value has begun.
    mutating func open(isObject: Bool, at depth: Int) -> Place {
        if levels.count > depth {
            close(to: depth + 1)
            precondition(levels[depth].isObject == isObject, "a value is an object or a list")
            return Place(depth: depth, id: levels[depth].id)
        }
        bytes.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        begun += 1
        levels.append(Level(id: begun, isObject: isObject))
        return Place(depth: depth, id: begun)
    }

    /// Ends all objects and lists but so many outer ones; a value of which nothing was written is
    /// an empty object.
    mutating func close(to depth: Int) {
        if bytes.count == valueStart { bytes += "{}".utf8 }
        while levels.count > depth, let level = levels.popLast() {
            bytes.append(level.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        }
    }

    /// How many members or elements have been begun.
    func count(in place: Place) -> Int {
        isOpen(place) ? levels[place.depth].count : 0
    }

    /// Begins a member, with its name, or an element; a value has to follow.
    ///
    /// - Throws: An `EncodingError` where the object or list has ended: what stands in one must be
    ///   written before whatever comes after it.
    mutating func begin(_ name: String?, in place: Place) throws {
        guard isOpen(place) else {
            throw EncodingError.invalidValue(
                name as Any,
                .init(codingPath: [], debugDescription: "It comes too late: the text goes on."))
        }
        close(to: place.depth + 1)
        if levels[place.depth].count > 0 { bytes.append(UInt8(ascii: ",")) }
        levels[place.depth].count += 1
        if let name {
            write(name)
            bytes.append(UInt8(ascii: ":"))
        }
        valueStart = bytes.count
    }

    private func isOpen(_ place: Place) -> Bool {
        levels.count > place.depth && levels[place.depth].id == place.id
    }

    // MARK: Values

    mutating func writeNull() {
        bytes += "null".utf8
    }

    mutating func write(_ flag: Bool) {
        bytes += (flag ? "true" : "false").utf8
    }

    mutating func write(_ number: some FixedWidthInteger) {
        bytes += String(number).utf8
    }

    /// Writes a number with as many digits as tell it from its neighbours.
    ///
    /// - Throws: An `EncodingError` where it is not finite.
    mutating func write<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ number: Number
    ) throws {
        guard number.isFinite else {
            throw EncodingError.invalidValue(
                number, .init(codingPath: [], debugDescription: "\(number) has no JSON form."))
        }
        let digits = String(number).utf8
        let isWhole = digits.suffix(2).elementsEqual(".0".utf8)
        bytes += isWhole ? digits.dropLast(2) : digits[...]
    }

    /// Writes a text in quotes, be it somebody else's with whatever characters.
    mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.contains(where: { Self.isEscaped($0) }) {
            for byte in text.utf8 { write(byte: byte) }
        } else {
            bytes += text.utf8
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether a byte of a text cannot stand for itself.
    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func write(byte: UInt8) {
        if byte < 0x20 {
            bytes += byte < 0x10 ? "\\u000".utf8 : "\\u00".utf8
            bytes += String(byte, radix: 16).utf8
        } else {
            if Self.isEscaped(byte) { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
    }
}

/// The one text that all who write parts of a value write into.
final class Writer {
    var output = Output()

    /// Writes a value of any type that stands in so many objects and lists.
    func write(_ value: some Encodable, at depth: Int) throws {
        try value.encode(to: ValueEncoder(self, depth: depth))
        output.close(to: depth)
    }
}

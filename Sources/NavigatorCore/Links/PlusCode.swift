import Messages

/// A full Plus Code: a cell of the earth, named by pairs of letters of base 20.
struct PlusCode {
    private static let letters = Array("23456789CFGHJMPQRVWX".utf8)
    /// Where the plus stands in a full code; in a short one it stands earlier.
    private static let plus = 8

    /// The middle of the cell.
    let middle: Coordinates

    /// Reads a code; nil where a text is none, is short, or names an area of kilometres by zeros.
    ///
    /// A space counts as the plus, which the query of a link turns into one.
    init?(_ text: String) {
        var code = Array(text.uppercased().utf8)
        guard code.count > Self.plus, [UInt8(ascii: "+"), 0x20].contains(code[Self.plus]) else {
            return nil
        }
        code.remove(at: Self.plus)
        let digits = code.map { Self.letters.firstIndex(of: $0) }
        guard digits.count != 9, digits.count <= 15 else { return nil }
        var (lat, lon) = (0.0, 0.0)
        var (height, width) = (400.0, 400.0)
        for index in stride(from: 0, to: min(digits.count, 10), by: 2) {
            guard let north = digits[index], let east = digits[index + 1] else { return nil }
            (height, width) = (height / 20, width / 20)
            lat += Double(north) * height
            lon += Double(east) * width
        }
        for digit in digits.dropFirst(10) {
            guard let digit else { return nil }
            (height, width) = (height / 5, width / 4)
            lat += Double(digit / 4) * height
            lon += Double(digit % 4) * width
        }
        middle = Coordinates(lat: lat + height / 2 - 90, lon: lon + width / 2 - 180)
    }
}

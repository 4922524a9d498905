import Messages

/// A point as the short links of the map projects write it: six bits a letter, taken in turn by the
/// two halves of the earth in which it lies.
enum QuadCode {
    /// Reads the code of an `/go/` link of OpenStreetMap; nil where it is none.
    ///
    /// The longitude has the first bit; dashes and equals signs at the end only say how near the map
    /// is drawn.
    static func openStreetMap(_ code: String) -> Coordinates? {
        let letters = code.utf8.reversed().drop {
            $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "=")
        }
        guard let (lon, lat) = fractions(letters.reversed(), last: ["_", "~@"]) else { return nil }
        return Coordinates(lat: lat * 180 - 90, lon: lon * 360 - 180)
    }

    /// Reads the code of an `omaps.app` link; nil where it is none.
    ///
    /// A letter for the scale of the map, then nine in which the latitude has the first bit.
    static func organicMaps(_ code: String) -> Coordinates? {
        guard code.utf8.count == 10 else { return nil }
        guard let (lat, lon) = fractions(Array(code.utf8.dropFirst()), last: ["-", "_"]) else {
            return nil
        }
        return Coordinates(lat: lat * 180 - 90, lon: lon * 360 - 180)
    }

    /// Reads how far along its two axes a point lies, from 0 to 1, in the middle of its cell.
    ///
    /// `last` has the letters that stand for 62 and for 63, in all their spellings.
    private static func fractions(_ code: [UInt8], last: [String]) -> (Double, Double)? {
        guard !code.isEmpty, code.count <= 16 else { return nil }
        var (first, second) = (0.0, 0.0)
        var step = 1.0
        for letter in code {
            guard let bits = value(of: letter, last: last) else { return nil }
            for shift in [4, 2, 0] {
                step /= 2
                first += Double(bits >> (shift + 1) & 1) * step
                second += Double(bits >> shift & 1) * step
            }
        }
        return (first + step / 2, second + step / 2)
    }

    private static func value(of letter: UInt8, last: [String]) -> Int? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(letter - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(letter - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(letter - UInt8(ascii: "0")) + 52
        default: last.firstIndex { $0.utf8.contains(letter) }.map { $0 + 62 }
        }
    }
}

import Messages

/// A point that a text names, with the label that stands behind it.
struct Point {
    /// Where it is.
    let coordinates: Coordinates
    /// What it is called; nil where nothing says so.
    let label: String?

    /// Reads `lat,lon`, `lat,lon(Label)` or a full Plus Code; nil where a text is neither.
    ///
    /// Spaces around the numbers are allowed, as people's links have them.
    init?(_ text: String) {
        var numbers = text.trimmed
        var label: String?
        if let open = numbers.firstIndex(of: "("), numbers.hasSuffix(")") {
            let inside = numbers[numbers.index(after: open)...].dropLast().trimmed
            label = inside.isEmpty ? nil : inside
            numbers = numbers[..<open].trimmed
        }
        if let cell = PlusCode(numbers) {
            self.init(coordinates: cell.middle, label: label)
            return
        }
        let parts = numbers.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        self.init(latitude: parts[0].trimmed, longitude: parts[1].trimmed, label: label)
    }

    /// Reads two numbers; nil where one is none.
    init?(latitude: String?, longitude: String?, label: String? = nil) {
        guard let lat = latitude?.decimal, let lon = longitude?.decimal else { return nil }
        self.init(coordinates: Coordinates(lat: lat, lon: lon), label: label)
    }

    /// Names a point.
    init(coordinates: Coordinates, label: String? = nil) {
        self.coordinates = coordinates
        self.label = label
    }
}

extension StringProtocol {
    /// The text without the white space at its ends.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        let end = start.lastIndex { !$0.isWhitespace }
        return end.map { String(start[...$0]) } ?? ""
    }

    /// The number that plain digits make: `-12.5`, but not `1e3`, `nan` or `0x1`.
    var decimal: Double? {
        let unsigned = hasPrefix("-") || hasPrefix("+") ? dropFirst() : self[...]
        let (whole, fraction) = unsigned.cut(at: ".")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard !whole.isEmpty, whole.utf8.allSatisfy(digits.contains) else { return nil }
        guard fraction.utf8.allSatisfy(digits.contains) else { return nil }
        return Double(String(self))
    }
}

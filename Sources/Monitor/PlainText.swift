/// Makes text from outside fit for a terminal: it is data and never a command to it (V11).
package enum PlainText {
    /// Replaces what a terminal would act on, and cuts to a length.
    ///
    /// - Parameters:
    ///   - text: Whatever somebody sent.
    ///   - limit: The most characters to keep; a cut one ends in an ellipsis.
    /// - Returns: The text with a replacement character for each that is taken out.
    package static func shown(_ text: some StringProtocol, limit: Int = .max) -> String {
        var shown = ""
        var count = 0
        for character in text {
            if count == limit {
                shown.removeLast()
                return shown + "…"
            }
            if character.unicodeScalars.contains(where: isCommand) {
                shown.append("\u{FFFD}")
            } else {
                shown.append(character)
            }
            count += 1
        }
        return shown
    }

    /// A JSON text whose control characters stand there escaped, so that it can be shown as well.
    ///
    /// JSON itself lets DEL, the C1 controls and the marks of direction stand in strings, and
    /// nowhere else; line ends and tabs stand between its tokens, and nowhere else.
    package static func escaped(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: isCommand) else { return json }
        var escaped = ""
        for scalar in json.unicodeScalars {
            if !isCommand(scalar) {
                escaped.unicodeScalars.append(scalar)
            } else if scalar.value < 0x20 {
                escaped.append(" ")
            } else {
                let digits = String(scalar.value, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return escaped
    }

    /// How many columns of a terminal a text takes.
    package static func width(of text: String) -> Int {
        text.reduce(0) { $0 + width(of: $1) }
    }

    /// Pads a text with spaces to a number of columns.
    package static func padded(_ text: String, to columns: Int, right: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, columns - width(of: text)))
        return right ? space + text : text + space
    }

    /// Cuts a text to a number of columns.
    package static func cut(_ text: String, to columns: Int) -> String {
        guard width(of: text) > columns else { return text }
        var used = 1
        let kept = text.prefix { character in
            used += width(of: character)
            return used <= columns
        }
        return kept + "…"
    }

    /// Whether a terminal would act on it: controls, line separators, marks of direction.
    private static func isCommand(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func width(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        let isWide =
            switch scalar.value {
            // Hangul, the CJK scripts, their full-width forms, and emoji.
            case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
                0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF,
                0x20000...0x3FFFD:
                true
            default: false
            }
        return isWide ? 2 : 1
    }
}

/// What stands in one place on the screen: a character, and how many cells it takes.
struct Glyph: Sendable, Equatable {
    /// What the terminal is sent.
    var text: String
    /// How many cells that takes: 1 or 2.
    let width: Int

    /// The longest text that is looked at, in scalars; whoever reads 200 characters has read enough.
    private static let longestText = 1_000
    /// So many marks on one letter are enough for any language; more would climb over other lines.
    private static let mostMarks = 4

    /// The glyphs of a text from outside, as data: nothing in it is a command to a terminal (V11).
    static func glyphs(of text: String) -> [Glyph] {
        var glyphs: [Glyph] = []
        var marks = 0
        for scalar in text.unicodeScalars.prefix(longestText) {
            switch Kind(scalar) {
            case .cells(let width):
                marks = 0
                glyphs.append(Glyph(text: String(scalar), width: width))
            case .mark:
                marks += 1
                guard let last = glyphs.indices.last, marks <= mostMarks else { continue }
                glyphs[last].text.unicodeScalars.append(scalar)
            case .command: glyphs.append(Glyph(text: "\u{FFFD}", width: 1))
            case .nothing: continue
            }
        }
        return glyphs
    }

    /// How many cells a text takes.
    static func width(of text: String) -> Int {
        // Most are such.
        if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text.utf8.count }
        return width(of: glyphs(of: text)[...])
    }

    /// How many cells some glyphs take.
    static func width(of glyphs: ArraySlice<Glyph>) -> Int {
        glyphs.reduce(0) { $0 + $1.width }
    }

    /// A text as it is shown, for those who hear or read it in lines.
    static func plain(_ text: String) -> String {
        glyphs(of: text).map(\.text).joined()
    }

    /// As much of the glyphs as has room; what is cut ends in an ellipsis.
    static func cut(_ glyphs: [Glyph], to columns: Int) -> [Glyph] {
        guard width(of: glyphs[...]) > columns else { return glyphs }
        guard columns > 0 else { return [] }
        var kept = glyphs.prefix(fitting(glyphs[...], columns - 1))
        while kept.last?.text == " " { kept.removeLast() }
        return kept + [Glyph(text: "…", width: 1)]
    }

    /// A text in lines, broken at spaces where there are some.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - columns: The width of a line.
    ///   - limit: The most lines; the last one is cut.
    /// - Returns: The lines, without the spaces at which they are broken.
    static func lines(of text: String, columns: Int, limit: Int) -> [[Glyph]] {
        var rest = glyphs(of: text)[...]
        var lines: [[Glyph]] = []
        while !rest.isEmpty, lines.count < limit {
            if lines.count == limit - 1 || width(of: rest) <= columns {
                lines.append(cut(Array(rest), to: columns))
                break
            }
            let whole = max(1, fitting(rest, columns))
            // One more is looked at: a line may end exactly where a word does.
            let space = rest.prefix(whole + 1).lastIndex { $0.text == " " }
            let end = space.flatMap { $0 > rest.startIndex ? $0 : nil } ?? rest.startIndex + whole
            lines.append(Array(rest[..<end]))
            rest = rest[end...].drop { $0.text == " " }
        }
        return lines
    }

    /// How many of the first glyphs have room.
    private static func fitting(_ glyphs: ArraySlice<Glyph>, _ columns: Int) -> Int {
        var used = 0
        return glyphs.prefix { glyph in
            used += glyph.width
            return used <= columns
        }.count
    }
}

/// What a scalar is to a terminal.
private enum Kind {
    /// It takes so many cells.
    case cells(Int)
    /// It belongs to what stands before it.
    case mark
    /// A terminal would act on it.
    case command
    /// It is not shown.
    case nothing

    init(_ scalar: Unicode.Scalar) {
        if 0x20..<0x7F ~= scalar.value {
            self = .cells(1)
            return
        }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: self = .command
        // Joiners, too: what a terminal makes of joined emoji, and how wide, nobody can tell.
        case .format: self = .nothing
        case .nonspacingMark, .enclosingMark: self = Self.isSelector(scalar) ? .nothing : .mark
        default:
            if 0x1160...0x11FF ~= scalar.value {
                // The vowel and the end of a Korean syllable in parts: they join its beginning.
                self = .mark
            } else {
                self = .cells(Self.isWide(scalar) ? 2 : 1)
            }
        }
    }

    /// Whether it chooses how the one before is drawn; a choice that would change its width.
    private static func isSelector(_ scalar: Unicode.Scalar) -> Bool {
        0xFE00...0xFE0F ~= scalar.value || 0xE0100...0xE01EF ~= scalar.value
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Hangul, the CJK scripts and their full-width forms.
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x17000...0x18D08, 0x1B000...0x1B2FB, 0x20000...0x3FFFD:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }
}

/// Which colours a terminal is given.
package enum Ink: Sendable, Equatable {
    /// Any colour.
    case trueColor
    /// The sixteen that every terminal has.
    case sixteen
    /// None: bold, dim, underlined and reversed only.
    case none

    /// Chooses by the process's variables.
    package init(environment: [String: String]) {
        if environment["NO_COLOR"]?.isEmpty == false {
            self = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"]) {
            self = .trueColor
        } else {
            self = .sixteen
        }
    }
}

/// Draws frames on a terminal: of each only what differs from the one before.
package struct Pen: Sendable, Equatable {
    private let ink: Ink
    private var drawn: Frame?

    /// Takes up colours; what stands on the terminal is not known yet.
    package init(_ ink: Ink) {
        self.ink = ink
    }

    /// Forgets what stands on the terminal: the next frame is drawn whole.
    package mutating func forget() { drawn = nil }

    /// What a terminal has to be sent so that it shows a frame.
    package mutating func draw(_ frame: Frame) -> String {
        let isSame = drawn?.columns == frame.columns && drawn?.rows.count == frame.rows.count
        let before = isSame ? drawn : nil
        drawn = frame
        var stroke = Stroke(ink: ink)
        for (index, row) in frame.rows.enumerated() {
            stroke.draw(row, over: before?.rows[index], at: index)
        }
        let erase = before == nil ? "\u{1B}[0m\u{1B}[2J" : ""
        guard !stroke.text.isEmpty || !erase.isEmpty else { return "" }
        // Between the two marks a terminal that knows them shows nothing half drawn.
        return "\u{1B}[?2026h" + erase + stroke.text + "\u{1B}[0m\u{1B}[?2026l"
    }
}

/// The writing of one frame.
private struct Stroke {
    let ink: Ink
    private(set) var text = ""
    private var style: Style?
    /// Where the terminal's cursor is; nil where that is not sure.
    private var cursor: (row: Int, column: Int)?

    init(ink: Ink) {
        self.ink = ink
    }

    /// Writes the cells of a row that have changed; all that are not empty where nothing is known.
    mutating func draw(_ row: [Cell], over before: [Cell]?, at index: Int) {
        let old = before ?? Array(repeating: Cell(), count: row.count)
        guard row != old else { return }
        for column in row.indices where !row[column].text.isEmpty {
            let end = column + 1
            let isWide = end < row.count && row[end].text.isEmpty
            let isChanged = row[column] != old[column] || isWide && row[end] != old[end]
            if isChanged { put(row[column], isWide ? 2 : 1, row: index, column: column) }
        }
    }

    private mutating func put(_ cell: Cell, _ width: Int, row: Int, column: Int) {
        if cursor == nil || cursor?.row != row || cursor?.column != column {
            text += "\u{1B}[\(row + 1);\(column + 1)H"
        }
        if style != cell.style {
            text += "\u{1B}[\(ink.codes(of: cell.style))m"
            style = cell.style
        }
        text += cell.text
        // How wide anything but ASCII is, terminals disagree: the next cell is gone to anew.
        let isSure = cell.text.utf8.count == 1
        cursor = isSure ? (row, column + width) : nil
    }
}

extension Ink {
    /// The numbers by which a terminal takes up a style.
    fileprivate func codes(of style: Style) -> String {
        var codes = ["0"]
        if style.isBold { codes.append("1") }
        if style.isDim { codes.append("2") }
        if style.isUnderlined { codes.append("4") }
        if style.isReversed || style.isFilled && self == .none { codes.append("7") }
        switch self {
        case .none: break
        case .sixteen: codes += sixteen(style)
        case .trueColor: codes += trueColor(style)
        }
        return codes.joined(separator: ";")
    }

    private func sixteen(_ style: Style) -> [String] {
        let number =
            switch style.tone {
            case .plain: 9
            case .red: 1
            case .amber: 3
            case .blue: 6
            }
        guard style.tone != .plain else { return [] }
        return style.isFilled ? ["30", "\(40 + number)"] : ["\(30 + number)"]
    }

    private func trueColor(_ style: Style) -> [String] {
        let color =
            switch style.tone {
            case .plain: ""
            case .red: "229;72;77"
            case .amber: "255;178;36"
            case .blue: "82;169;255"
            }
        guard !color.isEmpty else { return [] }
        return style.isFilled ? ["38;2;0;0;0", "48;2;\(color)"] : ["38;2;\(color)"]
    }
}

/// What a terminal is sent so that it tells what is done at it, and so that it is as before.
package enum Modes {
    /// The alternate screen without cursor and wrapping; the mouse with its drags, in numbers of any
    /// size; focus; marks around pasted text; keys by number with their releases, and the question
    /// whether they are.
    package static let enter =
        "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h" + toldByAll
        + "\u{1B}[>27u\u{1B}[?u"
    /// All of it taken back, the newest first.
    package static let leave =
        "\u{1B}[<u" + untoldByAll
        + "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
    /// The same where only lines are written.
    package static let enterPlain = toldByAll
    /// The same taken back.
    package static let leavePlain = untoldByAll

    private static let toldByAll = "\u{1B}[?1004h\u{1B}[?2004h"
    private static let untoldByAll = "\u{1B}[?2004l\u{1B}[?1004l"
}

package import Messages

/// How large a screen is, in cells.
package struct Size: Sendable, Equatable {
    /// The least on which all is shown (V1).
    package static let least = Size(columns: 40, rows: 12)
    /// More is not drawn on: a terminal may say anything.
    private static let most = (columns: 400, rows: 200)

    /// How many columns.
    package let columns: Int
    /// How many rows.
    package let rows: Int

    /// Takes what a terminal says.
    package init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 1), Self.most.columns)
        self.rows = min(max(rows, 1), Self.most.rows)
    }

    var isTooSmall: Bool { columns < Self.least.columns || rows < Self.least.rows }
}

/// How a cell looks; whatever colour says is said in words and shapes as well.
package struct Style: Sendable, Equatable {
    /// A colour by what it is for.
    package enum Tone: Sendable {
        case plain
        /// Stop, and the eye while it is lit.
        case red
        /// What is armed.
        case amber
        /// What can be tapped once.
        case blue
    }

    /// Its colour.
    package var tone = Tone.plain
    /// Whether the colour is the ground's.
    package var isFilled = false
    package var isBold = false
    package var isDim = false
    package var isUnderlined = false
    package var isReversed = false

    static let plain = Style()
    static let bold = Style(isBold: true)
    static let dim = Style(isDim: true)
    static let armed = Style(tone: .amber, isFilled: true, isBold: true)
}

/// One cell of the screen.
package struct Cell: Sendable, Equatable {
    /// What stands in it; empty where it is the right half of what stands left of it.
    package var text = " "
    /// How it looks.
    package var style = Style.plain
}

/// A part of the screen.
package struct Rectangle: Sendable, Equatable {
    /// Its first row.
    package var row: Int
    /// Its first column.
    package var column: Int
    /// How many rows.
    package var rows: Int
    /// How many columns.
    package var columns: Int

    func contains(row: Int, column: Int) -> Bool {
        (self.row..<self.row + rows).contains(row)
            && (self.column..<self.column + columns).contains(column)
    }
}

/// What can be pressed.
package enum Target: Sendable, Equatable {
    /// A control, which takes two presses.
    case control(FaceControl)
    /// A button of one tap.
    case action(FaceView.Action)
}

/// A picture of cells, and what can be pressed in it.
package struct Frame: Sendable, Equatable {
    /// What can be pressed in a part of the picture.
    package struct Area: Sendable, Equatable {
        /// The part.
        package var rectangle: Rectangle
        /// What can be pressed.
        package let target: Target
    }

    /// How many columns.
    package let columns: Int
    /// Its cells, row by row.
    package private(set) var rows: [[Cell]]
    /// What can be pressed, and where.
    package private(set) var areas: [Area] = []
    /// How far the scrolled part can be scrolled, in rows.
    package var scrollLimit = 0
    /// How many rows of the scrolled part are shown at once.
    package var page = 1

    /// Makes an empty picture.
    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = Self.empty(rows, columns)
    }

    private static func empty(_ rows: Int, _ columns: Int) -> [[Cell]] {
        Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    }

    /// What can be pressed at a cell.
    package func target(row: Int, column: Int) -> Target? {
        areas.last { $0.rectangle.contains(row: row, column: column) }?.target
    }

    /// The picture as text, without what fills up its lines.
    package var text: String {
        rows.map { row in
            var line = row.map(\.text).joined()
            while line.last == " " { line.removeLast() }
            return line
        }
        .joined(separator: "\n")
    }

    // MARK: Drawing

    /// Makes room for more rows.
    mutating func grow(to count: Int) {
        if count > rows.count { rows += Self.empty(count - rows.count, columns) }
    }

    /// Writes a text, cut to a number of columns.
    ///
    /// - Returns: How many columns it takes.
    @discardableResult
    mutating func write(
        _ text: String, row: Int, column: Int, columns width: Int, _ style: Style = .plain
    ) -> Int {
        write(Glyph.cut(Glyph.glyphs(of: text), to: width), row: row, column: column, style)
    }

    /// Writes glyphs, as far as there is room.
    @discardableResult
    mutating func write(_ glyphs: [Glyph], row: Int, column: Int, _ style: Style = .plain) -> Int {
        guard rows.indices.contains(row), column >= 0 else { return 0 }
        var next = column
        for glyph in glyphs {
            guard next + glyph.width <= columns else { break }
            rows[row][next] = Cell(text: glyph.text, style: style)
            if glyph.width == 2 { rows[row][next + 1] = Cell(text: "", style: style) }
            next += glyph.width
        }
        return next - column
    }

    /// Gives the cells of a part a style.
    mutating func paint(_ part: Rectangle, _ change: (inout Style) -> Void) {
        for row in part.row..<part.row + part.rows where rows.indices.contains(row) {
            for column in part.column..<part.column + part.columns where column < columns {
                change(&rows[row][column].style)
            }
        }
    }

    /// Has a part of the picture be something that can be pressed.
    mutating func add(_ target: Target, in rectangle: Rectangle) {
        areas.append(Area(rectangle: rectangle, target: target))
    }

    /// Shows some rows of another picture; what can be pressed in them, too.
    mutating func show(_ other: Frame, from first: Int, count: Int, at row: Int) {
        for offset in 0..<count where other.rows.indices.contains(first + offset) {
            guard rows.indices.contains(row + offset) else { break }
            rows[row + offset] = other.rows[first + offset]
        }
        for var area in other.areas {
            let top = max(area.rectangle.row, first)
            let end = min(area.rectangle.row + area.rectangle.rows, first + count)
            guard top < end else { continue }
            area.rectangle.row = row + top - first
            area.rectangle.rows = end - top
            areas.append(area)
        }
    }
}

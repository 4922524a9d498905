import Messages

/// What scrolls, drawn whole.
struct Sheet {
    private static let longest = 3
    private static let gap = 1

    private var frame: Frame
    private var next = 0

    private init(columns: Int) {
        frame = Frame(columns: columns, rows: 0)
    }

    /// The keys, explained.
    static func help(_ keys: [String], columns: Int) -> Frame {
        var sheet = Sheet(columns: columns)
        for key in keys { sheet.add(key) }
        return sheet.frame
    }

    /// All that is not always there.
    static func content(of scene: Scene, _ view: FaceView, columns: Int) -> Frame {
        var sheet = Sheet(columns: columns)
        if let detail = view.detail { sheet.add(detail) }
        for line in view.lines { sheet.add(line, .bold) }
        if !view.words.armedFor.isEmpty { sheet.add(view.words.armedFor) }
        sheet.add([.extend, .onAir, .wrapUp].compactMap { Button($0, in: scene) })
        if let way = view.way { sheet.add(way) }
        for unsent in view.unsent {
            sheet.add(
                view.words.notSent.filled(
                    with: unsent.kind, Clock.text(unsent.age), unsent.reason))
        }
        if !view.places.isEmpty { sheet.add(view.words.places, .bold) }
        for card in view.places { sheet.add(card) }
        sheet.add("\(view.words.microphone): \(view.microphone)", .dim)
        sheet.add(view.health, .dim)
        return sheet.frame
    }

    private mutating func add(_ text: String, _ style: Style = .plain) {
        let lines = Glyph.lines(of: text, columns: frame.columns - 1, limit: Self.longest)
        for line in lines {
            frame.grow(to: next + 1)
            frame.write(line, row: next, column: 0, style)
            next += 1
        }
    }

    /// Adds controls, as many in a row as have room for their words, all of one width.
    private mutating func add(_ buttons: [Button]) {
        guard let width = buttons.map(\.width).max(), width > 0 else { return }
        let inRow = min(max(1, (frame.columns - 1) / width), buttons.count)
        let columns = min((frame.columns - 1) / inRow, 32)
        for (index, button) in buttons.enumerated() {
            if index % inRow == 0 { frame.grow(to: next + Button.rows) }
            button.draw(on: &frame, row: next, column: index % inRow * columns, columns: columns)
            if index % inRow == inRow - 1 || index == buttons.count - 1 { next += Button.rows }
        }
    }

    private mutating func add(_ way: FaceView.Way) {
        for line in way.lines { add(line) }
        if let question = way.question { add(question, Style(tone: .blue, isBold: true)) }
        add(way.actions)
    }

    private mutating func add(_ card: FaceView.Card) {
        add([card.name, card.note].compactMap(\.self).joined(separator: " · "))
        add([card.action])
    }

    /// Adds buttons of one tap, one behind the other.
    private mutating func add(_ actions: [FaceView.Action]) {
        var column = 0
        for action in actions {
            let text = "[ \(action.label) ]"
            let width = min(Glyph.width(of: text), frame.columns - 1)
            if column > 0, column + width > frame.columns - 1 {
                column = 0
                next += 1
            }
            frame.grow(to: next + 1)
            let style = Style(tone: .blue, isUnderlined: true)
            frame.write(text, row: next, column: column, columns: width, style)
            let rectangle = Rectangle(row: next, column: column, rows: 1, columns: width)
            frame.add(.action(action), in: rectangle)
            column += width + Self.gap
        }
        if !actions.isEmpty { next += 1 }
    }
}

import Messages

/// Where everything stands on the screen.
///
/// From the top: what is played and its Stop's line; what scrolls; one line that says what is
/// most urgent; and Stop beside the red eye, which are always there (V1).
package struct Layout {
    private let scene: Scene
    private let size: Size
    private var frame: Frame

    private init(_ scene: Scene, _ size: Size) {
        self.scene = scene
        self.size = size
        frame = Frame(columns: size.columns, rows: size.rows)
    }

    /// Draws a scene.
    package static func frame(of scene: Scene, _ size: Size) -> Frame {
        var layout = Layout(scene, size)
        guard let view = scene.view else {
            layout.wait()
            return layout.frame
        }
        if size.isTooSmall {
            layout.drawLittle(view)
        } else {
            layout.draw(view)
        }
        return layout.frame
    }

    /// Nothing is known, not even the language.
    private mutating func wait() {
        let lines = Glyph.lines(of: scene.waiting, columns: size.columns, limit: size.rows)
        for (row, line) in lines.enumerated() { frame.write(line, row: row, column: 0) }
    }

    // MARK: The whole

    private static let most = 3

    private mutating func draw(_ view: FaceView) {
        let top = drawTop(view)
        let pinned = size.rows - Button.rows
        let bottom = pinned - (scene.isOld ? 2 : 1)
        drawMiddle(view, rows: top..<bottom)
        if scene.isOld { frame.paint(whole) { $0.isDim = true } }
        drawStatus(view, row: pinned - 1)
        let width = min(size.columns / 2, 32)
        for (place, id) in [FaceControl.stop, .eye].enumerated() {
            guard let button = Button(id, in: scene) else { continue }
            button.draw(on: &frame, row: pinned, column: place * width, columns: width)
        }
    }

    private var whole: Rectangle {
        Rectangle(row: 0, column: 0, rows: size.rows, columns: size.columns)
    }

    /// - Returns: How many rows it takes.
    private mutating func drawTop(_ view: FaceView) -> Int {
        var row = 0
        let time = view.timeLeft.map { view.words.left.filled(with: Clock.text($0)) } ?? ""
        if !view.headline.isEmpty || !time.isEmpty {
            let width = Glyph.width(of: time)
            frame.write(time, row: 0, column: max(0, size.columns - width), columns: width)
            frame.write(
                view.headline, row: 0, column: 0, columns: size.columns - width - 1, .bold)
            row += 1
        }
        if !view.title.isEmpty {
            frame.write(view.title, row: row, column: 0, columns: size.columns)
            row += 1
        }
        let stop = Glyph.lines(of: view.stopLine, columns: size.columns, limit: Self.most)
        for line in stop {
            frame.write(line, row: row, column: 0, .bold)
            row += 1
        }
        return row
    }

    private mutating func drawMiddle(_ view: FaceView, rows: Range<Int>) {
        let sheet =
            scene.showsHelp
            ? Sheet.help(view.words.keys, columns: size.columns)
            : Sheet.content(of: scene, view, columns: size.columns)
        frame.page = max(1, rows.count)
        frame.scrollLimit = max(0, sheet.rows.count - rows.count)
        let first = min(max(0, scene.scroll), frame.scrollLimit)
        frame.show(sheet, from: first, count: rows.count, at: rows.lowerBound)
        let edge = size.columns - 1
        if first > 0 { frame.write("↑", row: rows.lowerBound, column: edge, columns: 1, .dim) }
        if first < frame.scrollLimit {
            frame.write("↓", row: rows.upperBound - 1, column: edge, columns: 1, .dim)
        }
    }

    private mutating func drawStatus(_ view: FaceView, row: Int) {
        if scene.isOld {
            let old = "! " + view.words.old
            let part = Rectangle(row: row - 1, column: 0, rows: 1, columns: size.columns)
            frame.write(old, row: part.row, column: 0, columns: size.columns)
            frame.paint(part) { $0 = Style(isBold: true, isReversed: true) }
        }
        let (text, style) = status(view)
        frame.write(text, row: row, column: 0, columns: size.columns, style)
    }

    /// What is most urgent to say.
    private func status(_ view: FaceView) -> (String, Style) {
        if let notice = scene.notice { return ("! " + notice, .bold) }
        if scene.waitsForKey { return (view.words.confirmKey, Style(tone: .amber, isBold: true)) }
        if let question = view.way?.question { return (question, Style(tone: .blue)) }
        if !view.words.armedFor.isEmpty { return (view.words.armedFor, .plain) }
        return (view.words.keys.last ?? "", .dim)
    }

    // MARK: Where there is no room

    /// What matters most, for as far as there is room: what is armed, and the Stop's line.
    private mutating func drawLittle(_ view: FaceView) {
        var texts = [(view.words.tooSmall, Style.plain)]
        if let armed = scene.armed, let control = scene.control(armed.control) {
            let left = Bar.text(armed.left, of: view.rules.armedFor, columns: 5)
            texts.insert(("\(control.armedLabel) \(left)", .armed), at: 0)
        }
        if scene.isOld { texts.insert((view.words.old, .bold), at: 0) }
        if let notice = scene.notice { texts.insert((notice, .bold), at: 0) }
        if !view.stopLine.isEmpty { texts.append((view.stopLine, .bold)) }
        var row = 0
        for (text, style) in texts {
            for line in Glyph.lines(of: text, columns: size.columns, limit: Self.most) {
                frame.write(line, row: row, column: 0, style)
                row += 1
            }
        }
    }
}

/// How much of an arming is left.
enum Bar {
    /// How many of some cells are full.
    static func full(_ left: Seconds, of whole: Seconds, columns: Int) -> Int {
        guard whole > 0, left.isFinite, whole.isFinite else { return 0 }
        let share = min(max(left / whole, 0), 1)
        return Int((share * Double(columns)).rounded(.up))
    }

    /// The bar as text.
    static func text(
        _ left: Seconds, of whole: Seconds, columns: Int, rest: String = "░"
    ) -> String {
        let full = full(left, of: whole, columns: columns)
        return String(repeating: "█", count: full)
            + String(repeating: rest, count: columns - full)
    }
}

import Messages

/// A control as a box of three rows: what there is to know, its label, and what is left.
///
/// Armed it has other words, another frame and a bar; where it stands and how large it is stays.
struct Button {
    static let rows = 3

    private let control: FaceView.Control
    private let arming: FaceView.Arming?
    private let armedFor: Seconds
    /// What the upper edge says.
    private let note: String

    /// Takes a control from a scene; nil where the face has none such.
    init?(_ id: FaceControl, in scene: Scene) {
        guard let control = scene.control(id), let view = scene.view else { return nil }
        let own = scene.armed.flatMap { $0.control == id ? $0 : nil }
        let elsewhere = scene.elsewhere(id)
        self.control = control
        arming = own
        armedFor = view.rules.armedFor
        let state = own == nil ? "" : view.words.armed
        let notes = [state, elsewhere].filter { !$0.isEmpty }
        // The eye's label says only how it is, not what is so.
        let idle = control.reason ?? (id == .eye ? control.name : "")
        note = notes.isEmpty ? idle : notes.joined(separator: ", ")
    }

    /// How many columns it needs to show its words whole, armed or not.
    var width: Int {
        let words = [idleLabel, control.armedLabel].map(Glyph.width(of:))
        return (words.max() ?? 0) + 2
    }

    /// A switch shows by a shape whether it is on.
    private var idleLabel: String {
        switch control.isOn {
        case true?: "● " + control.label
        case false?: "○ " + control.label
        case nil: control.label
        }
    }

    /// The pieces of a frame: corners, lines.
    private struct Edge {
        let corners: [String]
        let across: String
        let down: String

        static let idle = Edge(corners: ["┌", "┐", "└", "┘"], across: "─", down: "│")
        static let disabled = Edge(corners: ["┌", "┐", "└", "┘"], across: "╌", down: "╎")
        static let armed = Edge(corners: ["╔", "╗", "╚", "╝"], across: "═", down: "║")
    }

    private var edge: Edge {
        if arming != nil { return .armed }
        return control.enabled ? .idle : .disabled
    }

    private var style: Style {
        if arming != nil { return .armed }
        if !control.enabled { return .dim }
        switch control.id {
        case .stop: return Style(tone: .red, isBold: true)
        case .eye: return Style(tone: control.isOn == true ? .red : .plain, isBold: true)
        case .extend, .onAir, .wrapUp: return .bold
        }
    }

    /// Draws it, and has it be pressed where it is drawn.
    func draw(on frame: inout Frame, row: Int, column: Int, columns: Int) {
        let inner = columns - 2
        let edge = edge
        let style = style
        let bar = arming.map {
            Bar.text($0.left, of: armedFor, columns: inner, rest: edge.across)
        }
        let lines = [
            (edge.corners[0], top(edge, inner), edge.corners[1]),
            (edge.down, label(inner), edge.down),
            (
                edge.corners[2], bar ?? String(repeating: edge.across, count: inner),
                edge.corners[3]
            ),
        ]
        for (offset, line) in lines.enumerated() {
            frame.write(
                line.0 + line.1 + line.2, row: row + offset, column: column, columns: columns,
                style)
        }
        let rectangle = Rectangle(row: row, column: column, rows: Self.rows, columns: columns)
        frame.add(.control(control.id), in: rectangle)
    }

    private func top(_ edge: Edge, _ columns: Int) -> String {
        let text = Glyph.cut(Glyph.glyphs(of: note), to: max(0, columns - 1))
        let rest = columns - Glyph.width(of: text[...])
        let line = String(repeating: edge.across, count: max(0, rest - 1))
        return (rest > 0 ? edge.across : "") + text.map(\.text).joined() + line
    }

    private func label(_ columns: Int) -> String {
        let words = arming == nil ? idleLabel : control.armedLabel
        let text = Glyph.cut(Glyph.glyphs(of: words), to: columns)
        let rest = columns - Glyph.width(of: text[...])
        return String(repeating: " ", count: rest / 2) + text.map(\.text).joined()
            + String(repeating: " ", count: rest - rest / 2)
    }
}

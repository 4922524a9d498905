package import Messages

/// A face's view model as lines, for somebody without a view.
package enum FaceText {
    /// What the face shows, from the bar down.
    package static func lines(_ view: FaceView) -> [String] {
        let time = view.timeLeft.map { "\(Figure.clock(Seconds($0))) left" }
        let bar = [view.headline, view.title, time ?? ""].filter { !$0.isEmpty }
        var lines = [bar.joined(separator: " · "), view.stopLine].filter { !$0.isEmpty }
        lines += view.detail.map { ["  \($0)"] } ?? []
        lines += view.lines
        lines += view.controls.map { line($0, armings: view.armings) }
        lines += view.unsent.map {
            "not sent: \($0.kind), \(Figure.time($0.age)) ago, \($0.reason)"
        }
        lines += view.way.map { Self.lines($0) } ?? []
        lines += view.places.map {
            "\($0.name)\($0.note.map { ", \($0)" } ?? "") [\($0.action.label)]"
        }
        lines.append(
            "eye \(view.watching ? "lit" : "dark") · microphone \(view.microphone) · "
                + "group \(view.health)")
        return lines
    }

    private static func lines(_ way: FaceView.Way) -> [String] {
        let actions = way.actions.map { "[\($0.label)]" }.joined(separator: " ")
        return way.lines + [way.question ?? "", actions].filter { !$0.isEmpty }
    }

    private static func line(_ control: FaceView.Control, armings: [FaceView.Arming]) -> String {
        let armed = armings.filter { $0.control == control.id }.map { arming in
            "armed in \(arming.view) for \(Figure.time(arming.left))"
        }
        let state = armed.isEmpty ? (control.enabled ? [] : ["not now"]) : armed
        let label = armed.isEmpty ? control.label : control.armedLabel
        return "[\(label)]" + state.map { " \($0)" }.joined(separator: ",")
    }
}

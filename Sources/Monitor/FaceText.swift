package import Messages

/// A face's view model as lines, for somebody without a view; the words are the view model's (V12).
package enum FaceText {
    /// What the face shows, from the bar down.
    package static func lines(_ view: FaceView) -> [String] {
        let time = view.timeLeft.map { view.words.left.filled(with: Figure.clock(Seconds($0))) }
        let bar = [view.headline, view.title, time ?? ""].filter { !$0.isEmpty }
        var lines = [bar.joined(separator: " · "), view.stopLine].filter { !$0.isEmpty }
        lines += view.detail.map { ["  \($0)"] } ?? []
        lines += view.lines
        lines += view.controls.map { line($0, armings: view.armings) }
        lines += view.unsent.map {
            view.words.notSent.filled(with: $0.kind, Figure.time($0.age), $0.reason)
        }
        lines += view.way.map { Self.lines($0) } ?? []
        lines += view.places.map {
            "\($0.name)\($0.note.map { ", \($0)" } ?? "") [\($0.action.label)]"
        }
        lines.append("\(view.words.microphone): \(view.microphone) · \(view.health)")
        return lines
    }

    private static func lines(_ way: FaceView.Way) -> [String] {
        let actions = way.actions.map { "[\($0.label)]" }.joined(separator: " ")
        return way.lines + [way.question ?? "", actions].filter { !$0.isEmpty }
    }

    private static func line(_ control: FaceView.Control, armings: [FaceView.Arming]) -> String {
        let armed = armings.filter { $0.control == control.id }.map { arming in
            "\(arming.elsewhere), \(Figure.time(arming.left))"
        }
        let state = armed.isEmpty ? [control.reason].compactMap(\.self) : armed
        let label = armed.isEmpty ? control.label : control.armedLabel
        return "[\(label)]" + state.map { " \($0)" }.joined(separator: ",")
    }
}

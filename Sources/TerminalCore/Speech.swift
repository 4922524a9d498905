import Messages

/// What is shown, as lines for somebody who hears them: each said when it changes, and only then.
struct Speech: Sendable, Equatable {
    /// What has been said last, by what it is about.
    private var said: [String: String] = [:]

    /// What of a scene has not been said yet.
    mutating func lines(of scene: Scene) -> [String] {
        let facts = scene.facts
        let marks = facts.map { ($0.0, $0.0 == "time" ? scene.hour : $0.1) }
        var lines: [String] = []
        for (fact, mark) in zip(facts, marks) where said[mark.0] != mark.1 {
            if !fact.1.isEmpty { lines.append(Glyph.plain(fact.1)) }
        }
        said = Dictionary(marks, uniquingKeysWith: { one, _ in one })
        return lines
    }
}

extension Scene {
    /// Above so many minutes only every fifth is said.
    private static let long = 10

    /// What has to change of the time left so that it is said again: whoever hears each second
    /// hears nothing else.
    fileprivate var hour: String {
        guard let left = view?.timeLeft else { return "" }
        let minutes = (left + 59) / 60
        return "\(minutes > Self.long ? (minutes + 4) / 5 * 5 : minutes)"
    }

    /// All there is to say, in the order in which it is said; empty where there is nothing.
    fileprivate var facts: [(String, String)] {
        guard let view else { return [("waiting", waiting), ("notice", notice ?? "")] }
        var facts = [
            ("old", isOld ? view.words.old : ""), ("notice", notice ?? ""),
            ("headline", joined([view.headline, view.title])),
            ("time", time(view)), ("stop", joined([view.stopLine, view.detail ?? ""])),
        ]
        facts += numbered("line", view.lines)
        facts.append(("armed for", view.words.armedFor))
        facts += view.controls.map { ("control " + $0.id.rawValue, text(of: $0, view)) }
        facts += way(view)
        facts += numbered(
            "unsent",
            view.unsent.map {
                // Without its age, which changes all the time.
                joined([$0.kind, $0.reason])
            })
        facts += view.places.map { card in
            (
                "place " + card.action.target,
                joined([view.words.places, card.name, card.note ?? ""])
            )
        }
        facts.append(("microphone", "\(view.words.microphone): \(view.microphone)"))
        facts.append(("health", view.health))
        facts += numbered("help", showsHelp ? view.words.keys : [])
        return facts
    }

    private func joined(_ texts: [String]) -> String {
        texts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private func numbered(_ topic: String, _ texts: [String]) -> [(String, String)] {
        texts.enumerated().map { ("\(topic) \($0.offset)", $0.element) }
    }

    private func time(_ view: FaceView) -> String {
        view.timeLeft.map { view.words.left.filled(with: Clock.text($0)) } ?? ""
    }

    private func text(of control: FaceView.Control, _ view: FaceView) -> String {
        if armed?.control == control.id {
            let key = waitsForKey ? view.words.confirmKey : ""
            return joined([control.armedLabel, view.words.armed, key])
        }
        return joined([
            control.name, control.value, control.reason ?? "", elsewhere(control.id),
        ])
    }

    private func way(_ view: FaceView) -> [(String, String)] {
        guard let way = view.way else { return [] }
        return numbered("way", way.lines) + [("question", way.question ?? "")]
            + way.actions.map { ("action \($0.deed.rawValue)", $0.name) }
    }
}

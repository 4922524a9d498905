package import Messages

/// All that is shown: the face's picture as of now, and what this terminal adds to it.
package struct Scene: Sendable, Equatable {
    /// The face's picture, its times carried forward to now; nil until one has come.
    package var view: FaceView?
    /// What is shown until then.
    package var waiting = ""
    /// The name of this view session.
    package var session: String
    /// Whether nothing is heard of the face any more.
    package var isOld = false
    /// Something to say for a while.
    package var notice: String?
    /// Whether the keys are explained.
    package var showsHelp = false
    /// Whether an armed control waits for the key that confirms.
    package var waitsForKey = false
    /// How far the scrolled part is scrolled.
    package var scroll = 0

    /// Begins with nothing heard.
    package init(session: String) {
        self.session = session
    }

    /// What is armed in this view session.
    var armed: FaceView.Arming? {
        view?.armings.first { $0.view == session && $0.left > 0 }
    }

    /// Where else a control is armed, in words; empty where it is not.
    func elsewhere(_ control: FaceControl) -> String {
        let others = view?.armings.filter {
            $0.view != session && $0.control == control && $0.left > 0
        }
        return (others ?? []).map(\.elsewhere).joined(separator: ", ")
    }

    /// A control by its id.
    func control(_ id: FaceControl) -> FaceView.Control? {
        view?.controls.first { $0.id == id }
    }
}

/// Spans of time as a clock has them, which is the same in all languages.
enum Clock {
    /// Whole seconds as minutes and seconds, from an hour on with hours.
    static func text(_ seconds: Int) -> String {
        let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60]
        let shown = parts[0] == 0 ? parts[1...] : parts[...]
        return shown.enumerated()
            .map { $0.offset == 0 || $0.element > 9 ? "\($0.element)" : "0\($0.element)" }
            .joined(separator: ":")
    }

    /// A span of time from outside, which may be anything.
    static func text(_ seconds: Seconds) -> String {
        text(Int(exactly: seconds.rounded(.down)) ?? 0)
    }
}

import EngineCore
import FaceCore
import Messages

/// The people, as far as somebody must remember what they have pressed.
struct SimulatedPeople {
    /// The presses that wait for an answer, with the ids of the items that may come of them.
    var waiting: [ReplyToken: RequestID] = [:]
}

extension Simulation {
    /// Has people press and start sessions until the faults are over.
    func planPresses() {
        plan(in: random.number(in: 0.05...1.5)) { [unowned self] in
            guard faults.areOn(at: now) else { return }
            let face = random.pick(faces.keys)
            switch random.number(in: 0...1) {
            case ..<0.35: startSession()
            case ..<0.65: press(.stop(FaceStop(view: "shell")), on: face)
            case ..<0.8: pressTwice(.stop, on: face)
            case ..<0.96: pressTwice(.extend, on: face)
            default: dismiss()
            }
            planPresses()
        }
    }

    private func startSession() {
        let start = SoloStart(
            title: "Maze", mode: "coached", seconds: random.number(in: 1...40),
            player: random.chance(0.9) ? "player" : nil)
        ask(engine: .start(start))
    }

    private func dismiss() {
        truth.wasDismissed = true
        ask(engine: .dismiss(SoloDismiss(why: "seen to")))
    }

    /// Asks the engine as the command line does; nobody waits for the answer.
    private func ask(engine request: SoloRequest) {
        let key = freshKey(.left)
        let token = freshToken()
        plan(in: random.number(in: 0.001...0.1), at: .engine) { [unowned self] in
            tell(engine: .request(request, key: key, token: token))
        }
    }

    private func pressTwice(_ control: FaceControl, on face: Member) {
        let press = FacePress(control: control, view: "page")
        self.press(.press(press), on: face)
        plan(in: random.number(in: 0.45...1)) { [unowned self] in
            self.press(.press(press), on: face)
        }
    }

    private func press(_ request: FaceRequest, on face: Member) {
        let key = freshKey(face)
        let token = freshToken()
        let fresh = RequestID("\(face.name)-\(asks)")
        plan(in: random.number(in: 0.001...0.1), at: face) { [unowned self] in
            people.waiting[token] = fresh
            tell(face, .request(request, key: key, token: token, fresh: fresh))
        }
    }

    /// Hears what a face answers to a press.
    func hear(_ reply: FaceReply, token: ReplyToken) {
        guard let id = people.waiting.removeValue(forKey: token),
            case .pressed(let pressed) = reply,
            pressed.outcome == .confirmed, pressed.reason == nil
        else { return }
        note("confirmed: \(id)")
        truth.confirm(id)
    }

    /// A key under which nothing has been asked yet.
    func freshKey(_ member: Member) -> RequestKey {
        asks += 1
        return RequestKey(source: member.source, id: RequestID("request-\(asks)"))
    }

    private func freshToken() -> ReplyToken {
        tokens += 1
        return ReplyToken(tokens)
    }
}

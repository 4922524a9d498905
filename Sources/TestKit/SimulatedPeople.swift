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
        planTrouble(in: random.number(in: 0.05...1.5)) { [self] in
            let face = random.pick(faces.keys)
            switch random.number(in: 0...1) {
            case ..<0.3: startSession()
            case ..<0.5: press(.stop(FaceStop(view: "shell")), on: face)
            case ..<0.65: pressTwice(.stop, on: face)
            case ..<0.82: pressTwice(.extend, on: face)
            case ..<0.88: pressTwice(random.pick([.onAir, .wrapUp, .eye]), on: face)
            case ..<0.94: stopWithoutFace()
            case ..<0.97: dictate(to: face)
            default: dismiss()
            }
            planPresses()
        }
    }

    /// Starts a session as the command line does, now and then for an engine that is gone by then,
    /// or with little patience (E10).
    private func startSession() {
        let notAfter = clock(of: .engine) + random.number(in: -0.2...2)
        let start = SoloStart(
            title: "Maze", mode: "coached",
            seconds: random.number(in: 1...(random.chance(0.8) ? 40 : 400)),
            player: random.chance(0.9) ? "player" : nil,
            boot: random.chance(0.5) ? boot(of: .engine) : nil,
            notAfter: random.chance(0.5) ? notAfter : nil)
        ask(engine: .start(start), as: freshKey("/simulated/shell"))
    }

    private func dismiss() {
        truth.wasDismissed = true
        ask(engine: .dismiss(SoloDismiss(why: "seen to")), as: freshKey("/simulated/shell"))
    }

    /// Stops as a plain client of the bus does, without a face and an outbox.
    private func stopWithoutFace() {
        let key = freshKey("/simulated/shell")
        let target: StopTarget =
            switch random.number(in: 0...1) {
            case ..<0.4: .whateverRuns
            case ..<0.6: .nothing
            default: (watch.open ?? record.lastEnded).map { .session($0) } ?? .nothing
            }
        note("a client stops \(target) as \(key.id)")
        truth.put(key.id, target, whileOpen: controller.admitted)
        ask(engine: .stop(SoloStop(target)), as: key)
    }

    /// Asks the engine without waiting for the answer; the same may come again, even in the
    /// engine's next life.
    private func ask(engine request: SoloRequest, as key: RequestKey) {
        deliver(request, key, in: random.number(in: 0.001...0.1))
        while random.chance(faults.doubled * 3) {
            deliver(request, key, in: random.number(in: 0.001...5))
        }
    }

    private func deliver(_ request: SoloRequest, _ key: RequestKey, in delay: Seconds) {
        plan(in: delay) { [self] in
            let token = freshToken()
            plan(in: 0, at: .engine) { [self] in
                tell(engine: .request(request, key: key, token: token))
            }
        }
    }

    /// Says so much at once that the outbox overflows, if nobody takes anything (O4).
    private func dictate(to face: Member) {
        for _ in 0..<Int(random.number(in: 1...30)) {
            asks += 1
            let id = RequestID("heard-\(asks)")
            plan(in: random.number(in: 0...0.5), at: face) { [self] in
                handle(.put(.heard(text: "left", take: id.text), id), at: face)
            }
        }
    }

    /// Presses a control and answers its question: mostly in time, else too soon or too late.
    private func pressTwice(_ control: FaceControl, on face: Member) {
        let press = FacePress(control: control, view: random.pick(["page", "phone"]))
        self.press(.press(press), on: face)
        let pause: ClosedRange<Seconds> =
            switch random.number(in: 0...1) {
            case ..<0.7: 0.45...1
            case ..<0.85: 0.05...0.45
            default: 4...6
            }
        plan(in: random.number(in: pause)) { [self] in
            self.press(.press(press), on: face)
        }
    }

    private func press(_ request: FaceRequest, on face: Member) {
        let key = freshKey(face)
        let token = freshToken()
        let fresh = RequestID("\(face.name)-\(asks)")
        plan(in: random.number(in: 0.001...0.1), at: face) { [self] in
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
        guard truth.stops[id] != nil else { return }
        truth.confirm(id)
        if !record.kept.contains(id) {
            broken(.stopKept, "\(id) is called kept, and no journal has it")
        }
    }

    /// A key under which nothing has been asked yet.
    func freshKey(_ member: Member) -> RequestKey {
        freshKey(member.source)
    }

    private func freshKey(_ source: String) -> RequestKey {
        asks += 1
        return RequestKey(source: source, id: RequestID("request-\(asks)"))
    }

    private func freshToken() -> ReplyToken {
        tokens += 1
        return ReplyToken(tokens)
    }
}

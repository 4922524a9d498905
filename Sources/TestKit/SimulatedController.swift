import EngineCore
import Messages

/// What really is held down, whoever believes what.
struct SimulatedController {
    /// Something that it is asked to do.
    enum Order {
        case stroke(Stroke)
        case release(ReleaseID, inputs: [String])
        /// The second half of a release.
        case readBack(ReleaseID)
    }

    /// The inputs that are down, and the number of the session that pressed each last.
    private(set) var down: [String: Int] = [:]
    /// The session whose strokes are let through (E11).
    var admitted: SessionID?
    /// What waits for it, and what it is doing.
    private(set) var line: [Order] = []
    var current: Order?
    /// So many of the next releases are refused.
    var refusals = 0
    /// So many of the next releases are reported as done and are not.
    var lies = 0
    /// Until when it is slow or silent.
    var slowUntil: Seconds = 0
    /// Until when it does nothing at all.
    var hangsUntil: Seconds = 0
    /// When its newest answer arrives.
    var answersAt: Seconds = 0

    /// Takes an order; a release that has not begun is left out for a newer one.
    mutating func take(_ order: Order) {
        if case .release = order {
            line.removeAll { if case .release = $0 { true } else { false } }
        }
        line.append(order)
    }

    /// Begins what is next; false where it is busy or has nothing to do.
    mutating func beginNext() -> Bool {
        guard current == nil, !line.isEmpty else { return false }
        current = line.removeFirst()
        return true
    }

    /// Lets a stroke through if its session may play.
    mutating func carryOut(_ stroke: Stroke, session: Int) -> Bool {
        guard stroke.session == admitted else { return false }
        down[stroke.input] = stroke.isPress ? session : nil
        return true
    }

    /// Lets inputs go, or says that it does, or refuses.
    ///
    /// - Returns: Why it refuses.
    mutating func letGo(_ inputs: [String]) -> String? {
        if refusals > 0 {
            refusals -= 1
            return "refused"
        }
        if lies > 0 {
            lies -= 1
            return nil
        }
        for input in inputs { down[input] = nil }
        return nil
    }

    /// Forgets what a dead engine has asked for; what is down stays down.
    mutating func abandon() {
        line = []
        current = nil
        admitted = nil
    }
}

extension Simulation {
    /// Hands an order to the controller.
    func control(_ order: SimulatedController.Order) {
        controller.take(order)
        beginNextOrder()
    }

    private func beginNextOrder() {
        guard controller.beginNext() else { return }
        goOn(in: duration(0.2...4))
    }

    /// How long something takes that is quick unless the controller is slow.
    private func duration(_ slow: ClosedRange<Seconds>) -> Seconds {
        random.number(in: now < controller.slowUntil ? slow : 0.0005...0.01)
    }

    private func goOn(in duration: Seconds) {
        let duration = max(duration, controller.hangsUntil - now)
        let life = processes[.engine]?.life
        plan(in: duration) { [self] in
            if processes[.engine]?.life == life { carryOutOrder() }
        }
    }

    /// Does what was begun, tells the engine, and goes on.
    func carryOutOrder() {
        guard let order = controller.current else { return }
        controller.current = nil
        let id = Self.controller
        switch order {
        case .stroke(let stroke):
            let session = truth.number(of: stroke.session)
            if controller.carryOut(stroke, session: session) {
                watch(stroke)
                answer(.took(stroke))
            }
        case .release(let release, let inputs):
            let refusal = controller.letGo(inputs)
            answer(.released(release, of: id, inputs: inputs, refusal: refusal))
            controller.current = .readBack(release)
            goOn(in: duration(0...3))
            return
        case .readBack(let release):
            let shown = controller.down.keys.sorted()
            answer(.readBack(release, of: id, shown: shown))
        }
        beginNextOrder()
    }

    /// Brings an answer to the engine, in its order.
    private func answer(_ event: EngineCore.Event) {
        let moment = max(controller.answersAt, now + duration(0...2))
        controller.answersAt = moment
        plan(in: moment - now, at: .engine) { [self] in tell(engine: event) }
    }
}

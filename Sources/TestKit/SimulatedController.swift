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
        let isSlow = now < controller.slowUntil
        let life = processes[.engine]?.life
        let duration = isSlow ? random.number(in: 0.2...4) : random.number(in: 0.0005...0.01)
        plan(in: duration) { [unowned self] in
            guard processes[.engine]?.life == life, processes[.engine]?.isAlive == true else {
                return
            }
            carryOutOrder()
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
            guard controller.carryOut(stroke, session: session) else { break }
            plan(in: 0, at: .engine) { [unowned self] in tell(engine: .took(stroke)) }
        case .release(let release, let inputs):
            let refusal = controller.letGo(inputs)
            plan(in: 0, at: .engine) { [unowned self] in
                tell(engine: .released(release, of: id, inputs: inputs, refusal: refusal))
            }
            controller.current = .readBack(release)
            plan(in: now < controller.slowUntil ? random.number(in: 0...3) : 0.001) {
                [unowned self] in carryOutOrder()
            }
            return
        case .readBack(let release):
            let shown = controller.down.keys.sorted()
            plan(in: 0, at: .engine) { [unowned self] in
                tell(engine: .readBack(release, of: id, shown: shown))
            }
        }
        beginNextOrder()
    }
}

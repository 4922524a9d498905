import EngineCore
import Messages

/// How much goes wrong in one simulation, and until when; each seed has troubles of its own.
struct SimulatedFaults {
    /// When the faults end, in seconds since the start.
    let end: Seconds
    /// How probable it is that a process dies between two of its effects.
    let killBetweenEffects: Double
    /// How often something from outside happens, in seconds between two.
    let pause: ClosedRange<Seconds>
    /// The kinds of things that happen.
    let kinds: [Kind]
    /// How probable it is that a message is late, and how late at most, in seconds.
    let late: Double
    let latest: Seconds
    /// How probable it is that a request comes twice.
    let doubled: Double
    /// How probable it is that a write fails; the same for every journal.
    let unwritten: Double
    /// How probable it is that a write takes longer than anybody waits for it.
    let slowWrite: Double

    /// What happens from outside.
    enum Kind: CaseIterable {
        case kill
        case freeze
        case cut
        case order
        case refuse
        case lie
        case dawdle
    }

    /// Draws what goes wrong.
    init(_ random: inout SplitMix64) {
        end = random.number(in: 4...20)
        killBetweenEffects = random.pick([0, 0.002, 0.01])
        pause = 0.1...random.number(in: 0.5...5)
        var kinds: [Kind] = []
        for kind in Kind.allCases where random.chance(0.5) { kinds.append(kind) }
        self.kinds = kinds
        late = random.pick([0, 0.1, 0.5])
        latest = random.number(in: 0.05...3)
        doubled = random.pick([0, 0.1])
        unwritten = random.pick([0, 0, 0, 0.1])
        slowWrite = random.pick([0, 0, 0.1])
    }

    /// Whether anything still goes wrong.
    func areOn(at now: Seconds) -> Bool { now < end }

    /// Whether an engine may have to serve Stops from memory, which E8 cannot outlive.
    var spoilJournals: Bool { unwritten > 0 || slowWrite > 0 }
}

extension Simulation {
    /// Has things happen until the faults are over, and mends everything then.
    func planFaults() {
        if !faults.kinds.isEmpty { planFault() }
        plan(in: faults.end) { [unowned self] in mend() }
    }

    private func planFault() {
        plan(in: random.number(in: faults.pause)) { [unowned self] in
            guard faults.areOn(at: now) else { return }
            happen(random.pick(faults.kinds))
            planFault()
        }
    }

    private func happen(_ kind: SimulatedFaults.Kind) {
        let member = random.pick(processes.keys)
        switch kind {
        case .kill: kill(member)
        case .freeze: freeze(member, for: random.number(in: 0.1...8))
        case .cut:
            let index = Int(random.next() % UInt64(connections.count))
            connections[index].cutUntil = now + random.number(in: 0...4)
            lose(index)
        case .order:
            note("the engine is told to end")
            if isRunning(.engine) { tell(engine: .shutdown) }
        case .refuse: controller.refusals = Int(random.next() % 4)
        case .lie: controller.lies = 1
        case .dawdle: controller.slowUntil = now + random.number(in: 0.5...6)
        }
    }

    private func mend() {
        note("the faults are over")
        controller.refusals = 0
        controller.lies = 0
        controller.slowUntil = 0
        for index in connections.indices { connections[index].cutUntil = 0 }
        for member in processes.keys { thaw(member) }
    }
}

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
    /// How long a process stays away, or a connection cut, at most, in seconds.
    let longest: Seconds
    /// How probable it is that a message is late, and how late at most, in seconds.
    let late: Double
    let latest: Seconds
    /// How probable it is that a request comes twice.
    let doubled: Double
    /// How probable it is that a write fails; the same for every journal.
    let unwritten: Double
    /// How probable it is that a write takes longer than anybody waits for it.
    let slowWrite: Double
    /// How probable it is that a process cannot read its journal when it starts.
    let lostJournal: Double

    /// What happens from outside.
    enum Kind: CaseIterable {
        case kill
        case freeze
        case cut
        case order
        case refuse
        case lie
        case dawdle
        case hang
        case unplug
        case fillDisk
        case suspend
    }

    /// Draws what goes wrong from now on.
    init(_ random: inout SplitMix64, from now: Seconds) {
        let isLong = random.chance(0.1)
        end = now + (isLong ? random.number(in: 60...200) : random.number(in: 4...20))
        longest = isLong ? random.number(in: 20...100) : random.number(in: 1...4)
        killBetweenEffects = random.pick([0, 0.002, 0.01])
        pause = 0.1...random.number(in: 0.5...5)
        var kinds: [Kind] = []
        for kind in Kind.allCases where random.chance(kind.share) { kinds.append(kind) }
        self.kinds = kinds
        late = random.pick([0, 0.1, 0.5])
        latest = random.number(in: 0.05...3)
        doubled = random.pick([0, 0.1])
        unwritten = random.pick([0, 0, 0, 0.1])
        slowWrite = random.pick([0, 0, 0.1])
        lostJournal = random.pick([0, 0, 0, 0, 0.3])
    }

    /// Whether anything still goes wrong.
    func areOn(at now: Seconds) -> Bool { now < end }

    /// Whether messages may still come late.
    func areLate(at now: Seconds) -> Bool { late > 0 && now < end + latest }

    /// Whether an engine may have to serve Stops from memory, which E8 cannot outlive.
    var spoilJournals: Bool {
        unwritten > 0 || slowWrite > 0 || kinds.contains(.fillDisk) || kinds.contains(.suspend)
    }

    /// Whether all hear of everything at once, so that clocks can be compared.
    var areClocksExact: Bool {
        late == 0 && !kinds.contains { [.freeze, .suspend, .cut].contains($0) }
    }
}

extension SimulatedFaults.Kind {
    /// How probable it is that it happens in a seed at all.
    fileprivate var share: Double {
        switch self {
        case .kill, .freeze, .cut, .order, .refuse, .lie, .dawdle: 0.4
        case .hang, .unplug, .fillDisk, .suspend: 0.15
        }
    }
}

extension Simulation {
    /// Has things happen until the faults are over, and mends everything then.
    func planFaults() {
        if !faults.kinds.isEmpty { planFault() }
        plan(in: faults.end - now) { [self] in mend() }
    }

    private func planFault() {
        planTrouble(in: random.number(in: faults.pause)) { [self] in
            happen(random.pick(faults.kinds))
            planFault()
        }
    }

    private func happen(_ kind: SimulatedFaults.Kind) {
        let member = random.pick(processes.keys)
        switch kind {
        case .kill: kill(member)
        case .freeze: freeze(member, for: random.number(in: 0.1...2 * faults.longest))
        case .cut:
            let index = Int(random.next() % UInt64(connections.count))
            connections[index].cutUntil = now + random.number(in: 0...faults.longest)
            lose(index)
        case .order:
            note("the engine is told to end")
            if isRunning(.engine) { tell(engine: .shutdown) }
        case .refuse: controller.refusals = Int(random.next() % 4)
        case .lie: controller.lies = 1
        case .dawdle: controller.slowUntil = now + random.number(in: 0.5...6)
        case .hang: controller.hangsUntil = now + random.number(in: 1...8)
        case .unplug:
            note("the controller is lost")
            if isRunning(.engine) {
                tell(engine: .controllerLost(Self.controller, reason: "unplugged"))
            }
        case .fillDisk: diskFullUntil = now + random.number(in: 0.5...5)
        case .suspend: suspend(for: random.number(in: 0.5...2 * faults.longest))
        }
    }

    /// Whether a process that starts cannot read its journal.
    func losesJournal(of member: Member) -> Bool {
        guard faults.areOn(at: now), (processes[member]?.life ?? 0) > 1 else { return false }
        let isLost = random.chance(faults.lostJournal)
        if isLost { note("\(member) has lost its journal") }
        return isLost
    }

    private func mend() {
        note("the faults are over")
        controller.refusals = 0
        controller.lies = 0
        controller.slowUntil = 0
        controller.hangsUntil = 0
        diskFullUntil = 0
        for index in connections.indices { connections[index].cutUntil = 0 }
        for member in processes.keys { thaw(member) }
    }
}

import EngineCore
import FaceCore
import Messages
import NavigatorCore
import RelayCore

/// One process of a simulated group.
enum Member: Int, CaseIterable {
    case engine
    case relay
    case navigator
    case left
    case right

    /// The process's name in its group.
    var name: String { Self.names[rawValue] }
    /// The name under which it asks.
    var source: String { Self.sources[rawValue] }
    private static let names = allCases.map { "\($0)" }
    private static let sources = names.map { "/simulated/\($0)" }
    /// The faces that there may be.
    static let faces: [Member] = [.left, .right]
}

/// Something for each member of a group, where it has that member.
struct Members<Value> {
    private var values = [Value?](repeating: nil, count: Member.allCases.count)

    /// Begins with nothing.
    init() {}

    /// Makes something for each of some members, one after another.
    init(
        _ members: [Member], of random: inout SplitMix64, _ make: (inout SplitMix64) -> Value
    ) {
        for member in members { self[member] = make(&random) }
    }

    /// The members that it has something for, in their order.
    var keys: [Member] { Member.allCases.filter { values[$0.rawValue] != nil } }

    subscript(member: Member) -> Value? {
        get { values[member.rawValue] }
        set { values[member.rawValue] = newValue }
    }
}

/// The life of one simulated process: it runs, is frozen or is dead.
final class SimulatedProcess {
    /// Something that came while it was frozen.
    struct Held {
        let isControl: Bool
        let act: () -> Void
    }

    /// What its clock is ahead of the simulation's; the processes may be on several machines.
    var clock: Seconds
    /// How many lives it has had.
    var life = 0
    /// The name of this life.
    var boot = Boot("")
    var isAlive = false
    var isFrozen = false
    /// What waits for it to go on.
    var held: [Held] = []
    /// When it looks at its clock next.
    var wakeAt = Seconds.infinity
    /// What it has published in this life.
    var topics = SimulatedTopics()
    /// Who waits for its answers.
    var returns: [ReplyToken: SimulatedReturn] = [:]

    /// Makes a process that has not lived yet.
    init(clock: Seconds) {
        self.clock = clock
    }
}

/// A core in the memory of its process.
final class SimulatedMemory<Core> {
    private var core: Core

    /// Begins a life.
    init(_ core: Core) {
        self.core = core
    }

    /// Does something to the core where it is: to copy a whole one costs more than most steps.
    func inPlace<Result>(_ act: (inout Core) -> Result) -> Result { act(&core) }
}

extension Simulation {
    /// The clock of a process.
    func clock(of member: Member) -> Seconds {
        now + (processes[member]?.clock ?? 0)
    }

    /// The boot of a process's life.
    func boot(of member: Member) -> Boot {
        processes[member]?.boot ?? Boot(member.name)
    }

    /// Whether a process could notice something now.
    func isRunning(_ member: Member) -> Bool {
        processes[member].map { $0.isAlive && !$0.isFrozen } ?? false
    }

    /// Begins another life of a process.
    func start(_ member: Member) {
        guard let process = processes[member], !process.isAlive else { return }
        process.life += 1
        process.boot = Boot("\(member.name)-\(process.life)")
        process.isAlive = true
        process.wakeAt = .infinity
        troubles[member] = now
        note("\(member) starts as \(boot(of: member))")
        switch member {
        case .engine: startEngine()
        case .relay: startRelay()
        case .navigator: startNavigator()
        case .left, .right: startFace(member)
        }
        beat(member)
        rest(member)
    }

    /// Ends a life at once; what the journal has by then is all that is left of it.
    func kill(_ member: Member) {
        guard let process = processes[member], process.isAlive else { return }
        note("\(member) dies")
        process.isAlive = false
        process.isFrozen = false
        process.held = []
        switch member {
        case .engine: engineDied()
        case .relay: relay = nil
        case .navigator: navigator = nil
        case .left, .right: faceDied(member)
        }
        forgetBus(of: member)
        troubles[member] = now
        let away = random.number(in: 0.05...(random.chance(0.8) ? 2 : max(2, faults.longest)))
        plan(in: min(away, max(2, faults.end - now))) { [self] in start(member) }
    }

    /// Whether a process happens to be killed now, between two of its effects.
    func diesNow(_ member: Member) -> Bool {
        guard faults.areOn(at: now), random.chance(faults.killBetweenEffects) else { return false }
        kill(member)
        return true
    }

    /// How long libzmq waits for a heartbeat's answer, in seconds.
    private static let heartbeats: Seconds = 1.5

    /// Stops a process for some time, as a signal or a busy machine does.
    func freeze(_ member: Member, for duration: Seconds) {
        guard let process = processes[member], isRunning(member) else { return }
        troubles[member] = now
        note("\(member) freezes for \(duration) s")
        process.isFrozen = true
        let life = process.life
        plan(in: duration) { [self] in
            if process.life == life { thaw(member) }
        }
        // Heartbeats end its connections before the bus calls it silent, or they do not.
        guard random.chance(0.5) else { return }
        plan(in: Self.heartbeats) { [self] in
            if process.life == life, process.isFrozen { loseConnections(of: member) }
        }
    }

    /// Lets a process go on: what has queued up comes first, control before the rest.
    func thaw(_ member: Member) {
        guard let process = processes[member], process.isAlive, process.isFrozen else { return }
        troubles[member] = now
        note("\(member) goes on")
        let life = process.life
        let held = process.held
        process.isFrozen = false
        process.held = []
        for isControl in [true, false] {
            for held in held where held.isControl == isControl {
                guard process.life == life, isRunning(member) else { return }
                held.act()
            }
        }
        guard process.life == life, isRunning(member) else { return }
        tick(member)
        rest(member)
    }

    /// Suspends the machines: their clocks run on, and nothing else does.
    func suspend(for duration: Seconds) {
        note("all sleep for \(duration) s")
        for member in processes.keys {
            troubles[member] = now
            processes[member]?.clock += duration
        }
        // Nobody waits any longer than the clock says, wherever the answer is.
        for connection in connections {
            for (ask, pending) in connection.pending.sorted(by: { $0.key < $1.key })
            where pending.due <= now + duration {
                plan(in: 0, at: connection.client) {
                    connection.pending.removeValue(forKey: ask)?.conclude(.nothing)
                }
            }
        }
        for member in processes.keys { rest(member) }
    }

    /// Has a process wake up when time alone matters to it, and often enough for its running time.
    func rest(_ member: Member) {
        guard let process = processes[member], isRunning(member) else { return }
        let deadline =
            switch member {
            case .engine: engine?.inPlace { $0.deadline }
            case .relay: relay?.inPlace { $0.deadline }
            case .navigator: navigator?.inPlace { $0.deadline }
            case .left, .right: faces[member]?.deadline
            }
        let latest = now + 0.9 * RunningTime.step
        // A little late, as the sum of two doubles may fall short of the deadline.
        let due = deadline.map { now + max(0, $0 - clock(of: member)) + 1e-4 }
        let wake = min(due ?? latest, latest)
        guard wake < process.wakeAt else { return }
        process.wakeAt = wake
        plan(in: wake - now, at: member) { [self] in
            guard process.wakeAt <= now else { return }
            process.wakeAt = .infinity
            tick(member)
        }
    }

    private func tick(_ member: Member) {
        lookAtConnections(of: member)
        switch member {
        case .engine: tell(engine: .tick)
        case .relay:
            tell(relay: .tick)
            checkTakes()
        case .navigator: tell(navigator: .tick)
        case .left, .right: faceTicks(member)
        }
    }

    /// Shows life each second (B4).
    private func beat(_ member: Member) {
        let newest = processes[member]?.topics.newest ?? []
        publish(.beat(newest), topic: .beat, from: member)
        plan(in: 1, at: member) { [self] in beat(member) }
    }
}

import EngineCore
import FaceCore
import Messages
import RelayCore

/// One process of a simulated group.
enum Place: Int, Comparable {
    case engine
    case relay
    case left
    case right

    static func < (one: Place, other: Place) -> Bool { one.rawValue < other.rawValue }

    /// The process's name in its group.
    var name: String { "\(self)" }
    /// The name under which it asks.
    var source: String { "/simulated/\(self)" }
    /// Whether it is a face.
    var isFace: Bool { self >= .left }
}

/// The life of one simulated process: it runs, is frozen or is dead.
final class SimulatedProcess {
    /// Something that came while it was frozen.
    struct Held {
        let isControl: Bool
        let act: () -> Void
    }

    /// What its clock shows when the simulation begins; the processes may be on several machines.
    let clock: Seconds
    /// How many lives it has had.
    var life = 0
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

extension Simulation {
    /// The clock of a process.
    func clock(of place: Place) -> Seconds {
        now + (processes[place]?.clock ?? 0)
    }

    /// The boot of a process's life.
    func boot(of place: Place) -> Boot {
        Boot("\(place)-\(processes[place]?.life ?? 0)")
    }

    /// Whether a process could notice something now.
    func isRunning(_ place: Place) -> Bool {
        processes[place].map { $0.isAlive && !$0.isFrozen } ?? false
    }

    /// Plans something that happens to a process: it never does if the process dies before, and
    /// waits while it is frozen.
    func plan(
        in delay: Seconds, at place: Place, isControl: Bool = false, _ act: @escaping () -> Void
    ) {
        let life = processes[place]?.life
        plan(in: delay) { [unowned self] in
            guard let process = processes[place], process.life == life, process.isAlive else {
                return
            }
            if process.isFrozen {
                process.held.append(SimulatedProcess.Held(isControl: isControl, act: act))
            } else {
                act()
                rest(place)
            }
        }
    }

    /// Begins another life of a process.
    func start(_ place: Place) {
        guard let process = processes[place], !process.isAlive else { return }
        process.life += 1
        process.isAlive = true
        process.wakeAt = .infinity
        note("\(place) starts as \(boot(of: place))")
        switch place {
        case .engine: startEngine()
        case .relay: startRelay()
        case .left, .right: startFace(place)
        }
        beat(place)
        rest(place)
    }

    /// Ends a life at once; what the journal has by then is all that is left of it.
    func kill(_ place: Place) {
        guard let process = processes[place], process.isAlive else { return }
        note("\(place) dies")
        process.isAlive = false
        process.isFrozen = false
        process.held = []
        switch place {
        case .engine: engineDied()
        case .relay: relay = nil
        case .left, .right: faceDied(place)
        }
        loseConnections(of: place)
        plan(in: random.number(in: 0.05...2)) { [unowned self] in start(place) }
    }

    /// Whether a process happens to be killed now, between two of its effects.
    func diesNow(_ place: Place) -> Bool {
        guard faults.areOn(at: now), random.chance(faults.killBetweenEffects) else { return false }
        kill(place)
        return true
    }

    /// Stops a process for some time, as a signal or a busy machine does.
    func freeze(_ place: Place, for duration: Seconds) {
        guard let process = processes[place], isRunning(place) else { return }
        note("\(place) freezes for \(duration) s")
        process.isFrozen = true
        let life = process.life
        plan(in: duration) { [unowned self] in
            if process.life == life { thaw(place) }
        }
    }

    /// Lets a process go on: what has queued up comes first, control before the rest.
    func thaw(_ place: Place) {
        guard let process = processes[place], process.isAlive, process.isFrozen else { return }
        note("\(place) goes on")
        let life = process.life
        let held = process.held
        process.isFrozen = false
        process.held = []
        for isControl in [true, false] {
            for held in held where held.isControl == isControl {
                guard process.life == life, isRunning(place) else { return }
                held.act()
            }
        }
        guard process.life == life, isRunning(place) else { return }
        tick(place)
        rest(place)
    }

    /// Has a process wake up when time alone matters to it, and often enough for its running time.
    func rest(_ place: Place) {
        guard let process = processes[place], isRunning(place) else { return }
        let deadline =
            switch place {
            case .engine: engine?.deadline
            case .relay: relay?.deadline
            case .left, .right: faces[place]?.deadline
            }
        let latest = now + 0.9 * RunningTime.step
        // A little late, as the sum of two doubles may fall short of the deadline.
        let due = deadline.map { now + max(0, $0 - clock(of: place)) + 1e-4 }
        let wake = min(due ?? latest, latest)
        guard wake < process.wakeAt else { return }
        process.wakeAt = wake
        plan(in: wake - now, at: place) { [unowned self] in
            guard process.wakeAt <= now else { return }
            process.wakeAt = .infinity
            tick(place)
        }
    }

    private func tick(_ place: Place) {
        lookAtConnections(of: place)
        switch place {
        case .engine: tell(engine: .tick)
        case .relay: tell(relay: .tick)
        case .left, .right: faceTicks(place)
        }
    }

    /// Shows life each second (B4).
    private func beat(_ place: Place) {
        let newest = processes[place]?.topics.kept.mapValues(\.sequence) ?? [:]
        publish(.beat(newest), topic: "vitals.beat", from: place)
        plan(in: 1, at: place) { [unowned self] in beat(place) }
    }
}

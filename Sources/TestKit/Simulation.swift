import EngineCore
import FaceCore
package import Messages
import NavigatorCore
import RelayCore

/// A group whose processes, bus, clock, controller and people are all simulated from one seed.
///
/// The cores are the real ones. Around them everything goes wrong that can: processes are killed
/// between any two effects and started again with what their journals had by then, frozen, and cut
/// off; messages are late, lost, doubled and overtaken; the controller refuses, lies, is slow or
/// silent; people press whenever they like. The faults end, and then every Stop has to be settled.
/// After each step the promises are checked against what is really the case.
package final class Simulation {
    /// A promise that was broken.
    package struct Violation: Error, CustomStringConvertible {
        /// The seed that shows it, each time again.
        package let seed: UInt64
        /// When, in seconds since the simulation's start.
        package let moment: Seconds
        /// What was broken.
        package let what: String
        /// The last steps before it.
        package var trace: [String]

        package var description: String {
            "seed \(seed), at \(moment) s: \(what)\n" + trace.joined(separator: "\n")
        }
    }

    /// How long the group has after the last fault until everything has to be settled.
    static let patience: Seconds = 60

    let seed: UInt64
    var random: SplitMix64
    var now: Seconds = 0
    private var calendar = SimulatedCalendar()
    var faults: SimulatedFaults

    var processes = Members<SimulatedProcess>()
    var connections: [SimulatedConnection] = []
    var engine: EngineCore?
    var relay: RelayCore?
    var navigator: NavigatorCore?
    /// The questions that navigators have asked, in all their lives.
    var questions: [TicketID: RouteQuestion] = [:]
    var faces = Members<SimulatedFace>()
    let engineJournal = SimulatedJournal<[JournalRecord]>()
    let faceJournals: [Member: SimulatedJournal<FaceRecord>] = [
        .left: SimulatedJournal(), .right: SimulatedJournal(),
    ]
    /// The sessions whose players play.
    var players: Set<SessionID> = []
    var controller = SimulatedController()
    var people = SimulatedPeople()
    var truth = SimulatedTruth()

    /// How many things have happened.
    private var steps = 0
    /// Running numbers of requests and of their deliveries.
    var asks = 0
    var tokens: UInt64 = 0
    var violation: Violation?
    private var trace: [String]?

    /// Lives through a seed.
    ///
    /// - Returns: The first promise that was broken; nil where all were kept.
    package static func violation(of seed: UInt64) -> Violation? {
        guard Simulation(seed: seed, traces: false).run() != nil else { return nil }
        return Simulation(seed: seed, traces: true).run()
    }

    package static func life(of seed: UInt64) -> (steps: Int, violation: Violation?) {
        let simulation = Simulation(seed: seed, traces: false)
        let violation = simulation.run()
        return (simulation.steps, violation)
    }

    /// The last steps of a seed's life, the same each time.
    package static func steps(of seed: UInt64) -> [String] {
        let simulation = Simulation(seed: seed, traces: true)
        _ = simulation.run()
        return simulation.trace ?? []
    }

    private init(seed: UInt64, traces: Bool) {
        self.seed = seed
        random = SplitMix64(seed: seed)
        faults = SimulatedFaults(&random)
        trace = traces ? [] : nil
    }

    private func run() -> Violation? {
        begin()
        while violation == nil, !isOver, let entry = calendar.next() {
            now = entry.moment
            steps += 1
            entry.act()
            check()
        }
        if violation == nil { checkEnd() }
        violation?.trace = trace ?? []
        return violation
    }

    private func begin() {
        let faces: [Member] = random.chance(0.4) ? [.left, .right] : [.left]
        let travels = random.chance(0.2)
        for member in [.engine, .relay] + (travels ? [.navigator] : []) + faces {
            processes[member] = SimulatedProcess(clock: random.number(in: 0...10_000))
        }
        connect(.relay, to: .engine)
        for face in faces {
            connect(.relay, to: face)
            connect(face, to: .relay)
            if travels { connect(face, to: .navigator) }
            self.faces[face] = SimulatedFace()
        }
        for member in processes.keys { start(member) }
        planFaults()
        planPresses()
        if travels { planTravels() }
    }

    /// Whether the faults are over, and everything is settled or has had its time.
    private var isOver: Bool {
        now >= faults.end && (now >= faults.end + Self.patience || isSettled)
    }

    /// Plans something of the world outside the processes.
    func plan(in delay: Seconds, _ act: @escaping () -> Void) {
        calendar.plan(at: now + delay, act)
    }

    /// Notes a step for whoever has to find out what went wrong.
    func note(_ text: @autoclosure () -> String) {
        guard trace != nil else { return }
        if trace?.count == 200 { trace?.removeFirst(100) }
        trace?.append("  \(Double(Int(now * 1_000)) / 1_000) \(text())")
    }

    /// Takes down the first promise that was broken.
    func broken(_ what: @autoclosure () -> String) {
        guard violation == nil else { return }
        violation = Violation(seed: seed, moment: now, what: what(), trace: [])
    }
}

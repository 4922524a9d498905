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
///
/// Clocks on the wall may jump as they like: no core can read one, which the architecture's tests
/// see to (E1). What cores are told is `CLOCK_BOOTTIME`, and that runs on while machines sleep.
package final class Simulation {
    /// A promise that was broken.
    package struct Violation: Error, CustomStringConvertible {
        /// The seed that shows it, each time again.
        package let seed: UInt64
        /// When, in seconds since the simulation's start.
        package let moment: Seconds
        /// The promise that was broken.
        package let promise: SimulatedPromise
        /// By what.
        package let what: String
        /// The last steps before it.
        package var trace: [String]

        package var description: String {
            "seed \(seed), at \(moment) s: \(promise.rawValue): \(what)\n"
                + trace.joined(separator: "\n")
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
    /// When the newest one was asked, on the navigator's clock.
    var routeAskedAt: Seconds = 0
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
    /// What the processes are held to.
    var watch = SimulatedWatch()
    var record = SimulatedRecord()
    var post = SimulatedPost()
    /// When something last went wrong with a process or a connection of its.
    var troubles = Members<Seconds>()

    /// How many things have happened, and how often the faults have begun.
    private var steps = 0
    private var round = 0
    /// Until when no journal can be written.
    var diskFullUntil: Seconds = 0
    /// Running numbers of requests and of their deliveries.
    var asks = 0
    var tokens: UInt64 = 0
    var violation: Violation?
    private var trace: SimulatedTrace?

    /// Lives through a seed.
    ///
    /// - Parameters:
    ///   - seed: What determines all that happens.
    ///   - least: How many steps it takes at least; it goes on to the end of a round, in which
    ///     faults come and go and everything is settled.
    /// - Returns: How many steps it took, and the first promise that was broken, if any was.
    package static func life(
        of seed: UInt64, least: Int = 0
    ) -> (steps: Int, violation: Violation?) {
        let simulation = Simulation(seed: seed, traces: false)
        guard simulation.run(least) != nil else { return (simulation.steps, nil) }
        // Once more for the trace, which nobody needs of a life without a fault.
        return (simulation.steps, Simulation(seed: seed, traces: true).run(least))
    }

    /// The last steps of a seed's life, the same each time.
    package static func steps(of seed: UInt64) -> [String] {
        let simulation = Simulation(seed: seed, traces: true)
        _ = simulation.run(0)
        return simulation.trace?.last ?? []
    }

    private init(seed: UInt64, traces: Bool) {
        self.seed = seed
        random = SplitMix64(seed: seed)
        faults = SimulatedFaults(&random, from: 0)
        trace = traces ? SimulatedTrace() : nil
    }

    /// Lives through faults and the peace after them, as often as it takes for so many steps.
    private func run(_ least: Int) -> Violation? {
        begin()
        repeat {
            round += 1
            faults = SimulatedFaults(&random, from: now)
            planFaults()
            planPresses()
            if processes[.navigator] != nil { planTravels() }
            while violation == nil, !isOver, let entry = calendar.next() {
                now = entry.moment
                steps += 1
                entry.act()
                check()
            }
            if violation == nil { checkEnd() }
        } while violation == nil && steps < least
        violation?.trace = trace?.last ?? []
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
    }

    /// Goes on with something until the faults of this round are over.
    func planTrouble(in delay: Seconds, _ act: @escaping () -> Void) {
        let round = round
        plan(in: delay) { [unowned self] in
            if self.round == round, faults.areOn(at: now) { act() }
        }
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
        trace?.add(text(), at: now)
    }

    /// Takes down the first promise that was broken.
    func broken(_ promise: SimulatedPromise, _ what: @autoclosure () -> String) {
        guard violation == nil else { return }
        violation = Violation(
            seed: seed, moment: now, promise: promise, what: what(), trace: [])
    }
}

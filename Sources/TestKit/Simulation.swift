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
    /// From when on nothing is under way that an earlier round has delayed; nil in the first one.
    private(set) var clearFrom: Seconds?
    /// Whether faults of this round or an earlier one spoil journals: what was lost stays lost.
    private(set) var mayHaveSpoiled = false

    let processes: Members<SimulatedProcess>
    let connections: [SimulatedConnection]
    var engine: SimulatedMemory<EngineCore>?
    var relay: SimulatedMemory<RelayCore>?
    var navigator: SimulatedMemory<NavigatorCore>?
    /// The questions that navigators have asked, in all their lives.
    var questions: [TicketID: RouteQuestion] = [:]
    /// When the newest one was asked, on the navigator's clock.
    var routeAskedAt: Seconds = 0
    let faces: Members<SimulatedFace>
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
    private var violation: Violation?
    /// Whether a promise was broken; asked at each step.
    private var isBroken = false
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
        defer { simulation.end() }
        guard simulation.run(least) != nil else { return (simulation.steps, nil) }
        // Once more for the trace, which nobody needs of a life without a fault.
        let traced = Simulation(seed: seed, traces: true)
        defer { traced.end() }
        return (simulation.steps, traced.run(least))
    }

    /// The last steps of a seed's life, the same each time.
    package static func steps(of seed: UInt64) -> [String] {
        let simulation = Simulation(seed: seed, traces: true)
        defer { simulation.end() }
        _ = simulation.run(0)
        return simulation.trace?.last ?? []
    }

    private init(seed: UInt64, traces: Bool) {
        self.seed = seed
        var random = SplitMix64(seed: seed)
        faults = SimulatedFaults(&random, from: 0)
        trace = traces ? SimulatedTrace() : nil
        let faces: [Member] = random.chance(0.4) ? [.left, .right] : [.left]
        let travels = random.chance(0.2)
        processes = Members(
            [.engine, .relay] + (travels ? [.navigator] : []) + faces, of: &random
        ) { random in
            SimulatedProcess(clock: random.number(in: 0...10_000))
        }
        self.faces = Members(faces, of: &random) { _ in SimulatedFace() }
        var connections = [SimulatedConnection(from: .relay, to: .engine)]
        for face in faces {
            connections.append(SimulatedConnection(from: .relay, to: face))
            connections.append(SimulatedConnection(from: face, to: .relay))
            if travels { connections.append(SimulatedConnection(from: face, to: .navigator)) }
        }
        self.connections = connections
        self.random = random
    }

    /// Forgets what was going to happen: all of that holds the simulation, which would never go.
    private func end() {
        calendar = SimulatedCalendar()
        for process in processes.keys { processes[process]?.held = [] }
        for connection in connections { connection.pending = [:] }
    }

    /// Lives through faults and the peace after them, as often as it takes for so many steps.
    private func run(_ least: Int) -> Violation? {
        begin()
        repeat {
            round += 1
            drawFaults()
            planFaults()
            planPresses()
            if processes[.navigator] != nil { planTravels() }
            while !isBroken, !isOver, let entry = calendar.next() {
                now = entry.moment
                steps += 1
                happen(entry)
                check()
            }
            if !isBroken { checkEnd() }
        } while !isBroken && steps < least
        violation?.trace = trace?.last ?? []
        return violation
    }

    private func drawFaults() {
        // A copy is lent, as a long access to the property makes all others be checked.
        var random = random
        clearFrom = round > 1 ? now + faults.latest : nil
        faults = SimulatedFaults(&random, from: now)
        mayHaveSpoiled = mayHaveSpoiled || faults.spoilJournals
        self.random = random
    }

    private func begin() {
        for index in connections.indices { tryToConnect(index) }
        for member in processes.keys { start(member) }
    }

    /// Goes on with something until the faults of this round are over.
    func planTrouble(in delay: Seconds, _ act: @escaping () -> Void) {
        let round = round
        plan(in: delay) { [self] in
            if self.round == round, faults.areOn(at: now) { act() }
        }
    }

    /// Whether the faults are over, and everything is settled or has had its time.
    private var isOver: Bool {
        now >= faults.end && (now >= faults.end + Self.patience || isSettled)
    }

    /// Plans something of the world outside the processes.
    func plan(in delay: Seconds, _ act: @escaping () -> Void) {
        calendar.plan(SimulatedCalendar.Entry(moment: now + delay, life: nil, act: act))
    }

    /// Plans something that happens to a process: it never does if the process dies before, and
    /// waits while it is frozen.
    func plan(
        in delay: Seconds, at member: Member, isControl: Bool = false, _ act: @escaping () -> Void
    ) {
        let life = SimulatedCalendar.Life(
            member: member, number: processes[member]?.life ?? 0, isControl: isControl)
        calendar.plan(SimulatedCalendar.Entry(moment: now + delay, life: life, act: act))
    }

    private func happen(_ entry: SimulatedCalendar.Entry) {
        guard let life = entry.life else { return entry.act() }
        guard let process = processes[life.member], process.life == life.number, process.isAlive
        else { return }
        if process.isFrozen {
            process.held.append(
                SimulatedProcess.Held(isControl: life.isControl, act: entry.act))
        } else {
            entry.act()
            rest(life.member)
        }
    }

    /// Notes a step for whoever has to find out what went wrong.
    func note(_ text: @autoclosure () -> String) {
        trace?.add(text(), at: now)
    }

    /// Takes down the first promise that was broken.
    func broken(_ promise: SimulatedPromise, _ what: @autoclosure () -> String) {
        guard !isBroken else { return }
        isBroken = true
        violation = Violation(
            seed: seed, moment: now, promise: promise, what: what(), trace: [])
    }
}

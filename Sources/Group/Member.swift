internal import Messages

/// One process as its supervisor knows it.
struct Member: Sendable, Equatable {
    /// Where a process is in its life.
    enum Life: Sendable, Equatable {
        /// Not started, or dead and to be started again then. Becomes `spawning` or `over`.
        case waiting(until: Seconds)
        /// Being started. Becomes `running`, `waiting`, `givenUp` or `over`.
        case spawning
        /// Started. Becomes `spawning`, `waiting`, `givenUp` or `over`.
        case running(Run)
        /// Died too often. Becomes `spawning` when somebody asks, or `over`.
        case givenUp
        /// Ended for good. Becomes `spawning` when somebody asks for a process that is not kept.
        case over
    }

    /// One run of a process.
    struct Run: Sendable, Equatable {
        /// What was spawned; nil once it has ended before the one that beats.
        var spawned: Int32?
        /// What beats, where that is another one: a script has started it.
        var worker: Int32?
        /// The boot of the one that beats.
        var boot: Boot?
        /// How far it says it is.
        var stage = VitalsBeat.LifeStage.starting
        /// When it was started.
        var since: Seconds
        /// When it was heard last; nil before the first beat, which arms the watch (G4).
        var heard: Seconds?
        /// How it is being ended; nil while it may run.
        var stop: Stop?
        /// When the one that beats ended and left the spawned one behind.
        var orphaned: Seconds?
    }

    /// The end of a run: asked, then terminated, then killed.
    struct Stop: Sendable, Equatable {
        enum Step: Sendable, Equatable {
            /// `process.stop` was sent. Becomes `terminated`.
            case asked
            /// TERM was sent. Becomes `killed`.
            case terminated
            /// KILL was sent.
            case killed
        }

        var since: Seconds
        var step: Step
        /// Whether the process is started again at once, and this is no death.
        var isRestart: Bool
    }

    let name: String
    let kind: Topology.Kind?
    let isEssential: Bool
    let restart: Topology.Restart
    private(set) var life = Life.waiting(until: 0)
    /// When it came to be in the state that its status shows.
    private(set) var since: Seconds = 0
    private(set) var restarts = 0
    /// When it died, within the window that counts (G3).
    private(set) var deaths: [Seconds] = []
    /// The boot of the run before: its last beats may still be on their way.
    private var formerBoot: Boot?
    private var wasSpawned = false

    init(_ process: Topology.Process) {
        name = process.name
        kind = process.kind
        isEssential = process.isEssential
        restart = process.restart
    }

    /// The run, where there is one.
    var run: Run? {
        if case .running(let run) = life { run } else { nil }
    }

    /// Whether the supervisor still has to see this process out.
    var isAlive: Bool {
        switch life {
        case .spawning, .running: true
        case .waiting, .givenUp, .over: false
        }
    }

    /// The place in the order in which a group ends (G5): the engine last, as it has the inputs.
    var endRank: Int {
        switch kind {
        case .face: 0
        case .relay: 1
        case .navigator: 2
        case .web, nil: 3
        case .engine: Self.engineRank
        }
    }

    static let engineRank = 4

    /// How long the process has to end before it is killed, in seconds.
    ///
    /// The engine's covers a release, its read-back, and its players' own grace.
    var grace: Seconds { kind == .engine ? 10 : 5 }

    /// How long `process.stop` has before TERM follows, in seconds.
    static let askGrace: Seconds = 1

    mutating func spawning(at time: Seconds) {
        if wasSpawned { restarts += 1 }
        wasSpawned = true
        enter(.spawning, at: time)
    }

    mutating func spawned(pid: Int32, at time: Seconds) {
        life = .running(Run(spawned: pid, since: time))
    }

    mutating func adopted(pid: Int32) {
        update { run in
            run.worker = pid
            run.orphaned = nil
        }
    }

    /// Takes in the end of one of the run's processes; true if nothing is left of the run.
    mutating func exited(pid: Int32, at time: Seconds) -> Bool {
        guard var run else { return false }
        if run.spawned == pid {
            run.spawned = nil
        } else if run.worker == pid {
            run.worker = nil
            run.orphaned = time
        } else {
            return false
        }
        life = .running(run)
        return run.spawned == nil && run.worker == nil
    }

    /// Takes in a beat; says what it changes, nil for one of a run that is over.
    mutating func take(_ beat: VitalsBeat, at time: Seconds) -> (wasReady: Bool, isNew: Bool)? {
        guard var run, beat.boot != formerBoot else { return nil }
        let before = run.stage
        let isNew = run.boot != beat.boot
        run.boot = beat.boot
        run.stage = beat.state
        run.heard = time
        life = .running(run)
        if before != run.stage { since = time }
        return (before == .ready, isNew)
    }

    /// Starts to end the run, or does nothing where it is being ended.
    ///
    /// - Returns: The step that is taken; nil where there is nothing to do.
    mutating func stop(at time: Seconds, isRestart: Bool = false) -> Stop.Step? {
        guard var run, run.stop == nil else { return nil }
        // What has never been heard would not hear either.
        let step: Stop.Step = run.heard == nil ? .terminated : .asked
        run.stop = Stop(since: time, step: step, isRestart: isRestart)
        enter(.running(run), at: time)
        return step
    }

    /// Marks the run as killed; false where it was before.
    mutating func kill(at time: Seconds) -> Bool {
        guard var run, run.stop?.step != .killed else { return false }
        let stop = run.stop ?? Stop(since: time, step: .killed, isRestart: false)
        run.stop = Stop(since: stop.since, step: .killed, isRestart: stop.isRestart)
        life = .running(run)
        return true
    }

    /// Marks the run as terminated.
    mutating func terminate() {
        update { $0.stop?.step = .terminated }
    }

    /// Counts a death; the number of those in the window that counts.
    mutating func die(at time: Seconds) -> Int {
        deaths.removeAll { time - $0 > Supervisor.deathWindow }
        deaths.append(time)
        return deaths.count
    }

    mutating func forgetDeaths() {
        deaths = []
    }

    /// Enters a state in which nothing runs.
    mutating func rest(_ state: Life, at time: Seconds) {
        formerBoot = run?.boot ?? formerBoot
        enter(state, at: time)
    }

    private mutating func enter(_ state: Life, at time: Seconds) {
        life = state
        since = time
    }

    private mutating func update(_ change: (inout Run) -> Void) {
        guard var run else { return }
        change(&run)
        life = .running(run)
    }
}

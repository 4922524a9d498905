package import Messages

/// The launcher's rules: which process is started, watched, given up and ended, and when (G1 to
/// G5, G9).
///
/// It counts the launcher's own running time only. What a suspended or stopped launcher sleeps
/// through is nobody's silence, nobody's grace and no part of anybody's death rate.
package struct Supervisor: Sendable, Equatable {
    /// What has happened.
    package enum Event: Sendable, Equatable {
        /// A process was started.
        case spawned(String, pid: Int32)
        /// A process could not be started.
        case notSpawned(String, reason: String)
        /// The process that beats for a name is another one than was spawned, and of this group.
        case adopted(String, pid: Int32)
        /// A process that was spawned or adopted has ended.
        case exited(String, pid: Int32, Exit)
        /// A sign of life.
        case beat(String, VitalsBeat)
        /// The engine's state, with its newest receipt.
        case solo(SoloState)
        /// A new receipt.
        case receipt(SoloReceipt)
        /// A signal to the launcher, or an order that counts as one.
        case signal(Signal)
        /// Somebody asks.
        case request(GroupRequest, key: RequestKey, token: ReplyToken)
        /// What is left of the group after a sweep.
        case remaining([String])
        /// Time has passed.
        case tick
    }

    /// What is to be done.
    package enum Effect: Sendable, Equatable {
        /// Start a process; answered by `spawned` or `notSpawned`.
        case spawn(String)
        /// See whether a process is of this group, and watch it; answered by `adopted` if so.
        case adopt(String, pid: Int32)
        /// Send `process.stop`.
        case order(String)
        /// Send a signal to whatever runs under a name.
        case signal(String, Force)
        /// Stop the launcher itself, as TSTP would.
        case suspend
        /// Publish the group's status.
        case publish(GroupStatus)
        /// Answer a request.
        case reply(GroupReply, to: ReplyToken)
        /// Tell the person.
        case note(Note)
        /// Look for what is left of the group, and kill it if so said; answered by `remaining`.
        case sweep(kill: Bool)
        /// End the launcher.
        case finish(Ending)
    }

    /// The signals that the launcher acts on.
    package enum Signal: Sendable, Equatable {
        /// INT, TERM, HUP, and any other that ends a process by default (G9).
        case end
        /// TSTP.
        case suspend
    }

    /// The two signals that the launcher sends.
    package enum Force: Sendable, Equatable {
        case terminate
        case kill
    }

    /// How the group stands as a whole.
    enum Phase: Sendable, Equatable {
        /// Processes are kept up. Becomes `ending`.
        case keeping
        /// Processes are ended in order, and none is started. Becomes `emptying`.
        case ending(Order)
        /// The processes are over; what they left behind is looked for. Becomes `finished`.
        case emptying(Order, Emptying)
        /// Nothing is left to do.
        case finished
    }

    /// The order to end.
    struct Order: Sendable, Equatable {
        /// Why.
        var cause: Cause
        /// When it was given, on the launcher's clock.
        var since: Seconds
        /// Whether it is carried out by kills (G5).
        var isForced = false
    }

    /// The search for what is left when the processes are over.
    struct Emptying: Sendable, Equatable {
        var since: Seconds
        var nextSweep: Seconds
        /// What the newest sweep has found; nil before it.
        var remaining: [String]?
        var hasKilled = false
    }

    /// The topology's name.
    let group: String
    /// The topology's limits.
    let limits: Limits
    /// The processes in start order.
    var members: [Member]
    var phase = Phase.keeping
    /// What the engine has said of its session.
    var solo = SoloKnowledge()
    /// Names of processes that did not end by themselves.
    var unclean: [String] = []
    /// Whether the group has been ready once.
    var wasReady = false
    /// When the person is told next what is still waited for.
    var nextReminder = Self.reminderInterval

    private var clock = RunningTime()
    private(set) var now: Seconds = 0
    private var remembered = Remembered<GroupRequest, GroupReply>()
    private var published: [GroupStatus.Process] = []

    /// Deaths in this span are counted together (G3).
    static let deathWindow: Seconds = 30
    /// Further signals within this span of the order are the same order (G5).
    static let orderSpan: Seconds = 1
    /// How often the person is told what a start waits for.
    static let reminderInterval: Seconds = 10

    /// Makes the supervisor of what of a group runs here, which the first event starts.
    package init(_ topology: Topology) {
        group = topology.name
        limits = topology.limits
        members = topology.local.map { Member($0) }
    }

    /// The launcher's own running time, in seconds.
    var time: Seconds { clock.elapsed }

    /// Whether nothing is left to do.
    package var isFinished: Bool { phase == .finished }

    /// When time alone will matter next, on the launcher's clock; nil where it will not.
    package var deadline: Seconds? { due.map { now + max(0, $0 - time) } }

    /// Takes in what has happened, and says what is to be done.
    package mutating func receive(_ event: Event, at now: Seconds) -> [Effect] {
        clock.advance(to: now)
        self.now = now
        var effects: [Effect] = []
        take(event, &effects)
        proceed(&effects)
        publishChange(&effects)
        return effects
    }

    private mutating func take(_ event: Event, _ effects: inout [Effect]) {
        switch event {
        case .spawned(let name, let pid):
            if let index = index(of: name) { members[index].spawned(pid: pid, at: time) }
        case .notSpawned(let name, let reason):
            effects.append(.note(.notSpawned(name, reason: reason)))
            if let index = index(of: name) { lose(index, .notSpawned, &effects) }
        case .adopted(let name, let pid):
            if let index = index(of: name) { members[index].adopted(pid: pid) }
        case .exited(let name, let pid, let exit):
            if let index = index(of: name), members[index].exited(pid: pid, at: time) {
                lose(index, exit, &effects)
            }
        case .beat(let name, let beat): take(beat, of: name, &effects)
        case .solo(let state): solo.take(state)
        case .receipt(let receipt): solo.take(receipt)
        case .signal(.end): order(.signal, &effects)
        case .signal(.suspend):
            effects.append(solo.isOpen ? .note(.suspendRefused) : .suspend)
        case .request(let request, let key, let token):
            answer(request, key: key, token: token, &effects)
        case .remaining(let names):
            guard case .emptying(let order, var emptying) = phase else { return }
            emptying.remaining = names
            phase = .emptying(order, emptying)
        case .tick: break
        }
    }

    private mutating func answer(
        _ request: GroupRequest, key: RequestKey, token: ReplyToken, _ effects: inout [Effect]
    ) {
        if request == .status(GroupStatusGet()) {
            effects.append(.reply(.status(status), to: token))
            return
        }
        switch remembered.verdict(on: request, key: key) {
        case .seen(let reply): effects.append(.reply(reply, to: token))
        case .reused: effects.append(.reply(.problem(.reusedKey), to: token))
        case .new:
            let reply = carryOut(request, &effects)
            remembered.remember(request, key: key, reply: reply)
            effects.append(.reply(reply, to: token))
        }
    }

    private mutating func carryOut(
        _ request: GroupRequest, _ effects: inout [Effect]
    ) -> GroupReply {
        switch request {
        case .status: break
        case .stop: order(.request, &effects)
        case .restart(let restart):
            if let problem = self.restart(restart.process, &effects) { return .problem(problem) }
        }
        return .status(status)
    }

    private mutating func publishChange(_ effects: inout [Effect]) {
        let status = status
        // Ages change all the time; they are no reason to publish.
        let lasting = status.processes.map { process in
            var process = process
            process.since = 0
            process.lastBeat = nil
            return process
        }
        guard lasting != published else { return }
        published = lasting
        effects.append(.publish(status))
    }

    /// Where a process is in the start order; nil for a name that is none of the group's.
    func index(of name: String) -> Int? { members.firstIndex { $0.name == name } }
}

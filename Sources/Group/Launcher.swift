internal import Bus
internal import CLinux
internal import Glibc
internal import Messages

/// The process that starts a group and sees it through to its end.
///
/// It carries out what its `Supervisor` decides, on the bus thread.
actor Launcher: BusActor {
    /// A process that is watched: one that was spawned, or one that beats for its name.
    struct Child {
        let name: String
        let pid: Int32
        let descriptor: Descriptor
    }

    /// What a process prints.
    struct Output {
        let name: String
        let descriptor: Descriptor
        var splitter = LineSplitter()
    }

    nonisolated let unownedExecutor: UnownedSerialExecutor
    let plan: LaunchPlan
    let bus: Bus
    let spawner: Spawner
    let log: LogWriter
    private var supervisor: Supervisor
    private var manager: ServiceManager
    var roll: Roll
    /// By the descriptor that tells of the end.
    var children: [Int32: Child] = [:]
    /// By the descriptor that is read from.
    var outputs: [Int32: Output] = [:]
    /// The newest lines of each process, to be told where it is given up (G3).
    var lastLines: [String: [String]] = [:]
    /// The line that says that the group is ready, while it waits for the page's address.
    private var announcement: (ask: RequestID, note: Note)?
    /// How the group has ended; nil until it has.
    private(set) var ending: Ending?

    init(
        _ plan: LaunchPlan, bus: sending Bus, thread: BusThread, spawner: Spawner,
        log: LogWriter
    ) throws(BusError) {
        unownedExecutor = thread.asUnownedSerialExecutor()
        self.plan = plan
        self.spawner = spawner
        self.log = log
        supervisor = Supervisor(plan.topology)
        manager = ServiceManager(environment: plan.environment)
        roll = Roll(in: plan.directories.run)
        for process in plan.topology.local {
            let isEngine = process.kind == .engine
            let topics = [VitalsBeat.type] + (isEngine ? [SoloState.type, SoloReceipt.type] : [])
            try bus.subscribe(to: process.name, topics: topics)
        }
        self.bus = bus
    }

    func turn() -> TurnOutcome {
        take(.tick)
        guard ending == nil else { return .end }
        bus.wait(until: supervisor.deadline)
        while ending == nil, let input = bus.next() { take(input) }
        reapStrangers()
        manager.showLife(at: bus.now)
        return ending == nil ? .goOn : .end
    }

    private func take(_ input: BusInput) {
        switch input {
        case .request(let incoming, let key, let token):
            if let request = bus.read(GroupRequest.self, from: incoming, token: token) {
                take(.request(request, key: key, token: token))
            }
        case .event(let incoming, let process): take(incoming, from: process)
        case .signal(SIGTSTP): take(.signal(.suspend))
        case .signal(SIGHUP) where plan.ignoresHangUp: break
        case .signal, .stopOrdered: take(.signal(.end))
        case .readable(let descriptor): read(descriptor)
        case .reply(let incoming, let id): announce(after: id, page: try? incoming.read())
        case .failed(let id, _): announce(after: id, page: nil)
        case .peer, .vitalsAsked: break
        }
    }

    private func take(_ incoming: Incoming, from process: String) {
        do throws(Problem) {
            switch incoming.type {
            case VitalsBeat.type: take(.beat(process, try incoming.read()))
            case SoloState.type: take(.solo(try incoming.read()))
            case SoloReceipt.type: take(.receipt(try incoming.read()))
            default: break
            }
        } catch {
            say(.warning, "\(process) sent what cannot be read: \(error.detail)")
        }
    }

    /// Tells the supervisor what has happened, and does what it says.
    func take(_ event: Supervisor.Event) {
        for effect in supervisor.receive(event, at: bus.now) { perform(effect) }
    }

    private func perform(_ effect: Supervisor.Effect) {
        switch effect {
        case .spawn(let name): spawn(name)
        case .adopt(let name, let pid): adopt(name, pid: pid)
        case .order(let name):
            bus.request(ProcessStop(), of: name, on: .control, within: Member.askGrace)
        case .signal(let name, let force): signal(name, force)
        case .suspend: kill(getpid(), SIGSTOP)
        case .publish(let status): bus.publish(status)
        case .reply(let reply, let token): bus.reply(reply.message, to: token)
        case .note(let note): tell(note)
        case .sweep(let kills): sweep(kills)
        case .finish(let ending):
            tell(ending)
            self.ending = ending
        }
    }

    private func tell(_ note: Note) {
        switch note {
        case .groupReady:
            bus.stage = .ready
            manager.tell("READY=1")
            announce(note)
        case .ending:
            bus.stage = .stopping
            manager.tell("STOPPING=1")
            say(note.level, note.text)
        case .gaveUp(let name, _):
            say(note.level, note.text)
            for line in lastLines[name] ?? [] { say(.error, "\(name) said: \(line)") }
        case .ready, .waiting, .notSpawned, .died, .over, .restarting, .silent, .suspendRefused,
            .forced, .killing, .left:
            say(note.level, note.text)
        }
    }

    /// Says that the group is ready, and where its page is; asks for that first (G1).
    private func announce(_ note: Note) {
        guard let web = plan.topology.local.first(where: { $0.kind == .web }) else {
            return say(note.level, "\(note.text); \(plan.hints(page: nil))")
        }
        let ask = bus.request(WebPageGet(), of: web.name, within: Self.pageWithin)
        announcement = (ask, note)
    }

    /// How long the page's address is waited for, in seconds: the group is ready without it.
    private static let pageWithin: Seconds = 3

    /// Says it, now that the address is known, or that it will not be.
    ///
    /// What else is asked is `process.stop`, which a signal follows where it is not heeded.
    private func announce(after id: RequestID, page: WebPage?) {
        guard let (ask, note) = announcement, ask == id else { return }
        announcement = nil
        say(note.level, "\(note.text); \(plan.hints(page: page))")
    }

    private func tell(_ ending: Ending) {
        if let receipt = ending.receipt { say(.info, "last receipt: \(receipt.summary)") }
        if !ending.unclean.isEmpty {
            say(.warning, "not ended by themselves: \(ending.unclean.joined(separator: ", "))")
        }
        if ending.isUnconfirmed { say(.error, "a release is not confirmed") }
        if ending.survivors.isEmpty {
            say(.info, "down")
        } else {
            let names = ending.survivors.joined(separator: ", ")
            say(.error, "not down, as these cannot be ended: \(names)")
        }
    }

    /// Writes a line of the launcher's own.
    func say(_ level: LogLevel, _ text: String) {
        log.write(
            LogLine(time: Stamp.wallClock, process: Topology.launcher, level: level, text: text))
    }
}

extension SoloReceipt {
    /// The receipt in one line.
    fileprivate var summary: String {
        let what = title.map { "\"\($0)\"" } ?? "no session"
        let verdict = released ? "released" : "not released (\(reason ?? "no reason given"))"
        return "\(what), \(cause.rawValue), \(verdict)"
    }
}

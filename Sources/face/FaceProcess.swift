import Bus
import FaceCore
import Messages

/// The face on the bus: feeds the core with what comes, and carries out what it says.
actor FaceProcess: BusActor {
    private let bus: Bus
    private let thread: BusThread
    private let peers: FacePeers
    /// What other threads bring: the record that was read, and the outcomes of writes.
    private let mailbox: Mailbox<FaceCore.Event>
    private let journal: FaceJournal
    private let outbox: Outbox
    private var core: FaceCore

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Reads the journal, and listens to the relay, the navigator and the launcher.
    ///
    /// - Throws: A `BusError` where the group has not exactly one relay, or an endpoint is wrong.
    init(bus: sending Bus, thread: BusThread) throws {
        let settings = bus.settings
        peers = try FacePeers(settings)
        for (process, topics) in peers.topics {
            try bus.subscribe(to: process, topics: topics)
        }
        let (journal, recovery) = FaceJournal.open(
            "\(settings.stateDirectory)/\(settings.process).journal")
        if case .lost(let reason) = recovery {
            Log.write(.error, "the journal of an earlier life is missing: \(reason)")
        }
        core = FaceCore(settings: settings)
        outbox = Outbox(source: settings.source, thread: thread)
        mailbox = Mailbox(waking: thread)
        mailbox.post(.recovered(recovery))
        self.journal = journal
        self.bus = bus
        self.thread = thread
    }

    func turn() -> TurnOutcome {
        let deadlines = [core.deadline, outbox.assumeIsolated { $0.deadline }]
        bus.wait(until: deadlines.compactMap(\.self).min())
        for event in mailbox.drain() { receive(event) }
        // Time first: what queued up while the process did not run is judged by the clock of now.
        receive(.tick)
        tellOutbox { outbox, now in outbox.elapse(at: now) }
        for _ in 0..<Self.inputsPerTurn {
            guard let input = bus.next() else { break }
            if case .stopOrdered = input {
                end()
                return .end
            }
            take(input)
        }
        bus.queues["outbox"] = outbox.assumeIsolated { $0.depth }
        return .goOn
    }

    /// So many inputs are taken before the bus gets to show life again, whoever floods it.
    private static let inputsPerTurn = 256

    private func end() {
        bus.stage = .stopping
        // Whoever waits for a Stop's answer is still told whether it is kept.
        journal.close()
        for event in mailbox.drain() { receive(event) }
    }

    // MARK: What comes

    private func take(_ input: BusInput) {
        switch input {
        case .request(let incoming, let key, let token): take(incoming, key: key, token: token)
        case .event(let incoming, let process):
            if let event = peers.event(of: incoming, from: process) { receive(event) }
        case .peer(let process, let change):
            if let event = peers.loss(of: process, by: change) { receive(event) }
            if process == peers.relay, change == .disconnected {
                let source = "/\(bus.settings.group)/\(process)"
                tellOutbox { outbox, now in outbox.leave(source, at: now) }
            }
        // The face asks nobody; vitals are the bus's own, the rest is the launcher's.
        case .reply, .failed, .vitalsAsked, .stopOrdered, .signal, .readable: break
        }
    }

    private func take(_ incoming: Incoming, key: RequestKey, token: ReplyToken) {
        switch incoming.type {
        case OutboxTake.type, OutboxAck.type:
            guard let ask = bus.read(OutboxAsk.self, from: incoming, token: token) else { return }
            tellOutbox { outbox, now in
                outbox.serve(ask, key: key, token: token, at: now)
            }
        default:
            guard let request = bus.read(FaceRequest.self, from: incoming, token: token) else {
                return
            }
            let fresh = RequestID(Stamp.randomID())
            receive(.request(request, key: key, token: token, fresh: fresh))
        }
    }

    // MARK: What follows

    /// Hands an event to the core, and then what its effects have brought about, in order: a view
    /// that was published in between would be followed by an older one.
    private func receive(_ event: FaceCore.Event) {
        var events = [event]
        while !events.isEmpty {
            bus.reach(taking: events[0])
            for effect in core.receive(events.removeFirst(), at: bus.now) {
                events += carryOut(effect)
            }
        }
    }

    private func carryOut(_ effect: FaceCore.Effect) -> [FaceCore.Event] {
        bus.reach(doing: effect)
        switch effect {
        case .ready: bus.stage = .ready
        case .reply(let reply, let token): bus.reply(reply.message, to: token)
        case .publish(let view): bus.publishNewest(view)
        case .put(let id, let request):
            return inOutbox { outbox, now in outbox.put(request, id: id, at: now) }
        case .settle(let id):
            return inOutbox { outbox, now in outbox.settle(id, at: now) }
        case .journal(let write, let record): self.write(record, as: write)
        }
        return []
    }

    private func write(_ record: FaceRecord, as write: WriteID) {
        journal.write(record) { [mailbox] problem in
            if let problem { Log.write(.error, "not kept: \(problem)") }
            mailbox.post(problem == nil ? .journaled(write) : .notJournaled(write))
        }
    }

    // MARK: The outbox

    private typealias OutboxWork = @Sendable (isolated Outbox, Seconds) -> [PriorityOutbox.Effect]

    /// Does something in the outbox, and tells the core what came of it.
    private func tellOutbox(_ work: OutboxWork) {
        for event in inOutbox(work) { receive(event) }
    }

    /// Does something in the outbox, carries out what follows, and says what the core must hear.
    private func inOutbox(_ work: OutboxWork) -> [FaceCore.Event] {
        let now = bus.now
        let effects = outbox.assumeIsolated { outbox in work(outbox, now) }
        return effects.flatMap(carryOut)
    }

    private func carryOut(_ effect: PriorityOutbox.Effect) -> [FaceCore.Event] {
        switch effect {
        case .hand(let item, let token):
            if bus.reply(item, to: token) { return [.taken(item.id)] }
            return inOutbox { outbox, now in outbox.giveBack(item.id, at: now) }
        case .empty(let token): bus.reply(OutboxEmpty(), to: token)
        case .acknowledged(let id, let token): bus.reply(OutboxAcked(id: id), to: token)
        case .refuse(let problem, let token): bus.reply(problem, to: token)
        case .removed(let removed, let putAt):
            bus.publish(removed)
            return [.removed(removed, putAt: putAt)]
        case .returned(let id): return [.returned(id)]
        }
        return []
    }
}

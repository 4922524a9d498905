import Bus
import FaceCore
import Messages

/// The face on the bus: feeds the core and the outbox with what comes, and carries out what they
/// say.
actor FaceProcess: BusActor {
    private let bus: Bus
    private let thread: BusThread
    private let relay: String
    private let navigator: String?
    /// What the journal's queue brings.
    private let mailbox: Mailbox<FaceCore.Event>
    private let journal: FaceJournal
    private let outbox: Outbox
    private var core: FaceCore

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Reads the journal, and listens to the relay, the navigator and the launcher.
    ///
    /// - Throws: A `BusError` of code `settingsInvalid` where the group has not exactly one relay.
    init(bus: sending Bus, thread: BusThread) throws {
        let settings = bus.settings
        let relays = settings.names(running: "relay")
        guard let relay = relays.first, relays.count == 1 else {
            throw BusError(
                .settingsInvalid, "A face is served by one relay; this group has \(relays.count)")
        }
        navigator = settings.names(running: "navigator").first
        try bus.subscribe(
            to: relay,
            topics: [Topic.name(type: FaceState.type, subject: settings.process), VitalsBeat.type])
        if let navigator {
            try bus.subscribe(to: navigator, topics: [NavigatorState.type, VitalsBeat.type])
        }
        try bus.subscribe(to: Self.launcher, topics: [GroupStatus.type, VitalsBeat.type])
        let (journal, recovery) = FaceJournal.open(
            "\(settings.stateDirectory)/\(settings.process).journal")
        if case .lost(let reason) = recovery {
            Log.write(.error, "the journal of an earlier life is missing: \(reason)")
        }
        self.relay = relay
        self.journal = journal
        core = FaceCore(settings: settings)
        outbox = Outbox(source: settings.source, thread: thread)
        mailbox = Mailbox(waking: thread)
        mailbox.post(.recovered(recovery))
        self.bus = bus
        self.thread = thread
    }

    /// The name under which the launcher is on the bus.
    private static let launcher = "group"

    func turn() -> TurnOutcome {
        let deadlines = [core.deadline, outbox.assumeIsolated { $0.deadline }]
        bus.wait(until: deadlines.compactMap(\.self).min())
        // Time first: what queued up while the process did not run is judged by the clock of now.
        receive(.tick)
        carryOut(outbox.assumeIsolated { [now = bus.now] in $0.elapse(at: now) })
        for event in mailbox.drain() { receive(event) }
        for _ in 0..<Self.inputsPerTurn {
            guard let input = bus.next() else { break }
            if case .stopOrdered = input {
                end()
                return .end
            }
            take(input)
        }
        return .goOn
    }

    /// So many inputs are taken before the bus gets to show life again, whoever floods it.
    private static let inputsPerTurn = 256

    private func end() {
        bus.stage = .stopping
        // Whoever waits for a confirmation is still told whether the Stop is kept.
        journal.close()
        for event in mailbox.drain() { receive(event) }
    }

    // MARK: What comes

    private func take(_ input: BusInput) {
        switch input {
        case .request(let incoming, let key, let token): serve(incoming, key, token)
        case .event(let incoming, let process):
            if let event = event(of: incoming, from: process) { receive(event) }
        case .peer(let process, let change): changed(process, change)
        // The face asks nobody on the bus: what it wants waits in the outbox.
        case .reply, .failed, .vitalsAsked, .stopOrdered, .signal, .readable: break
        }
    }

    private func serve(_ incoming: Incoming, _ key: RequestKey, _ token: ReplyToken) {
        switch incoming.type {
        case OutboxTake.type, OutboxAck.type:
            guard let ask = bus.read(OutboxAsk.self, from: incoming, token: token) else { return }
            carryOut(
                outbox.assumeIsolated { [now = bus.now] in
                    $0.serve(ask, key: key, token: token, at: now)
                })
        default:
            guard let request = bus.read(FaceRequest.self, from: incoming, token: token) else {
                return
            }
            let fresh = RequestID(Stamp.randomID())
            receive(.request(request, key: key, token: token, fresh: fresh))
        }
    }

    /// What an event says; nil where it says nothing to the face, or nothing that can be read.
    private func event(of incoming: Incoming, from process: String) -> FaceCore.Event? {
        do throws(Problem) {
            switch incoming.type {
            case FaceState.type where process == relay: return .state(try incoming.read())
            case NavigatorState.type: return .navigator(try incoming.read())
            case GroupStatus.type: return .health(try incoming.read())
            default: return nil
            }
        } catch {
            Log.write(.warning, "\(process) is not understood: \(error.detail)")
            return nil
        }
    }

    private func changed(_ process: String, _ change: PeerChange) {
        switch change {
        case .connected, .heard: break
        case .silent:
            if process == relay { receive(.relaySilent) } else { lost(process) }
        case .disconnected:
            guard process == relay else { return lost(process) }
            receive(.relayDisconnected)
            let source = "/\(bus.settings.group)/\(relay)"
            carryOut(outbox.assumeIsolated { [now = bus.now] in $0.leave(source, at: now) })
        }
    }

    private func lost(_ process: String) {
        if process == navigator { receive(.navigator(nil)) }
        if process == Self.launcher { receive(.health(nil)) }
    }

    // MARK: What follows

    private func receive(_ event: FaceCore.Event) {
        for effect in core.receive(event, at: bus.now) { carryOut(effect) }
    }

    private func carryOut(_ effect: FaceCore.Effect) {
        switch effect {
        case .ready: bus.stage = .ready
        case .reply(let reply, let token): bus.reply(reply.message, to: token)
        case .publish(let view): bus.publish(view)
        case .put(let id, let request):
            carryOut(
                outbox.assumeIsolated { [now = bus.now] in $0.put(request, id: id, at: now) })
        case .settle(let id):
            carryOut(outbox.assumeIsolated { [now = bus.now] in $0.settle(id, at: now) })
        case .journal(let id, let record):
            journal.write(record) { [mailbox] isWritten in
                mailbox.post(isWritten ? .journaled(id) : .notJournaled(id))
            }
        }
    }

    private func carryOut(_ effects: [PriorityOutbox.Effect]) {
        for effect in effects {
            switch effect {
            case .hand(let item, let token):
                // One that has gone gets it again when the lease is over.
                if bus.reply(item, to: token) { receive(.taken(item.id)) }
            case .empty(let token): bus.reply(OutboxEmpty(), to: token)
            case .acknowledged(let id, let token): bus.reply(OutboxAcked(id: id), to: token)
            case .refuse(let problem, let token): bus.reply(problem, to: token)
            case .removed(let removed, let putAt):
                bus.publish(removed)
                receive(.removed(removed, putAt: putAt))
            case .returned(let id): receive(.returned(id))
            }
        }
    }
}

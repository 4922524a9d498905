import Bus
import CLinux
import EngineCore
import Journal
import Messages

/// The engine on the bus: feeds the core with what comes, and carries out what it says.
actor EngineProcess: BusActor {
    private let bus: Bus
    private let thread: BusThread
    private let controller: ControllerID
    /// What other threads bring: the journal's, the controllers' and the players' answers.
    private let mailbox: Mailbox<EngineCore.Event>
    private let controllers: Controllers
    private let players: Players
    private let journal: EngineJournal
    private var core: EngineCore
    private var outcome = TurnOutcome.goOn

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Reads the journal and takes up the controller; what is left of an earlier life is ended.
    init(bus: sending Bus, thread: BusThread) throws {
        let settings = bus.settings
        let options = settings.engine.controller
        let kept = "\(settings.stateDirectory)/\(settings.process)"
        guard options.kind == MemoryController.kind else {
            throw BusError(
                .settingsInvalid, "controller.kind: \(options.kind) is unknown; there is memory")
        }
        // The orphans of a player become children of the engine, which ends them (E13).
        _ = clinux_set_child_subreaper()
        let mailbox = Mailbox<EngineCore.Event>(waking: thread)
        controller = ControllerID(
            kind: options.kind, display: options.file ? "\(kept).memory" : nil)
        controllers = Controllers(controller, options) { mailbox.post($0) }
        players = Players(
            settings.engine.players, roll: PlayerRoll(path: "\(kept).players")
        ) { mailbox.post($0) }
        core = EngineCore(
            EngineCore.Configuration(
                boot: bus.boot, controller: controller, performer: settings.companion,
                players: Set(settings.engine.players.keys), deadMan: settings.limits.deadMan))
        let (journal, records, loss) = EngineJournal.open("\(kept).journal")
        if let loss { Log.write(.error, "the journal of an earlier life is missing: \(loss)") }
        self.journal = journal
        self.bus = bus
        self.thread = thread
        self.mailbox = mailbox
        mailbox.post(loss.map { .noJournal($0.description) } ?? .recovered(records))
    }

    func turn() -> TurnOutcome {
        bus.wait(until: core.deadline)
        for event in mailbox.drain() { receive(event) }
        for _ in 0..<Self.inputsPerTurn {
            guard outcome == .goOn, let input = bus.next() else { break }
            take(input)
        }
        // After all that had queued up: silence is judged last (E14).
        receive(.tick)
        bus.queues["mailbox"] = mailbox.count
        if outcome == .end { journal.close() }
        return outcome
    }

    /// So many inputs are taken before the bus gets to show life again, whoever floods it.
    private static let inputsPerTurn = 256

    // MARK: What comes

    private func take(_ input: BusInput) {
        switch input {
        case .request(let incoming, let key, let token):
            guard let request = bus.read(SoloRequest.self, from: incoming, token: token) else {
                return
            }
            receive(.request(request, key: key, token: token))
        case .vitalsAsked: receive(.vitalsAsked)
        case .stopOrdered:
            bus.stage = .stopping
            receive(.shutdown)
        // The engine asks nobody and listens to nobody.
        case .event, .reply, .failed, .peer, .signal, .readable: break
        }
    }

    // MARK: What follows

    private func receive(_ event: EngineCore.Event) {
        if case .playerEnded(let session, _) = event { players.forget(session) }
        for effect in core.receive(event, at: bus.now) { carryOut(effect) }
    }

    private func carryOut(_ effect: EngineCore.Effect) {
        switch effect {
        case .reply(let reply, let token): bus.reply(reply.message, to: token)
        case .publish(let state): bus.publish(state)
        case .publishReceipt(let receipt): bus.publish(receipt)
        case .publishInput(let input): if bus.isHeard(SoloInput.type) { bus.publish(input) }
        case .journal(let id, let records): write(records, as: id)
        case .admit(let session): controllers.admit(session)
        case .stroke(let stroke): controllers.stroke(stroke, on: controller)
        case .release(let id, let controller, let inputs):
            controllers.release(id, of: controller, inputs: inputs)
        case .startPlayer(let name, let session): players.start(name, for: session)
        case .tellPlayer(let stroke, let refusal): players.tell(stroke, refusal: refusal)
        case .endPlayer(let session): players.end(session)
        case .killPlayer(let session): players.kill(session)
        case .ready: bus.stage = .ready
        // The launcher reads from the last receipt whether the release was confirmed.
        case .exit: outcome = .end
        }
    }

    private func write(_ records: [JournalRecord], as id: WriteID) {
        journal.write(records) { [mailbox] problem in
            mailbox.post(problem.map { .notJournaled(id, reason: $0) } ?? .journaled(id))
        }
    }
}

import Bus
import CLinux
import Dispatch
import EngineCore
import Journal
import Messages

/// The engine on the bus: feeds the core with what comes, and carries out what it says.
actor EngineProcess: BusActor {
    /// What other threads bring.
    private enum Arrival: Sendable {
        /// The journal's, the controllers' and the players' answers.
        case event(EngineCore.Event)
        /// The journal has been read, and what the core must know of it.
        case opened(EngineJournal, EngineCore.Event)
    }

    private let bus: Bus
    private let thread: BusThread
    private let controller: ControllerID
    private let mailbox: Mailbox<Arrival>
    private let controllers: Controllers
    private let players: Players
    /// Nil until it has been read; before that the core has nothing to write.
    private var journal: EngineJournal?
    private var core: EngineCore
    private var outcome = TurnOutcome.goOn

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Takes up the controller, and has the journal read.
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
        let mailbox = Mailbox<Arrival>(waking: thread)
        let roll = PlayerRoll(path: "\(kept).players")
        controller = ControllerID(
            kind: options.kind, display: options.file ? "\(kept).memory" : nil)
        controllers = Controllers(controller, options) { mailbox.post(.event($0)) }
        players = Players(settings.engine.players, roll: roll) { mailbox.post(.event($0)) }
        core = EngineCore(
            EngineCore.Configuration(
                boot: bus.boot, controller: controller, performer: settings.companion,
                players: Set(settings.engine.players.keys), deadMan: settings.limits.deadMan))
        self.bus = bus
        self.thread = thread
        self.mailbox = mailbox
        Self.recover("\(kept).journal", roll, mailbox)
    }

    /// Ends what an earlier life has left running and reads its journal, which may take a while:
    /// the bus shows life meanwhile.
    private static func recover(
        _ path: String, _ roll: PlayerRoll, _ mailbox: Mailbox<Arrival>
    ) {
        DispatchQueue(label: "recovery").async {
            roll.sweep()
            let (journal, records, loss) = EngineJournal.open(path)
            if let loss { Log.write(.error, "the journal of an earlier life is missing: \(loss)") }
            let event = loss.map { EngineCore.Event.noJournal($0.description) }
            mailbox.post(.opened(journal, event ?? .recovered(records)))
        }
    }

    func turn() -> TurnOutcome {
        bus.wait(until: core.deadline)
        for arrival in mailbox.drain() { take(arrival) }
        for _ in 0..<Self.inputsPerTurn {
            guard outcome == .goOn, let input = bus.next() else { break }
            take(input)
        }
        // After all that had queued up: silence is judged last (E14).
        receive(.tick)
        bus.queues["mailbox"] = mailbox.count
        if outcome == .end { journal?.close() }
        return outcome
    }

    /// So many inputs are taken before the bus gets to show life again, whoever floods it.
    private static let inputsPerTurn = 256

    // MARK: What comes

    private func take(_ arrival: Arrival) {
        switch arrival {
        case .event(let event): receive(event)
        case .opened(let journal, let event):
            self.journal = journal
            receive(event)
        }
    }

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
        bus.reach(taking: event)
        if case .playerEnded(let session, _) = event { players.forget(session) }
        for effect in core.receive(event, at: bus.now) { carryOut(effect) }
    }

    private func carryOut(_ effect: EngineCore.Effect) {
        bus.reach(doing: effect)
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
        guard let journal else { return }
        journal.write(records) { [mailbox] problem in
            let event = problem.map { EngineCore.Event.notJournaled(id, reason: $0) }
            mailbox.post(.event(event ?? .journaled(id)))
        }
    }
}

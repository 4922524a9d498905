import EngineCore
import Messages

// The engine's process: what its shell does, with a journal, a controller and players.
extension Simulation {
    /// The one controller there is; its table outlives the engine, as a display's does.
    static let controller = ControllerID(kind: "memory", display: "file")
    private static let player = "player"
    private static let inputs = ["Left", "Right", "Up", "space"]

    /// Begins a life, which reads the journal first (E9).
    func startEngine() {
        engine = SimulatedMemory(
            EngineCore(
                EngineCore.Configuration(
                    boot: boot(of: .engine), controller: Self.controller, performer: "Pippa",
                    players: [Self.player])))
        let isLost = losesJournal(of: .engine)
        if isLost {
            engineJournal.lose()
            truth.forgetSessions()
            record.journaled = []
        }
        watch.lostJournal = isLost
        let records = engineJournal.written.flatMap(\.self)
        plan(in: random.number(in: 0.001...0.3), at: .engine) { [self] in
            tell(engine: isLost ? .noJournal("malformed") : .recovered(records))
        }
    }

    /// Ends a life: what the controller had begun may still be done.
    func engineDied() {
        engine = nil
        engineJournal.interrupt()
        if random.chance(0.5) { carryOutOrder() }
        watchDeath()
        controller.abandon()
        players = []
    }

    /// Feeds the core, and carries out what it says until it dies over it.
    func tell(engine event: EngineCore.Event) {
        guard let engine else { return }
        watch(event)
        let now = clock(of: .engine)
        let effects = engine.inPlace { $0.receive(event, at: now) }
        for effect in effects {
            if diesNow(.engine) { return }
            carryOut(effect, after: event)
            guard self.engine != nil else { return }
        }
        checkDue()
    }

    private func carryOut(_ effect: EngineCore.Effect, after event: EngineCore.Event) {
        switch effect {
        case .reply(let reply, let token):
            checkReply(reply)
            watch(reply, to: token)
            self.reply(.solo(reply), to: token, from: .engine)
        case .publish(let state):
            note("engine: open \(state.session?.id.text ?? "-"), revision \(state.revision)")
            watch(state, after: event)
            publish(.state(state), topic: .state, from: .engine)
        case .publishReceipt(let receipt):
            note("engine: receipt of \(receipt.session?.text ?? "-") \(receipt.released)")
            check(receipt)
            watch(receipt)
            publish(.receipt(receipt), topic: .receipt, from: .engine)
        case .journal(let id, let records):
            write(
                records, to: engineJournal, at: .engine,
                isWritten: { [self] in watch(written: records) },
                { [self] isDone in
                    tell(engine: isDone ? .journaled(id) : .notJournaled(id, reason: "disk full"))
                })
        case .admit(let session): admit(session)
        case .stroke(let stroke): control(.stroke(stroke))
        case .release(let id, _, let inputs): control(.release(id, inputs: inputs))
        case .startPlayer(_, let session): play(session.id)
        case .endPlayer(let session), .killPlayer(let session): endPlayer(of: session)
        case .exit: kill(.engine)
        case .ready: checkReady()
        case .publishInput, .tellPlayer: break
        }
    }

    private func admit(_ session: SessionID?) {
        controller.admitted = session
        if let session { truth.opened(session) }
        let held = controller.down.filter { $0.value > truth.forgotten }
        if session != nil, !truth.wasDismissed, !held.isEmpty {
            broken(.cleanStart, "a session starts while \(held.keys.sorted()) are held")
        }
    }
}

// MARK: Players

extension Simulation {
    private func play(_ session: SessionID) {
        players.insert(session)
        planInput(of: session)
    }

    /// Has a player press and release; now and then it plays on after its end was ordered.
    private func planInput(of session: SessionID) {
        plan(in: random.number(in: 0.02...0.8), at: .engine) { [self] in
            guard players.contains(session) else { return }
            let input = random.pick(Self.inputs)
            let action: PlayerInput =
                switch random.number(in: 0...1) {
                case ..<0.5: .press(input)
                case ..<0.7: .release(input)
                default: .tap(input, lasting: random.number(in: 0.05...0.5))
                }
            tell(engine: .player(action, of: session))
            if random.chance(0.01) { endPlayer(of: session) }
            planInput(of: session)
        }
    }

    private func endPlayer(of session: SessionID) {
        plan(in: random.number(in: 0.01...1.5), at: .engine) { [self] in
            guard players.remove(session) != nil else { return }
            tell(engine: .playerEnded(session, reason: nil))
        }
    }
}

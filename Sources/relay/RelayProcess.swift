import Bus
import Messages
import RelayCore

/// The relay on the bus: feeds the core with what comes, and carries out what it says.
actor RelayProcess: BusActor {
    private let bus: Bus
    private let thread: BusThread
    private let engine: String
    private let faces: Set<String>
    private var core: RelayCore
    /// What was asked and has no outcome yet, by the request's id: once for each time, as a Stop
    /// that is asked again has an answer to each.
    private var asked: [RequestID: [RelayCore.Ask]] = [:]

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Listens to the engine and to the faces of its group.
    ///
    /// - Throws: A `BusError` of code `settingsInvalid` where the group has not exactly one
    ///   engine.
    init(bus: sending Bus, thread: BusThread) throws {
        let engines = bus.settings.names(running: "engine")
        guard let engine = engines.first, engines.count == 1 else {
            throw BusError(
                .settingsInvalid, "A relay serves one engine; this group has \(engines.count)")
        }
        let faces = bus.settings.names(running: "face")
        try bus.subscribe(
            to: engine, topics: [SoloState.type, SoloReceipt.type, VitalsBeat.type])
        // A face's beats show whether a take that is open there can still be answered.
        for face in faces { try bus.subscribe(to: face, topics: [VitalsBeat.type]) }
        self.bus = bus
        self.thread = thread
        self.engine = engine
        self.faces = Set(faces)
        core = RelayCore(faces: faces)
    }

    func turn() -> TurnOutcome {
        if bus.stage == .starting {
            receive(.start)
            bus.stage = .ready
        }
        bus.wait(until: core.deadline)
        // Time first: what queued up while the process did not run is judged by the clock of now.
        receive(.tick)
        for _ in 0..<Self.inputsPerTurn {
            guard let input = bus.next() else { break }
            if case .stopOrdered = input {
                bus.stage = .stopping
                return .end
            }
            take(input)
        }
        return .goOn
    }

    /// So many inputs are taken before the bus gets to show life again, whoever floods it.
    private static let inputsPerTurn = 256

    // MARK: What comes

    private func take(_ input: BusInput) {
        switch input {
        case .request(let incoming, let key, let token):
            guard let request = bus.read(RelayRequest.self, from: incoming, token: token) else {
                return
            }
            receive(.request(request, key: key, token: token))
        case .event(let incoming, engine):
            if let event = event(of: incoming) { receive(event) }
        case .reply(let incoming, let id):
            guard let ask = asked[id]?.popLast() else { return }
            if asked[id]?.isEmpty == true { asked[id] = nil }
            receive(outcome(of: ask, incoming))
        case .failed(let id, let problem):
            guard let ask = asked.removeValue(forKey: id)?.last else { return }
            receive(.failed(ask, problem))
        case .peer(let name, let change):
            let link = RelayCore.Link(change)
            receive(name == engine ? .engine(link) : .face(name, link))
        // Beats are the bus's own business, which has answered vitals, too; the rest is the
        // launcher's or not watched here.
        case .event, .vitalsAsked, .stopOrdered, .signal, .readable:
            break
        }
    }

    /// What an event of the engine says; nil where it says nothing to the relay.
    private func event(of incoming: Incoming) -> RelayCore.Event? {
        do throws(Problem) {
            switch incoming.type {
            case SoloState.type: return .state(try incoming.read())
            case SoloReceipt.type: return .receipt(try incoming.read())
            default: return nil
            }
        } catch {
            Log.write(.warning, "\(engine) is not understood: \(error.detail)")
            return .notUnderstood
        }
    }

    /// What a reply says, or that it could not be read.
    private func outcome(of ask: RelayCore.Ask, _ incoming: Incoming) -> RelayCore.Event {
        do throws(Problem) {
            if case .take(let face, let number) = ask {
                switch incoming.type {
                case OutboxItem.type:
                    return .handed(try incoming.read(), by: face, take: number)
                case OutboxEmpty.type:
                    return .handed(nil, by: face, take: number)
                case Problem.type:
                    return .failed(ask, try incoming.read())
                default: break
                }
            } else if let reply = try SoloReply(type: incoming.type, from: incoming) {
                return .answered(ask, reply)
            }
            throw Problem(.malformed, "\(incoming.type.prefix(80)) is no answer to this")
        } catch {
            return .failed(ask, error)
        }
    }

    // MARK: What follows

    private func receive(_ event: RelayCore.Event) {
        bus.reach(taking: event)
        for effect in core.receive(event, at: bus.now) { carryOut(effect) }
    }

    private func carryOut(_ effect: RelayCore.Effect) {
        bus.reach(doing: effect)
        switch effect {
        case .ask(let ask): send(ask)
        case .publish(let state, let face): bus.publishNewest(state, subject: face)
        case .publishBroadcast(let state): bus.publish(state)
        case .publishHeard(let heard): bus.publish(heard)
        case .publishWatching(let watching): bus.publish(watching)
        case .reply(let reply, let token): bus.reply(reply.message, to: token)
        }
    }

    private func send(_ ask: RelayCore.Ask) {
        let id =
            switch ask {
            case .vitals:
                bus.request(VitalsGet(), of: engine, on: .control, within: ask.within)
            case .status:
                bus.request(SoloStatus(), of: engine, within: ask.within)
            case .stop(let stop, let key, _):
                bus.request(stop, of: engine, on: .control, key: key, within: ask.within)
            case .extend(let extend, let key, _):
                bus.request(extend, of: engine, key: key, within: ask.within)
            case .take(let face, _):
                bus.request(
                    OutboxTake(wait: OutboxTake.longestWait, boot: bus.boot), of: face,
                    within: ask.within)
            case .acknowledge(let id, let face):
                bus.request(OutboxAck(id: id), of: face, within: ask.within)
            }
        asked[id, default: []].append(ask)
    }
}

extension RelayCore.Link {
    fileprivate init(_ change: PeerChange) {
        switch change {
        case .connected: self = .connected
        case .disconnected: self = .disconnected
        case .silent: self = .silent
        case .heard(let boot): self = .heard(boot)
        }
    }
}

import Messages
import RelayCore

// The relay's process: what its shell does.
extension Simulation {
    /// Begins a life, which knows nothing.
    func startRelay() {
        post = SimulatedPost()
        relay = SimulatedMemory(RelayCore(faces: faces.keys.map(\.name)))
        tell(relay: .start)
    }

    /// Feeds the core, and carries out what it says until it dies over it.
    func tell(relay event: RelayCore.Event) {
        let now = clock(of: .relay)
        let effects = relay?.inPlace { $0.receive(event, at: now) } ?? []
        watch(effects)
        for effect in effects {
            if diesNow(.relay) { return }
            carryOut(effect)
        }
    }

    /// An event of another process has come.
    func relayHears(_ event: SimulatedEvent) {
        switch event {
        case .state(let state): tell(relay: .state(state))
        case .receipt(let receipt): tell(relay: .receipt(receipt))
        case .face, .navigator, .beat: break
        }
    }

    /// The bus tells of another process.
    func relayNotices(_ change: SimulatedConnection.Change, of server: Member) {
        let link: RelayCore.Link =
            switch change {
            case .connected: .connected
            case .disconnected: .disconnected
            case .silent: .silent
            case .heard(let boot): .heard(boot)
            }
        note("relay notices \(server) \(link)")
        tell(relay: server == .engine ? .engine(link) : .face(server.name, link))
    }

    private func carryOut(_ effect: RelayCore.Effect) {
        switch effect {
        case .ask(let ask): send(ask)
        case .publish(let state, let name):
            guard let face = faces.keys.first(where: { $0.name == name }) else { return }
            publish(.face(state, face), topic: SimulatedTopic(face: face), from: .relay)
        case .publishBroadcast, .publishHeard, .publishWatching, .reply: break
        }
    }

    private func send(_ ask: RelayCore.Ask) {
        note("relay asks: \(ask.brief)")
        switch ask {
        case .vitals:
            self.ask(.vitals, of: .engine, ask, isControl: true)
        case .status:
            self.ask(.solo(.status(SoloStatus()), key: freshKey(.relay)), of: .engine, ask)
        case .stop(let stop, let key, _):
            self.ask(.solo(.stop(stop), key: key), of: .engine, ask, isControl: true)
        case .extend(let extend, let key, _):
            self.ask(.solo(.extend(extend), key: key), of: .engine, ask)
        case .take(let name, _):
            let take = OutboxTake(wait: OutboxTake.longestWait, boot: boot(of: .relay))
            self.ask(.outbox(.take(take), key: freshKey(.relay)), ofFace: name, ask)
        case .acknowledge(let id, let name):
            let acknowledge = OutboxAsk.acknowledge(OutboxAck(id: id))
            self.ask(.outbox(acknowledge, key: freshKey(.relay)), ofFace: name, ask)
        }
    }

    private func ask(
        _ request: SimulatedRequest, ofFace name: String, _ ask: RelayCore.Ask
    ) {
        guard let face = faces.keys.first(where: { $0.name == name }) else { return }
        self.ask(request, of: face, ask)
    }

    private func ask(
        _ request: SimulatedRequest, of server: Member, _ ask: RelayCore.Ask,
        isControl: Bool = false
    ) {
        self.ask(request, of: server, from: .relay, isControl: isControl, within: ask.within) {
            [self] outcome in conclude(ask, outcome)
        }
    }

    private func conclude(_ ask: RelayCore.Ask, _ outcome: SimulatedOutcome) {
        note("relay hears: \(outcome.brief), to \(ask.brief)")
        switch (outcome, ask) {
        case (.solo(let reply), _): tell(relay: .answered(ask, reply))
        case (.item(let item), .take(let face, let number)):
            tell(relay: .handed(item, by: face, take: number))
        case (.nothing, _):
            tell(relay: .failed(ask, Problem(.unreachable, "no answer")))
        case (.item, _), (.done, _): break
        }
    }
}

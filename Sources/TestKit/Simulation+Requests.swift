import EngineCore
import Messages

// Asking and answering, as the cores can notice it.
extension Simulation {
    /// Asks another process; the outcome comes once, by the deadline at the latest.
    func ask(
        _ request: SimulatedRequest, of server: Member, from client: Member,
        isControl: Bool = false,
        within patience: Seconds, _ conclude: @escaping (SimulatedOutcome) -> Void
    ) {
        guard
            let index = connections.firstIndex(where: {
                $0.client == client && $0.server == server
            })
        else { return }
        asks += 1
        let ask = asks
        connections[index].pending[ask] = SimulatedConnection.Pending(
            request: request, isControl: isControl, conclude: conclude, due: now + patience)
        if connections[index].stands, connections[index].isKnown { send(ask, over: index) }
        plan(in: patience, at: client) { [self] in
            connections[index].pending.removeValue(forKey: ask)?.conclude(.nothing)
        }
    }

    /// Sends a request, the first time or once the connection stands.
    func send(_ ask: Int, over index: Int) {
        guard let pending = connections[index].pending[ask] else { return }
        connections[index].pending[ask]?.isSent = true
        let back = SimulatedReturn(
            connection: index, epoch: connections[index].epoch, ask: ask,
            isControl: pending.isControl)
        let server = connections[index].server
        // One that came twice, as from a client that lost patience.
        let copies = faults.areOn(at: now) && random.chance(faults.doubled) ? 2 : 1
        for _ in 0..<copies {
            send(pending.isControl ? .control : .requests, over: index, to: server) {
                [self] in
                receive(pending.request, at: server, back: back)
            }
        }
    }

    private func receive(_ request: SimulatedRequest, at server: Member, back: SimulatedReturn) {
        tokens += 1
        let token = ReplyToken(tokens)
        processes[server]?.returns[token] = back
        switch request {
        case .solo(let request, let key):
            tell(engine: .request(request, key: key, token: token))
        case .outbox(let ask, let key):
            tell(outboxOf: server, ask, key: key, token: token)
        case .vitals:
            reply(.done, to: token, from: server)
            tell(engine: .vitalsAsked)
        }
    }

    /// Answers a request, if its asker is still there.
    ///
    /// - Returns: False where the server notices that it is not.
    @discardableResult
    func reply(
        _ outcome: SimulatedOutcome, to token: ReplyToken, from server: Member
    ) -> Bool {
        guard let back = processes[server]?.returns.removeValue(forKey: token) else { return true }
        let index = back.connection
        guard connections[index].epoch == back.epoch else { return random.chance(0.5) }
        let boot = boot(of: server)
        let life = processes[server]?.life ?? 0
        let way: SimulatedConnection.Way = back.isControl ? .controlReplies : .replies
        send(way, over: index, to: connections[index].client) { [self] in
            let (client, server) = (connections[index].client, connections[index].server)
            let isNews = hears(life, over: index)
            connections[index].pending.removeValue(forKey: back.ask)?.conclude(outcome)
            if isNews { tell(client, .heard(boot), of: server) }
        }
        return true
    }
}

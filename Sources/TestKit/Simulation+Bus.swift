import Messages

// What the bus does, as far as the cores can notice it.
extension Simulation {
    /// Has a connection stand once both ends are there.
    func tryToConnect(_ index: Int) {
        let connection = connections[index]
        // A frozen process shakes no hands.
        let canShake = isRunning(connection.client) && isRunning(connection.server)
        guard canShake, now >= connection.cutUntil else {
            plan(in: random.number(in: 0.05...0.25)) { [self] in tryToConnect(index) }
            return
        }
        stand(index)
    }

    /// The connection stands; the server sends what it has kept, the client what could not go out.
    private func stand(_ index: Int) {
        connections[index].stands = true
        troubles[connections[index].client] = now
        troubles[connections[index].server] = now
        connections[index].epoch += 1
        connections[index].arrival = SimulatedConnection.Way.allCases.map { _ in 0 }
        let (client, server) = (connections[index].client, connections[index].server)
        let epoch = connections[index].epoch
        sendKept(over: index)
        plan(in: random.number(in: 0.001...0.05), at: client) { [self] in
            guard connections[index].epoch == epoch else { return }
            if !connections[index].isKnown {
                connections[index].isKnown = true
                connections[index].heardAt = connections[index].running.elapsed
                tell(client, .connected, of: server)
            }
            for ask in connections[index].pending.keys.sorted() {
                if connections[index].pending[ask]?.isSent == false { send(ask, over: index) }
            }
        }
    }

    /// Has the server send what it has kept of its states (B1).
    private func sendKept(over index: Int) {
        let epoch = connections[index].epoch
        let server = connections[index].server
        plan(in: 0.001, at: server) { [self] in
            guard connections[index].epoch == epoch else { return }
            let kept = processes[server]?.topics.kept ?? []
            for topic in SimulatedTopic.allCases {
                if let kept = kept[topic.rawValue] { send(kept, topic: topic, over: index) }
            }
        }
    }

    /// The connection breaks; on each way, what is under way arrives or does not.
    ///
    /// The client may never notice, if the connection stands again before it has looked.
    func lose(_ index: Int) {
        let connection = connections[index]
        guard connection.stands else { return }
        troubles[connection.client] = now
        troubles[connection.server] = now
        note("\(connection.client) loses \(connection.server)")
        for way in SimulatedConnection.Way.allCases {
            connection.afterlife[way.rawValue] = random.chance(0.5) ? connection.epoch : nil
        }
        connections[index].stands = false
        connections[index].epoch += 1
        let epoch = connections[index].epoch
        plan(in: random.number(in: 0...0.25), at: connection.client) { [self] in
            guard connections[index].epoch == epoch, connections[index].isKnown else { return }
            connections[index].isKnown = false
            connections[index].isSilent = true
            doubt(index)
            tell(connection.client, .disconnected, of: connection.server)
        }
        plan(in: random.number(in: 0.05...0.25)) { [self] in tryToConnect(index) }
    }

    /// Breaks all connections of a process.
    func loseConnections(of member: Member) {
        for index in connections.indices
        where connections[index].server == member || connections[index].client == member {
            lose(index)
        }
    }

    /// Forgets what a dead process had sent and waited for.
    func forgetBus(of member: Member) {
        loseConnections(of: member)
        processes[member]?.topics = SimulatedTopics()
        processes[member]?.returns = [:]
        for index in connections.indices where connections[index].client == member {
            connections[index].pending = [:]
            connections[index].isKnown = false
            connections[index].isSilent = true
            connections[index].life = 0
            connections[index].forgetEvents()
        }
    }

    /// Has the newest event of each topic count once more.
    private func doubt(_ index: Int) {
        connections[index].doubted = connections[index].newest.map { $0 > 0 }
    }

    /// Notices silence, after which a bus makes its connection anew (B4).
    func lookAtConnections(of member: Member) {
        for index in connections.indices where connections[index].client == member {
            connections[index].running.advance(to: clock(of: member))
            let connection = connections[index]
            guard connection.isKnown,
                connection.running.elapsed - connection.heardAt >= Limits().silent
            else { continue }
            connections[index].heardAt = connection.running.elapsed
            let wasSilent = connection.isSilent
            connection.isSilent = true
            doubt(index)
            if !wasSilent { tell(member, .silent, of: connection.server) }
            lose(index)
        }
    }

    /// How long a message is under way: mostly not long.
    private func delay() -> Seconds {
        guard faults.areOn(at: now), random.chance(faults.late) else {
            return random.number(in: 0.0005...0.01)
        }
        return random.number(in: 0.01...faults.latest)
    }

    /// Sends something one way; it arrives after what was sent that way before.
    func send(
        _ way: SimulatedConnection.Way, over index: Int, to member: Member,
        _ arrive: @escaping () -> Void
    ) {
        let epoch = connections[index].epoch
        let moment = max(now + delay(), connections[index].arrival[way.rawValue])
        connections[index].arrival[way.rawValue] = moment
        let isControl = way == .control || way == .controlReplies
        plan(in: moment - now, at: member, isControl: isControl) { [self] in
            let connection = connections[index]
            if connection.epoch == epoch || connection.afterlife[way.rawValue] == epoch { arrive() }
        }
    }
}

// MARK: Events

extension Simulation {
    /// Publishes an event to all who listen.
    func publish(_ event: SimulatedEvent, topic: SimulatedTopic, from server: Member) {
        guard let kept = processes[server]?.topics.keep(event, topic: topic, at: clock(of: server))
        else { return }
        for index in connections.indices
        where connections[index].server == server && connections[index].stands {
            send(kept, topic: topic, over: index)
        }
    }

    private func send(_ kept: SimulatedTopics.Kept, topic: SimulatedTopic, over index: Int) {
        let client = connections[index].client
        guard kept.event.isFor(client) else { return }
        let event = kept.event.carried(clock(of: connections[index].server) - kept.moment)
        let boot = boot(of: connections[index].server)
        let life = processes[connections[index].server]?.life ?? 0
        send(.events, over: index, to: client) { [self] in
            let isNews = hears(life, over: index)
            let server = connections[index].server
            if takes(kept.sequence, of: topic, life: life, over: index) {
                if case .beat(let newest) = event { catchUp(to: newest, over: index) }
                tell(client, event, from: server)
            }
            if isNews { tell(client, .heard(boot), of: server) }
        }
    }

    /// Asks for the states again where a beat names newer ones, or what came may not count (B2).
    private func catchUp(to newest: [Int], over index: Int) {
        let connection = connections[index]
        let events = processes[connection.server]?.topics.kept ?? []
        let isBehind = events.indices.contains { topic in
            guard newest[topic] > 0, events[topic]?.event.isFor(connection.client) == true
            else { return false }
            return connection.newest[topic] < newest[topic] || connection.doubted[topic]
        }
        if isBehind, connection.stands { sendKept(over: index) }
    }

    /// Counts a message as a sign of life, and says whether it is news.
    func hears(_ life: Int, over index: Int) -> Bool {
        let isNews = connections[index].isSilent || connections[index].life != life
        connections[index].heardAt = connections[index].running.elapsed
        connections[index].isSilent = false
        return isNews
    }

    /// Whether an event is the newest of its topic, and of no life that is over (B2).
    private func takes(
        _ sequence: Int, of topic: SimulatedTopic, life: Int, over index: Int
    ) -> Bool {
        let connection = connections[index]
        guard life >= connection.life else { return false }
        if life > connection.life {
            connection.life = life
            connection.forgetEvents()
        }
        let isDoubted = connection.doubted[topic.rawValue]
        connection.doubted[topic.rawValue] = false
        if isDoubted, connection.newest[topic.rawValue] == sequence { return true }
        guard sequence > connection.newest[topic.rawValue] else { return false }
        connection.newest[topic.rawValue] = sequence
        return true
    }

    private func tell(_ client: Member, _ event: SimulatedEvent, from server: Member) {
        switch client {
        case .relay: relayHears(event)
        case .left, .right: face(client, hears: event)
        case .engine, .navigator: break
        }
    }

    func tell(_ client: Member, _ change: SimulatedConnection.Change, of server: Member) {
        switch client {
        case .relay: relayNotices(change, of: server)
        case .left, .right: face(client, notices: change, of: server)
        case .engine, .navigator: break
        }
    }
}

package import Messages
import ZeroMQ

/// A process's place on the bus: publishes, answers, asks, listens, and shows that it lives.
///
/// Not `Sendable`: it belongs to the process's actor, which runs on the bus thread; so nobody
/// else can touch a socket (B8).
package final class Bus {
    /// What the process was told at its start.
    package let settings: Settings
    /// This run of the process.
    package let boot: Boot
    /// The program's version.
    package let version: String
    /// How far the process is in its life; a change is told at once (G2).
    package var stage = VitalsBeat.LifeStage.starting {
        didSet { if stage != oldValue { beat(at: now) } }
    }
    /// What waits in the process, by queue; told with each beat.
    package var queues: [String: Int] = [:]

    private let thread: BusThread
    var life: ProcessLife
    var publisher: Publisher
    var responder: Responder
    let links: Links
    /// What guards the endpoints on the network; nil where there are none, or no keys.
    let gate: Gate?
    let context: Context
    let endpoints: Endpoints
    /// When to try again to bind the events anew; nil while they are bound.
    var bindEventsAt: Seconds?
    private var poller: Poller
    private var watched: [Watched] = []
    var news: [BusInput] = []
    var serving = Serving()
    var counts = Counts()
    private var malformedLog = RateLimit()
    private var beatAt: Seconds = 0
    private var turnBegan: Seconds?
    /// What this turn leaves to publish, by topic.
    private var newest: [String: (Bus) -> Void] = [:]

    /// A descriptor that ends the wait when it can be read.
    private struct Watched {
        var descriptor: Int32
        var item: Poller.Item?
    }

    /// Where to look for the process's own sockets after a wait.
    private typealias OwnSockets = (
        control: Poller.Item, requests: Poller.Item, subscriptions: Poller.Item
    )

    /// What a process has received, beside what its links have.
    struct Counts {
        var received = 0
        var malformed = 0
        var longestTurn: Seconds = 0
    }

    /// Takes the process's place: binds its three endpoints, each under a lock, and watches over its life.
    ///
    /// Called before any thread is started, on the thread that will run the bus.
    ///
    /// - Throws: A `BusError`: `endpointTaken` where a living process has the place,
    ///   `endpointInvalid` where an endpoint cannot be used, `keysInvalid` and `unguarded` where
    ///   one on the network would not be safe, otherwise `system`.
    package init(
        settings: Settings, version: String, thread: BusThread, signals: SignalRole = .child
    ) throws(BusError) {
        self.settings = settings
        self.version = version
        self.thread = thread
        boot = Boot(Stamp.randomID())
        life = try ProcessLife(signals)
        context = Context()
        let connector = Connector(
            settings: settings, context: context, keyring: Keyring(settings))
        endpoints = try connector.endpoints(of: settings.process)
        poller = try BusError.wrapping("There is nothing to wait with") {
            () throws(ZeroMQError) in try Poller()
        }
        let gate = try Gate(of: endpoints, by: connector)
        self.gate = gate
        publisher = Publisher(
            socket: try .bound(
                .xpub, to: endpoints.events, in: context, behind: gate?.lock(of: .events)),
            source: settings.source, boot: boot)
        responder = Responder(
            requests: try .bound(
                .router, to: endpoints.requests, in: context, behind: gate?.lock(of: .requests)),
            control: try .bound(
                .router, to: endpoints.control, in: context, behind: gate?.lock(of: .control)),
            source: settings.source, boot: boot)
        links = Links(connector, boot: boot)
        try proveGuard()
        beat(at: now)
    }

    /// The monotonic clock that runs on through system sleep, in seconds (E1).
    package var now: Seconds { Stamp.now }

    // MARK: Saying things

    /// Publishes an event; a state's newest value is kept for those who come late (B1).
    package func publish(_ message: some Message, subject: String? = nil) {
        followKeys()
        do throws(Problem) {
            try publisher.publish(message, subject: subject, at: now)
        } catch {
            Log.write(.error, "not published: \(error.detail)")
        }
    }

    /// Publishes a state when the turn is over, in the place of an older one of the same turn.
    ///
    /// For views of which only the newest matters: who has several things to take in at once
    /// spares its listeners what was true in between.
    package func publishNewest(_ message: some Message, subject: String? = nil) {
        newest[Topic.name(type: type(of: message).type, subject: subject)] = { bus in
            bus.publish(message, subject: subject)
        }
    }

    /// Whether somebody listens to events of a type.
    package func isHeard(_ type: String) -> Bool { publisher.isHeard(type: type) }

    /// Answers a request, once; false where the asker has gone, or its key has been revoked.
    @discardableResult
    package func reply(_ message: any Message, to token: ReplyToken) -> Bool {
        followKeys()
        return responder.reply(message, to: token, mirroringTo: &publisher) { user, channel in
            gate?.admits(user, at: Door(channel)) ?? true
        }
    }

    /// Asks another process; a `reply` or `failed` under the id will come within the time given.
    ///
    /// A key is given where it is asked under the name of somebody else; the answer is waited for
    /// as long as `patience` says, in seconds.
    @discardableResult
    package func request(
        _ message: some Message, of process: String, on channel: Channel = .requests,
        key: RequestKey? = nil, within patience: Seconds
    ) -> RequestID {
        let key =
            key ?? RequestKey(source: settings.source, id: RequestID(Stamp.randomID()))
        links.ask(
            message, type: type(of: message).type, of: process, on: channel, key: key,
            until: now + patience)
        return key.id
    }

    /// Listens to topics of another process; a topic stands for all that begin with it.
    ///
    /// - Throws: A `BusError` where the process's endpoints cannot be used.
    package func subscribe(to process: String, topics: [String]) throws(BusError) {
        try links.subscribe(to: process, topics: topics)
    }

    /// Reads a request as one of those that the process understands, and answers it where it is not.
    package func read<Request: ReadableMessage>(
        _ request: Request.Type, from incoming: Incoming, token: ReplyToken
    ) -> Request? {
        do throws(Problem) {
            if let request = try Request(type: incoming.type, from: incoming) { return request }
            reply(
                Problem(
                    .unsupported, "\(settings.process) does not know this request",
                    detail: "\(incoming.type.prefix(80)) is none of its types.", field: "type"),
                to: token)
        } catch {
            countMalformed(error)
            reply(error, to: token)
        }
        return nil
    }

    // MARK: Waiting

    /// Ends the wait whenever a descriptor can be read.
    package func watch(_ descriptor: Int32) {
        watched.append(Watched(descriptor: descriptor))
    }

    /// No longer waits for a descriptor.
    package func unwatch(_ descriptor: Int32) {
        watched.removeAll { $0.descriptor == descriptor }
    }

    /// Waits for input, at most until a moment on this process's clock, and a fraction of a second
    /// in any case, so that running time can be counted.
    package func wait(until deadline: Seconds?) {
        endTurn()
        let until = [
            now + RunningTime.pulse, deadline, links.deadline, beatAt + Self.beatEvery,
            bindEventsAt,
        ].compactMap(\.self).min()
        let own = addSources()
        do throws(ZeroMQError) {
            try poller.wait(until: until)
        } catch {
            Log.write(.error, "waiting failed: \(error)")
        }
        // Before anything is drained: see `BusThread.run`.
        thread.wake.clear()
        turnBegan = now
        serving = Serving(
            subscriptions: poller[own.subscriptions].contains(.readable),
            control: poller[own.control].contains(.readable),
            requests: poller[own.requests].contains(.readable))
        followKeys()
        countStrangers()
        links.followKeys()
        links.collect(from: poller, at: now)
        collectLife()
        if now >= beatAt + Self.beatEvery { beat(at: now) }
    }

    /// Adds all that ends a wait, and says where to look for the process's own sockets.
    private func addSources() -> OwnSockets {
        poller.removeAll()
        let own = (
            control: poller.add(responder.control), requests: poller.add(responder.requests),
            subscriptions: poller.add(publisher.socket)
        )
        if gate != nil {
            poller.add(handshakesOf: publisher.socket)
            poller.add(handshakesOf: responder.requests)
            poller.add(handshakesOf: responder.control)
        }
        links.add(to: &poller)
        poller.add(descriptor: thread.wake.descriptor)
        if let signals = life.signals { poller.add(descriptor: signals) }
        if let lifeline = life.lifeline { poller.add(descriptor: lifeline) }
        for index in watched.indices {
            watched[index].item = poller.add(descriptor: watched[index].descriptor)
        }
        return own
    }

    private func collectLife() {
        while let signal = life.nextSignal() {
            switch life.role {
            case .launcher: news.append(.signal(signal))
            case .child, .untouched: news.append(.stopOrdered(.signal(signal)))
            }
        }
        if life.lifelineHasEnded() { news.append(.stopOrdered(.launcherGone)) }
        for watched in watched {
            guard let item = watched.item, !poller[item].isEmpty else { continue }
            news.append(.readable(watched.descriptor))
        }
    }

    private func endTurn() {
        for publish in newest.values { publish(self) }
        newest.removeAll(keepingCapacity: true)
        guard let began = turnBegan else { return }
        counts.longestTurn = max(counts.longestTurn, now - began)
    }

    // MARK: Showing life

    private static let beatEvery: Seconds = 1

    private func beat(at now: Seconds) {
        beatAt = now
        publish(vitals)
        counts.longestTurn = 0
    }

    /// How the process is.
    package var vitals: VitalsBeat {
        VitalsBeat(
            boot: boot, version: version, now: now, state: stage, pid: Stamp.processID,
            longestTurn: counts.longestTurn * 1_000,
            sent: publisher.sent + responder.sent + links.sent,
            received: counts.received + links.received, lost: links.lost,
            malformed: counts.malformed + links.malformed, refused: gate?.refused ?? 0,
            queues: queues,
            states: publisher.stateSequences)
    }

    func countMalformed(_ problem: Problem) {
        counts.malformed += 1
        guard let kept = malformedLog.admit(at: now) else { return }
        Log.write(
            .warning, "somebody sent what cannot be read: \(problem.detail) (\(kept) more like it)")
    }
}

import Bus
import JSON
import Messages
import WebCore

/// The process that serves the face to browsers: feeds the core with what comes, and carries out
/// what it says.
actor WebProcess: BusActor {
    private let bus: Bus
    private let thread: BusThread
    private let face: String
    private let navigator: String?
    /// What the server's thread brings.
    private let mailbox: Mailbox<WebCore.Event>
    private let server: WebServer
    private var core: WebCore
    /// What was asked and has no outcome yet, by the request's id.
    private var asked: [RequestID: Ask] = [:]

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Listens to the face, and starts the server on a thread of its own.
    ///
    /// - Throws: A `BusError` where the group has no face, or the system refuses a thread.
    init(bus: sending Bus, thread: BusThread) throws(BusError) {
        let settings = bus.settings
        guard let face = settings.names(running: "face").first else {
            throw BusError(.settingsInvalid, "There is no face in this group to be served")
        }
        try bus.subscribe(to: face, topics: [FaceView.type, VitalsBeat.type])
        let place = "\(settings.stateDirectory)/\(settings.process)"
        let token = TokenFile.token(at: "\(place).token")
        let mailbox = Mailbox<WebCore.Event>(waking: thread)
        let plan = ServerPlan(
            name: settings.process, options: settings.web, token: token,
            portFile: "\(place).port", report: mailbox.post)
        server = try WebServer(plan)
        core = WebCore(token: token)
        self.mailbox = mailbox
        self.bus = bus
        self.thread = thread
        self.face = face
        navigator = settings.names(running: "navigator").first
    }

    func turn() -> TurnOutcome {
        bus.wait(until: core.deadline)
        for event in mailbox.drain() {
            receive(event)
            if let client = event.sender { server.post(.taken(client)) }
        }
        receive(.tick)
        for _ in 0..<Self.inputsPerTurn {
            guard let input = bus.next() else { break }
            if case .stopOrdered = input {
                bus.stage = .stopping
                server.end()
                return .end
            }
            take(input)
        }
        bus.queues["asked"] = asked.count
        return .goOn
    }

    /// So many inputs are taken before the bus gets to show life again, whoever floods it.
    private static let inputsPerTurn = 256

    // MARK: What comes

    private func take(_ input: BusInput) {
        switch input {
        case .request(let incoming, _, let token):
            switch bus.read(WebRequest.self, from: incoming, token: token) {
            case .page: receive(.addressAsked(token))
            case nil: break
            }
        case .event(let incoming, face):
            if let event = event(of: incoming) { receive(event) }
        case .reply(let incoming, let id):
            guard let ask = asked.removeValue(forKey: id) else { return }
            receive(outcome(of: ask, incoming))
        case .failed(let id, let problem):
            guard let ask = asked.removeValue(forKey: id) else { return }
            receive(.failed(ask, problem))
        case .peer(face, let change):
            if let link = WebCore.Link(change) { receive(.face(link)) }
        // Nobody else is listened to; vitals are the bus's own, the rest is the launcher's.
        case .event, .peer, .vitalsAsked, .stopOrdered, .signal, .readable: break
        }
    }

    /// What an event of the face says; nil where it says nothing to a page.
    private func event(of incoming: Incoming) -> WebCore.Event? {
        guard incoming.type == FaceView.type else { return nil }
        do throws(Problem) {
            return .view(try incoming.read())
        } catch {
            Log.write(.warning, "\(face) is not understood: \(error.detail)")
            return .viewNotUnderstood
        }
    }

    /// What a reply says, or that it could not be read.
    private func outcome(of ask: Ask, _ incoming: Incoming) -> WebCore.Event {
        do throws(Problem) {
            switch (ask, incoming.type) {
            case (_, Problem.type): return .failed(ask, try incoming.read())
            case (.look, FaceView.type): return .answered(ask, .view(try incoming.read()))
            case (.press, FacePressed.type): return .answered(ask, .pressed(try incoming.read()))
            case (.point, FacePointed.type): return .answered(ask, .pointed(try incoming.read()))
            case (.disarm, FaceDisarmed.type), (.action, NavigatorState.type),
                (.action, OfferAnswer.type):
                return .answered(ask, .done)
            default:
                throw Problem(.malformed, "\(incoming.type.prefix(80)) is no answer to this")
            }
        } catch {
            return .failed(ask, error)
        }
    }

    // MARK: What follows

    private func receive(_ event: WebCore.Event) {
        bus.reach(taking: event)
        for effect in core.receive(event, at: bus.now) { carryOut(effect) }
    }

    private func carryOut(_ effect: WebCore.Effect) {
        bus.reach(doing: effect)
        switch effect {
        case .ready: bus.stage = .ready
        case .send(let news, let client):
            if let bytes = PageJSON.bytes(of: news) { server.post(.send(bytes, to: client)) }
        case .drop(let client, let why): server.post(.drop(client, why))
        case .ask(let ask): send(ask)
        case .answer(let answer, let post):
            server.post(.answer(PageJSON.response(to: answer), to: post))
        case .reply(let reply, let token): bus.reply(reply.message, to: token)
        }
    }

    private func send(_ ask: Ask) {
        let id =
            switch ask {
            case .look: bus.request(FaceLook(), of: face, within: ask.within)
            case .press(let press, _): bus.request(press, of: face, within: ask.within)
            case .point(let pointer, _): bus.request(pointer, of: face, within: ask.within)
            case .disarm(let disarm, _): bus.request(disarm, of: face, within: ask.within)
            case .action(let action, _): send(action, within: ask.within)
            }
        asked[id] = ask
    }

    private func send(_ action: PageAction, within patience: Seconds) -> RequestID {
        // A group without one answers by itself that nobody of that name can be reached.
        let navigator = navigator ?? "navigator"
        return switch action {
        case .accept(let offer):
            bus.request(NavAccept(pending: offer), of: navigator, within: patience)
        case .decline(let offer):
            bus.request(NavDecline(pending: offer), of: navigator, within: patience)
        case .start(let preview):
            bus.request(NavStart(preview: preview), of: navigator, within: patience)
        case .cancel(let preview):
            bus.request(NavCancel(preview: preview), of: navigator, within: patience)
        case .end(let trip): bus.request(NavEnd(trip: trip), of: navigator, within: patience)
        case .walk(let pin): bus.request(PinsWalk(pin: pin), of: navigator, within: patience)
        }
    }
}

extension WebCore.Link {
    fileprivate init?(_ change: PeerChange) {
        switch change {
        case .connected: return nil
        case .disconnected: self = .disconnected
        case .silent: self = .silent
        case .heard: self = .heard
        }
    }
}

extension WebCore.Event {
    /// The page that has said this, and may say more once it is taken.
    fileprivate var sender: ClientID? {
        switch self {
        case .said(let client, _), .garbled(let client, _, _): client
        case .listening, .notListening, .opened, .closed, .posted, .face, .view,
            .viewNotUnderstood, .answered, .failed, .addressAsked, .tick:
            nil
        }
    }
}

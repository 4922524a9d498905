import Bus
import Messages
import NavigatorCore

/// The navigator on the bus: feeds the core with what comes, and carries out what it says.
actor NavigatorProcess: BusActor {
    private let bus: Bus
    private let thread: BusThread
    /// What other threads bring: the pins that were read, routes, and the outcomes of writes.
    private let mailbox: Mailbox<NavigatorCore.Event>
    private let providers: [any RouteProvider]
    private let pins: PinStore
    private var core: NavigatorCore
    /// The questions that providers are working on.
    private var routings: [TicketID: Task<Void, Never>] = [:]

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Reads the saved pins and takes up the providers.
    ///
    /// - Throws: A `Problem` where the settings name a provider or a mode that there is not.
    init(bus: sending Bus, thread: BusThread) throws(Problem) {
        let settings = bus.settings
        let providers: [any RouteProvider] = [Beeline()]
        core = try NavigatorCore(
            companion: settings.companion, providers: providers.map(\.description),
            provider: settings.navigator.provider, mode: settings.navigator.mode)
        let (pins, saved, loss) = PinStore.open(
            "\(settings.stateDirectory)/\(settings.process).pins")
        if let loss { Log.write(.error, "saved pins are missing: \(loss)") }
        self.bus = bus
        self.thread = thread
        self.providers = providers
        self.pins = pins
        mailbox = Mailbox(waking: thread)
        mailbox.post(
            .recovered(
                saved, guides: [],
                notice: loss.map { _ in "saved pins could not be read; the log says why" }))
    }

    func turn() -> TurnOutcome {
        bus.wait(until: core.deadline)
        // Time first: what queued up while the process did not run is judged by the clock of now.
        receive(.tick)
        takePosts()
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
        for routing in routings.values { routing.cancel() }
        // Whoever waits for a pin is still told whether it was saved.
        pins.close()
        takePosts()
    }

    // MARK: What comes

    private func takePosts() {
        for event in mailbox.drain() { receive(event) }
        bus.queues["routes"] = routings.count
    }

    private func take(_ input: BusInput) {
        switch input {
        case .request(let incoming, let key, let token):
            guard let request = bus.read(NavigatorRequest.self, from: incoming, token: token)
            else { return }
            let fresh = RequestID(Stamp.randomID())
            receive(.request(request, key: key, token: token, fresh: fresh))
        // The navigator asks nobody on the bus and listens to nobody; vitals are the bus's own.
        case .event, .reply, .failed, .peer, .vitalsAsked, .stopOrdered, .signal, .readable:
            break
        }
    }

    // MARK: What follows

    private func receive(_ event: NavigatorCore.Event) {
        switch event {
        case .routed(let ticket, _), .routingFailed(let ticket, _): routings[ticket] = nil
        case .recovered, .request, .journaled, .notJournaled, .fix, .tick: break
        }
        for effect in core.receive(event, at: bus.now) { carryOut(effect) }
    }

    private func carryOut(_ effect: NavigatorCore.Effect) {
        switch effect {
        case .reply(let reply, let token): bus.reply(reply.message, to: token)
        case .publish(let state): bus.publish(state)
        case .publishPins(let pins): bus.publish(pins)
        case .publishEnded(let ended): bus.publish(ended)
        case .publishAsked(let asked): bus.publish(asked)
        case .askRoute(let question): ask(question)
        case .cancelRoute(let ticket): routings.removeValue(forKey: ticket)?.cancel()
        case .journal(let write, let record): journal(write, record)
        case .ready: bus.stage = .ready
        }
    }

    /// Has the provider work elsewhere and answer through the mailbox.
    private func ask(_ question: RouteQuestion) {
        guard let provider = providers.first(where: { $0.description.name == question.provider })
        else { fatalError("the core selects among these providers only") }
        routings[question.ticket] = Task { @concurrent [mailbox] in
            do throws(Problem) {
                let route = try await provider.route(for: question)
                mailbox.post(.routed(question.ticket, route))
            } catch {
                mailbox.post(.routingFailed(question.ticket, error))
            }
        }
    }

    private func journal(_ write: WriteID, _ record: PinRecord) {
        pins.write(record) { [mailbox] problem in
            mailbox.post(problem.map { .notJournaled(write, $0) } ?? .journaled(write))
        }
    }
}

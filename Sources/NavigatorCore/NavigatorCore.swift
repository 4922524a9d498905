package import Messages

/// The rules of the navigator (`navigator.md`): an offer is a question when one is busy.
///
/// A value without clock or I/O: events and time go in, effects come out. Whatever list, map or
/// process a destination comes from, it goes through `offer` and through nothing else, so that no
/// source can skip N1 to N10.
package struct NavigatorCore: Sendable, Equatable {
    /// How old a fix may be and still say where one is, in seconds.
    static let freshFix: Seconds = 10
    /// How near the destination a trip has arrived, in metres.
    static let arrival = 25.0

    /// A fix and when it was taken.
    struct Position: Sendable, Equatable {
        let point: Coordinates
        let at: Seconds
    }

    /// The companion's name (N3).
    let companion: String
    /// Who can be asked for routes.
    let providers: [ProviderDescription]

    /// What it is doing.
    var stage: Stage = .browse
    /// The offer that waits for an answer.
    var pending: PendingOffer?
    /// How one goes.
    var mode: TravelMode
    /// Who is asked for routes.
    var provider: ProviderDescription
    /// Whether a simulated walk runs; `nav.simulate` alone sets it.
    var simulating = false
    /// What the person is told.
    var notice: String?
    /// The newest fix.
    var position: Position?

    /// Whether the store has been read; until then requests are turned away.
    var recovered = false
    /// The saved pins, as far as they are journaled.
    var pins = PinBook()
    /// Whether nobody has been told of the pins as they are now.
    var arePinsNew = false
    /// The changes of pins on their way into the journal.
    var writes = PinWrites()
    /// The guides.
    var guides: [GuidesListed.Guide] = []
    /// The guides' places by id.
    var guidePlaces: [PlaceID: Place] = [:]
    /// The answers given (N16).
    var remembered = Remembered<NavigatorRequest, NavigatorReply>()

    private var published: NavigatorState?

    /// Makes a navigator that still has to read its store.
    ///
    /// - Throws: A `Problem` that names the setting which no provider can meet.
    package init(
        companion: String, providers: [ProviderDescription], provider: String, mode: TravelMode
    ) throws(Problem) {
        guard let selected = providers.first(where: { $0.name == provider }) else {
            let known = providers.map(\.name).joined(separator: ", ")
            throw Problem(
                .invalid, "there is no provider \(provider)", detail: "There are: \(known).",
                field: "navigator.provider")
        }
        guard selected.modes.contains(mode) else {
            throw Problem(
                .invalid, "\(provider) has no \(mode) routes",
                detail: "It has: \(selected.modes.joined(separator: ", ")).",
                field: "navigator.mode")
        }
        self.companion = companion
        self.providers = providers
        self.provider = selected
        self.mode = mode
    }

    /// When time alone will matter next, on the navigator's clock.
    package var deadline: Seconds? {
        guard case .routing(let ticket) = stage else { return nil }
        return ticket.deadline
    }

    /// Takes in what happened and says what is to be done, in that order.
    package mutating func receive(_ event: Event, at now: Seconds) -> [Effect] {
        var effects: [Effect] = []
        // Before anything else, or an answer after the deadline would still count.
        giveUpRouting(at: now, &effects)
        switch event {
        case .recovered(let pins, let guides, let notice):
            recover(pins, guides, notice, &effects)
        case .request(let request, let key, let token, let fresh):
            let call = Call(key: key, token: token, fresh: fresh, now: now)
            answer(request, call, &effects)
        case .routed(let ticket, let route): take(route, for: ticket, &effects)
        case .routingFailed(let ticket, let problem): fail(ticket, problem)
        case .journaled(let write): settle(write, nil, &effects)
        case .notJournaled(let write, let problem): settle(write, problem, &effects)
        case .fix(let point, let moment): follow(point, at: moment, now: now, &effects)
        case .tick: break
        }
        publishChange(&effects)
        return effects
    }

    private mutating func recover(
        _ pins: [Pin], _ guides: [GuidesListed.Guide], _ notice: String?,
        _ effects: inout [Effect]
    ) {
        recovered = true
        self.notice = notice
        self.pins = PinBook(pins)
        arePinsNew = true
        self.guides = guides
        for place in guides.flatMap(\.places) { guidePlaces[place.id] = place.place }
        effects.append(.ready)
    }

    private mutating func publishChange(_ effects: inout [Effect]) {
        if arePinsNew {
            arePinsNew = false
            effects.append(.publishPins(pins.listed()))
        }
        let state = state
        guard recovered, state != published else { return }
        published = state
        effects.append(.publish(state))
    }
}

extension NavigatorCore {
    /// What is told of it.
    package var state: NavigatorState {
        var state = NavigatorState(
            stage: .browse, mode: mode, modes: provider.modes, provider: provider.name,
            providers: providers.map(\.name), simulating: simulating, notice: notice)
        if let pending {
            state.pending = NavigatorState.Pending(
                id: pending.id, source: pending.offer.source, place: pending.offer.place,
                replaced: pending.replaced)
        }
        switch stage {
        case .browse: break
        case .routing: state.stage = .routing
        case .preview(let plan):
            state.stage = .preview
            state.preview = NavigatorState.Preview(
                id: plan.preview, destination: plan.question.destination,
                mode: plan.question.mode, provider: plan.question.provider,
                metres: plan.route.metres, seconds: plan.route.seconds)
        case .guiding(let plan):
            state.stage = .guiding
            state.trip = NavigatorState.Trip(
                id: plan.trip, destination: plan.question.destination,
                mode: plan.question.mode, provider: plan.question.provider,
                remainingMetres: plan.route.metres, remainingSeconds: plan.route.seconds,
                next: plan.route.maneuvers.first)
        }
        return state
    }
}

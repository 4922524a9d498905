import Messages
import NavigatorCore

// The navigator's process, its route providers, and the people who send it places.
extension Simulation {
    private static let providers = [
        ProviderDescription(name: "beeline", modes: ["driving", "walking"]),
        ProviderDescription(name: "streets", modes: ["walking"]),
    ]

    /// Begins a life; what was under way in the last one is forgotten.
    func startNavigator() {
        navigator = try? SimulatedMemory(
            NavigatorCore(
                companion: "Pippa", providers: Self.providers, provider: "beeline",
                mode: "driving"))
        plan(in: random.number(in: 0.001...0.1), at: .navigator) { [self] in
            tell(navigator: .recovered([], guides: [], notice: nil))
        }
    }

    /// Feeds the core, checks what has become of what was under way, and carries out what it says.
    func tell(navigator event: NavigatorCore.Event) {
        guard let navigator else { return }
        let now = clock(of: .navigator)
        let before = navigator.inPlace { $0.state }
        let effects = navigator.inPlace { $0.receive(event, at: now) }
        let after = navigator.inPlace { $0.state }
        check(event, before, after)
        if case .request(.accept, _, _, _) = event, let refusal = refusal(in: effects),
            before.stage != after.stage
        {
            broken(.nothingReplaced, "\(event) is refused (\(refusal)), and ends \(before.stage)")
        }
        for effect in effects {
            if diesNow(.navigator) { return }
            switch effect {
            case .publish(let state):
                publish(.navigator(state), topic: .navigator, from: .navigator)
            case .askRoute(let question): find(question)
            case .reply, .publishPins, .publishEnded, .publishAsked, .cancelRoute, .journal,
                .ready:
                break
            }
        }
    }

    private func refusal(in effects: [NavigatorCore.Effect]) -> String? {
        effects.lazy.compactMap { effect in
            if case .reply(.problem(let problem), _) = effect { problem.title } else { nil }
        }
        .first
    }

    /// Has a provider answer sooner or later, not always well, and also who no longer waits.
    private func find(_ question: RouteQuestion) {
        questions[question.ticket] = question
        routeAskedAt = clock(of: .navigator)
        let isWrong = random.chance(0.1)
        let end = question.destination.end
        let route = Route(
            mode: isWrong && random.chance(0.5) ? "flying" : question.mode,
            end: isWrong ? Coordinates(lat: -end.lat, lon: end.lon) : end, metres: nil,
            seconds: nil, maneuvers: [])
        let fails = random.chance(0.1)
        plan(in: random.number(in: 0.01...2), at: .navigator) { [self] in
            tell(
                navigator: fails
                    ? .routingFailed(question.ticket, Problem(.unreachable, "no network"))
                    : .routed(question.ticket, route))
        }
    }

    /// Has people send places and make up their minds until the faults are over.
    func planTravels() {
        planTrouble(in: random.number(in: 0.05...1)) { [self] in
            travel()
            planTravels()
        }
    }

    private func travel() {
        guard let request = wish() else { return }
        let key = freshKey(.navigator)
        let fresh = RequestID("travel-\(asks)")
        for _ in 0..<(random.chance(faults.doubled) ? 2 : 1) {
            tokens += 1
            let token = ReplyToken(tokens)
            plan(in: random.number(in: 0.001...0.2), at: .navigator) { [self] in
                tell(navigator: .request(request, key: key, token: token, fresh: fresh))
            }
        }
    }

    /// What somebody wants who knows the newest state; nil where they have nothing to say.
    private func wish() -> NavigatorRequest? {
        let place = Place(
            name: "Café", lat: random.number(in: 10...80), lon: random.number(in: 10...80))
        let state = navigator?.inPlace { $0.state }
        switch random.number(in: 0...1) {
        case ..<0.2: return .offerPin(OfferPin(place: place))
        case ..<0.35:
            return .offerHandoff(OfferHandoff(place: place, mode: random.pick([nil, "driving"])))
        case ..<0.5: return .offerLink(OfferLink(url: "geo:\(place.lat),\(place.lon)"))
        case ..<0.65: return state?.pending.map { .accept(NavAccept(pending: $0.id)) }
        case ..<0.7: return state?.pending.map { .decline(NavDecline(pending: $0.id)) }
        case ..<0.8: return state?.preview.map { .start(NavStart(preview: $0.id)) }
        case ..<0.85: return .cancel(NavCancel())
        case ..<0.9: return .end(NavEnd())
        case ..<0.95: return .mode(NavMode(mode: random.pick(["driving", "walking"])))
        default: return .provider(NavProvider(provider: random.pick(["beeline", "streets"])))
        }
    }
}

// MARK: The promise: nothing replaces what somebody is in the middle of

extension Simulation {
    private func check(
        _ event: NavigatorCore.Event, _ before: NavigatorState, _ after: NavigatorState
    ) {
        if after.trip?.id != before.trip?.id, after.trip != nil {
            checkBegin(event, before, after)
        }
        guard before.stage != .browse, after.stage != before.stage || isAnother(before, after)
        else { return }
        // Whatever comes after half a minute, the question is given up first.
        let isGivenUp = clock(of: .navigator) - routeAskedAt >= 30
        if before.stage == .routing, after.stage == .browse, isGivenUp { return }
        if !mayChange(event, before) {
            broken(.nothingReplaced, "\(event) changes \(before.stage) into \(after.stage)")
        }
    }

    private func isAnother(_ before: NavigatorState, _ after: NavigatorState) -> Bool {
        before.trip?.id != after.trip?.id || before.preview?.id != after.preview?.id
    }

    /// Whether what is under way may end or be replaced by an event.
    private func mayChange(_ event: NavigatorCore.Event, _ before: NavigatorState) -> Bool {
        switch event {
        case .request(let request, _, _, _):
            switch request {
            case .accept(let accept): accept.pending == before.pending?.id
            case .start, .cancel: before.stage != .guiding
            case .end: before.stage == .guiding
            case .mode, .provider: before.stage != .guiding
            case .offerPin, .offerLink, .offerHandoff, .decline, .simulate, .status, .addPin,
                .listPins, .removePin, .walkPin, .listGuides, .openGuide:
                false
            }
        case .routed, .routingFailed, .tick: before.stage == .routing
        case .fix: true
        case .recovered, .journaled, .notJournaled: false
        }
    }

    /// Guidance starts on the answer to its own question, or on the preview that was named (N11).
    private func checkBegin(
        _ event: NavigatorCore.Event, _ before: NavigatorState, _ after: NavigatorState
    ) {
        guard let trip = after.trip else { return }
        let asked = questions[TicketID(trip.id.text)]
        let isAsked =
            asked?.destination == trip.destination && asked?.mode == trip.mode
            && asked?.provider == trip.provider
        let isCalledFor =
            switch event {
            case .routed(let ticket, let route):
                ticket.text == trip.id.text && route.mode == trip.mode
                    && route.end == trip.destination.end
            case .request(.start(let start), _, _, _): start.preview == before.preview?.id
            case .request, .recovered, .routingFailed, .journaled, .notJournaled, .fix, .tick: false
            }
        // Whoever chooses a route takes no longer than that, or it is asked again.
        let isFresh = clock(of: .navigator) - routeAskedAt <= 300
        if !isAsked || !isCalledFor || !isFresh { broken(.askedJustNow, "\(event) starts \(trip)") }
    }
}

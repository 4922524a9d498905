import Messages

@testable import NavigatorCore

/// Names and shapes that the tests of the navigator share.
enum Sample {
    static let station = Place(name: "Station", lat: 43.7317, lon: 7.4174)
    static let casino = Place(name: "Casino", lat: 43.7396, lon: 7.4286)
    static let harbour = Place(name: "Harbour", lat: 43.7347, lon: 7.4206)
    static let museum = Place(name: "Museum", lat: 43.7307, lon: 7.4256)
    static let saved = Pin(id: "saved", place: casino, provider: "Pippa")
    static let guide = GuidesListed.Guide(
        name: "Views", places: [Pin(id: "view", place: museum)])
    static let walker = ProviderDescription(name: "beeline", modes: ["walking", "driving"])
    static let driver = ProviderDescription(name: "cars", modes: ["driving"])
    static let link = "geo:43.7347,7.4206?q=43.7347,7.4206(Harbour)"

    /// A route that ends where it should.
    static func route(_ mode: TravelMode, to place: Place, metres: Double = 1_500) -> Route {
        Route(
            mode: mode, end: place.end, metres: metres, seconds: 1_071,
            maneuvers: [.init(text: "Go straight", inMetres: metres)])
    }
}

/// Every way in which a destination comes from outside.
enum Way: CaseIterable {
    case pin
    case savedPin
    case walk
    case link
    case handoff
    case guide

    var request: NavigatorRequest {
        switch self {
        case .pin: .offerPin(OfferPin(place: Sample.casino))
        case .savedPin: .offerPin(OfferPin(pin: "saved"))
        case .walk: .walkPin(PinsWalk(pin: "saved"))
        case .link: .offerLink(OfferLink(url: Sample.link))
        case .handoff: .offerHandoff(OfferHandoff(place: Sample.casino))
        case .guide: .openGuide(GuidesOpen(place: "view"))
        }
    }

    var source: OfferSource {
        switch self {
        case .pin, .savedPin, .walk: .pin
        case .link: .link
        case .handoff: .handoff
        case .guide: .guide
        }
    }

    var place: Place {
        switch self {
        case .pin, .savedPin, .walk, .handoff: Sample.casino
        case .link: Sample.harbour
        case .guide: Sample.museum
        }
    }

    var notice: String {
        switch self {
        case .pin, .savedPin, .walk, .handoff: "Pippa sent Casino"
        case .link: "Harbour is waiting"
        case .guide: "Museum is waiting"
        }
    }

    /// Whether guidance starts by itself.
    var starts: Bool {
        switch self {
        case .pin, .savedPin, .walk, .handoff: true
        case .link, .guide: false
        }
    }

    /// The mode in which it is taken where the current one is driving.
    var mode: TravelMode { source == .pin ? "walking" : "driving" }
}

/// The three stages in which somebody is in the middle of something, each with a drive to the station.
enum Busy: CaseIterable {
    case routing
    case preview
    case guiding

    /// A navigator in this stage; its ticket is `0`.
    var core: NavigatorCore {
        var core = NavigatorCore.browsing()
        let ticket: TicketID = "0"
        switch self {
        case .routing: core.do(.offerHandoff(OfferHandoff(place: Sample.station)), "0")
        case .preview:
            core.do(.offerLink(OfferLink(url: "geo:43.7317,7.4174?q=Station")), "0")
            _ = core.receive(.routed(ticket, Sample.route("driving", to: Sample.station)), at: 1)
        case .guiding:
            core.do(.offerHandoff(OfferHandoff(place: Sample.station)), "0")
            _ = core.receive(.routed(ticket, Sample.route("driving", to: Sample.station)), at: 1)
        }
        return core
    }

    /// What ends or cancels the stage when it is left for an accepted offer.
    var leaving: [NavigatorCore.Effect] {
        switch self {
        case .routing: [.cancelRoute("0")]
        case .preview: []
        case .guiding:
            [
                .publishEnded(
                    TripEnded(
                        trip: "0", destination: Sample.station,
                        reason: "switched to a new destination"))
            ]
        }
    }
}

extension NavigatorCore {
    /// A navigator that browses, drives with `beeline`, and knows one pin and one guide.
    static func browsing(
        providers: [ProviderDescription] = [Sample.walker, Sample.driver],
        provider: String = "beeline"
    ) -> NavigatorCore {
        do {
            var core = try NavigatorCore(
                companion: "Pippa", providers: providers, provider: provider, mode: "driving")
            _ = core.receive(.recovered([Sample.saved], guides: [Sample.guide], notice: nil), at: 0)
            return core
        } catch {
            fatalError("the sample's settings are good: \(error)")
        }
    }

    /// Sends a request of an id; what comes of it has the same id.
    @discardableResult
    mutating func `do`(
        _ request: NavigatorRequest, _ id: String, at now: Seconds = 0, token: UInt64 = 1
    ) -> [Effect] {
        receive(
            .request(
                request, key: RequestKey(source: "/test/cli", id: RequestID(id)),
                token: ReplyToken(token), fresh: RequestID(id)),
            at: now)
    }

    /// The state with some changes.
    func state(_ change: (inout NavigatorState) -> Void) -> NavigatorState {
        var state = state
        change(&state)
        return state
    }
}

extension [NavigatorCore.Effect] {
    /// The answer among the effects, where there is one.
    var reply: NavigatorReply? {
        for case .reply(let reply, _) in self { return reply }
        return nil
    }

    /// The problem that is answered, where it is one.
    var problem: Problem? {
        guard case .problem(let problem)? = reply else { return nil }
        return problem
    }

    /// The questions that are asked.
    var questions: [RouteQuestion] {
        compactMap { effect in
            guard case .askRoute(let question) = effect else { return nil }
            return question
        }
    }
}

/// The two effects of asking for a route.
func asking(
    _ ticket: TicketID, _ mode: TravelMode, to place: Place, of provider: String = "beeline",
    from: Coordinates? = nil
) -> [NavigatorCore.Effect] {
    [
        .publishAsked(
            RouteAsked(ticket: ticket, provider: provider, mode: mode, destination: place)),
        .askRoute(
            RouteQuestion(
                ticket: ticket, provider: provider, mode: mode, from: from, destination: place)),
    ]
}

import Messages
import Testing

@testable import NavigatorCore

/// Tickets: which answer counts, and what a failure leaves behind (N11, N12, N15).
@Suite struct RoutingTests {
    private let toStation = Sample.route("driving", to: Sample.station)

    @Test("N11: an answer to an overtaken question starts nothing", arguments: [true, false])
    func overtaken(_ early: Bool) {
        var core = Busy.routing.core
        core.do(Way.pin.request, "1", at: 2)
        core.do(.accept(NavAccept(pending: "1")), "2", at: 3)
        if !early {
            _ = core.receive(.routed("2", Sample.route("walking", to: Sample.casino)), at: 4)
        }
        let before = core
        #expect(core.receive(.routed("0", toStation), at: 5) == [])
        #expect(core.receive(.routingFailed("0", Problem(.unreachable, "gone")), at: 5) == [])
        #expect(core == before)
    }

    @Test("N11: a second answer to the same question changes nothing", arguments: Busy.allCases)
    func twice(_ busy: Busy) {
        var core = busy.core
        _ = core.receive(.routed("0", toStation), at: 2)
        let before = core
        let other = Sample.route("driving", to: Sample.station, metres: 9)
        #expect(core.receive(.routed("0", other), at: 3) == [])
        #expect(core == before)
    }

    @Test("N11: an answer after a cancellation starts nothing")
    func cancelled() {
        var core = Busy.routing.core
        let effects = core.do(.cancel(NavCancel()), "1", at: 2)
        let browsing = NavigatorCore.browsing().state
        #expect(
            effects == [
                .cancelRoute("0"), .reply(.state(browsing), to: ReplyToken(1)), .publish(browsing),
            ])
        #expect(core.receive(.routed("0", toStation), at: 3) == [])
    }

    @Test(
        "N11: a route in another mode, to another end, or without sense is no answer",
        arguments: [
            (
                Sample.route("walking", to: Sample.station),
                "with a walking route instead of a driving one"
            ),
            (Sample.route("driving", to: Sample.casino), "with a route that ends over 200 m off"),
            (
                Sample.route("driving", to: Sample.station, metres: .nan),
                "with a route that makes no sense"
            ),
            (
                Sample.route("driving", to: Sample.station, metres: -1),
                "with a route that makes no sense"
            ),
            (
                Route(
                    mode: "driving", end: Sample.station.end, metres: 1, seconds: 1, maneuvers: []),
                "with a route that makes no sense"
            ),
            (
                Sample.route("driving", to: Place(name: "x", lat: .nan, lon: 0)),
                "with a route that makes no sense"
            ),
        ])
    func wrongAnswer(_ route: Route, _ fault: String) {
        var core = Busy.routing.core
        let expected = core.state {
            $0.stage = .browse
            $0.notice = "beeline answered \(fault)"
        }
        #expect(core.receive(.routed("0", route), at: 2) == [.publish(expected)])
    }

    @Test("A route from nowhere known has neither length nor things to do, and counts")
    func fromNowhere() {
        var core = Busy.routing.core
        let route = Route(
            mode: "driving", end: Sample.station.end, metres: nil, seconds: nil, maneuvers: [])
        _ = core.receive(.routed("0", route), at: 1)
        #expect(core.state.stage == .guiding)
        #expect(core.state.trip?.remainingMetres == nil)
        #expect(core.state.trip?.next == nil)
    }

    @Test("N11: a route ends at the door")
    func door() {
        var core = NavigatorCore.browsing()
        let door = Coordinates(lat: 43.7450, lon: 7.4286)
        let place = Place(name: "Park", lat: 43.7396, lon: 7.4286, door: door)
        core.do(.offerPin(OfferPin(place: place)), "1")
        _ = core.receive(.routed("1", Sample.route("walking", to: place)), at: 1)
        #expect(core.state.stage == .guiding)
        var gate = NavigatorCore.browsing()
        gate.do(.offerPin(OfferPin(place: place)), "1")
        _ = gate.receive(.routed("1", Sample.route("walking", to: Sample.casino)), at: 1)
        #expect(gate.state.stage == .browse)
    }

    @Test("N12: a failed routing goes back to browsing with the reason; pending stays")
    func failed() {
        var core = Busy.routing.core
        core.do(Way.link.request, "1", at: 2)
        let expected = core.state {
            $0.stage = .browse
            $0.notice = "no road is near"
        }
        let effects = core.receive(
            .routingFailed("0", Problem(.refused, "no road is near")), at: 3)
        #expect(effects == [.publish(expected)])
        #expect(core.pending?.id == "1")
    }

    @Test("N12: a provider that stays silent has failed after 30 s, and its late answer is none")
    func silent() {
        var core = Busy.routing.core
        #expect(core.deadline == 30)
        #expect(core.receive(.tick, at: 29.5) == [])
        let expected = core.state {
            $0.stage = .browse
            $0.notice = "beeline gave no answer in 30 seconds"
        }
        #expect(core.receive(.tick, at: 30) == [.cancelRoute("0"), .publish(expected)])
        #expect(core.deadline == nil)
        #expect(core.receive(.routed("0", toStation), at: 31) == [])
    }

    @Test("N11: an answer that comes with the deadline is too late without any tick")
    func lateWithoutTick() {
        var core = Busy.routing.core
        _ = core.receive(.routed("0", toStation), at: 30)
        #expect(core.state.stage == .browse)
    }

    @Test(
        "N15: another mode or provider asks anew in preview and routing",
        arguments: [Busy.routing, .preview])
    func askedAnew(_ busy: Busy) {
        for (ask, provider, mode) in [
            (NavigatorRequest.mode(NavMode(mode: "walking")), "beeline", "walking"),
            (.provider(NavProvider(provider: "cars")), "cars", "driving"),
        ] {
            var core = busy.core
            let place = core.state.preview?.destination ?? Sample.station
            let expected = core.state {
                $0.stage = .routing
                $0.preview = nil
                $0.mode = mode
                $0.provider = provider
                $0.modes = provider == "cars" ? ["driving"] : ["walking", "driving"]
            }
            let effects = core.do(ask, "1", at: 2)
            #expect(
                effects == busy.leaving + asking("1", mode, to: place, of: provider) + [
                    .reply(.state(expected), to: ReplyToken(1)), .publish(expected),
                ])
            #expect(core.receive(.routed("0", toStation), at: 3) == [])
            _ = core.receive(.routed("1", Sample.route(mode, to: place)), at: 4)
            #expect(core.state.stage == (busy == .routing ? .guiding : .preview))
        }
    }

    @Test(
        "N15: while guiding, neither is changed",
        arguments: [
            NavigatorRequest.mode(NavMode(mode: "walking")),
            .provider(NavProvider(provider: "cars")),
        ])
    func whileGuiding(_ ask: NavigatorRequest) {
        var core = Busy.guiding.core
        let before = core.state
        let effects = core.do(ask, "1", at: 2)
        #expect(effects.count == 1)
        #expect(effects.problem?.type == .refused)
        #expect(core.state == before)
    }

    @Test("N15: what is not there is not selected, and a preview survives the attempt")
    func notThere() {
        for (ask, type, field) in [
            (NavigatorRequest.mode(NavMode(mode: "flying")), Problem.Sort.unsupported, "mode"),
            (.provider(NavProvider(provider: "nobody")), .notFound, "provider"),
        ] {
            for start in [NavigatorCore.browsing(), Busy.routing.core, Busy.preview.core] {
                var core = start
                let effects = core.do(ask, "1", at: 2)
                #expect(effects.count == 1)
                #expect(effects.problem?.type == type)
                #expect(effects.problem?.field == field)
                #expect(core.stage == start.stage)
            }
        }
    }

    @Test("N15: a provider without the mode is selected only while nothing is asked of it")
    func withoutMode() {
        let walk = NavigatorRequest.mode(NavMode(mode: "walking"))
        let cars = NavigatorRequest.provider(NavProvider(provider: "cars"))
        var busy = Busy.preview.core
        busy.do(walk, "1", at: 2)
        #expect(busy.do(cars, "2", at: 3).problem?.type == .unsupported)
        #expect(busy.provider == Sample.walker)

        var idle = NavigatorCore.browsing()
        idle.do(walk, "1", at: 2)
        let expected = idle.state {
            $0.provider = "cars"
            $0.modes = ["driving"]
            $0.notice = "cars has no walking routes"
        }
        #expect(
            idle.do(cars, "2", at: 3) == [
                .reply(.state(expected), to: ReplyToken(1)), .publish(expected),
            ])
        #expect(idle.do(Way.link.request, "3", at: 4).problem?.type == .unsupported)
    }

    @Test("Where one is goes along with the question, while the fix is fresh")
    func origin() {
        let here = Coordinates(lat: 43.73, lon: 7.41)
        for (now, from) in [(15.0, here), (15.1, nil)] {
            var core = NavigatorCore.browsing()
            _ = core.receive(.fix(here, at: 5), at: 5)
            let effects = core.do(Way.pin.request, "1", at: now)
            #expect(effects.questions.map(\.from) == [from])
        }
    }
}

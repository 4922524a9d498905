import Messages
import Testing

@testable import NavigatorCore

/// What becomes of an offer, from every source and in every stage (N1 to N4, N7 to N10, N13).
@Suite struct OfferTests {
    @Test("N1, N2, N9, N10, N13: idle, a route is asked at once", arguments: Way.allCases)
    func idle(_ way: Way) {
        var core = NavigatorCore.browsing()
        let expected = core.state {
            $0.stage = .routing
            $0.mode = way.mode
        }
        let effects = core.do(way.request, "1")
        let answer = OfferAnswer(way.starts ? .taken : .chosen)
        #expect(
            effects == asking("1", way.mode, to: way.place) + [
                .reply(.offer(answer), to: ReplyToken(1)), .publish(expected),
            ])
    }

    @Test(
        "N1, N2, N13: a pin or handoff starts, a link or guide is previewed",
        arguments: Way.allCases)
    func answered(_ way: Way) {
        var core = NavigatorCore.browsing()
        core.do(way.request, "1")
        let route = Sample.route(way.mode, to: way.place)
        let effects = core.receive(.routed("1", route), at: 1)
        let expected = core.state {
            $0.stage = way.starts ? .guiding : .preview
            $0.trip = nil
            $0.preview = nil
            if way.starts {
                $0.trip = NavigatorState.Trip(
                    id: "1", destination: way.place, mode: way.mode, provider: "beeline",
                    remainingMetres: 1_500, remainingSeconds: 1_071, next: route.maneuvers[0])
            } else {
                $0.preview = NavigatorState.Preview(
                    id: "1", destination: way.place, mode: way.mode, provider: "beeline",
                    metres: 1_500, seconds: 1_071)
            }
        }
        #expect(effects == [.publish(expected)])
    }

    @Test(
        "N3, N13: busy, what runs stays and the offer is a question", arguments: Way.allCases,
        Busy.allCases)
    func busy(_ way: Way, _ busy: Busy) {
        var core = busy.core
        let before = core
        let expected = core.state {
            $0.pending = NavigatorState.Pending(id: "1", source: way.source, place: way.place)
            $0.notice = way.notice
        }
        let effects = core.do(way.request, "1", at: 2)
        let answer = OfferAnswer(.pending, pending: "1", notice: way.notice)
        #expect(effects == [.reply(.offer(answer), to: ReplyToken(1)), .publish(expected)])
        #expect(core.stage == before.stage)
        #expect(core.mode == "driving")
    }

    @Test("N4: the newer offer is pending, and the replaced one is named", arguments: Busy.allCases)
    func newer(_ busy: Busy) {
        var core = busy.core
        core.do(Way.pin.request, "1", at: 2)
        let expected = core.state {
            $0.pending = NavigatorState.Pending(
                id: "2", source: .link, place: Sample.harbour, replaced: "Casino")
            $0.notice = "Harbour is waiting"
        }
        let effects = core.do(Way.link.request, "2", at: 3)
        let answer = OfferAnswer(
            .pending, pending: "2", notice: "Harbour is waiting", replaced: "Casino")
        #expect(effects == [.reply(.offer(answer), to: ReplyToken(1)), .publish(expected)])
    }

    @Test("N7: while simulating, no offer is taken", arguments: Way.allCases)
    func simulating(_ way: Way) {
        for start in [NavigatorCore.browsing()] + Busy.allCases.map(\.core) {
            var core = start
            core.do(.simulate(NavSimulate(on: true)), "1", at: 2)
            #expect(core.state.simulating)
            let before = (core.stage, core.pending)
            let effects = core.do(way.request, "2", at: 3)
            #expect(effects.count == 1)
            #expect(effects.problem?.type == .refused)
            #expect((core.stage, core.pending) == before)
        }
    }

    @Test("N7: a fix switches no simulation on")
    func fixSimulatesNothing() {
        var core = NavigatorCore.browsing()
        #expect(core.receive(.fix(Sample.station.end, at: 1), at: 1) == [])
        #expect(!core.state.simulating)
    }

    @Test(
        "N8: an invalid place is refused with its field",
        arguments: [
            (Place(name: "x", lat: .nan, lon: 0), "lat"),
            (Place(name: "x", lat: 90.1, lon: 0), "lat"),
            (Place(name: "x", lat: -.infinity, lon: 0), "lat"),
            (Place(name: "x", lat: 0, lon: 180.5), "lon"),
            (Place(name: "x", lat: 0, lon: .nan), "lon"),
            (Place(name: "", lat: 0, lon: 0), "name"),
            (Place(name: String(repeating: "x", count: 201), lat: 0, lon: 0), "name"),
            (Place(name: "x", lat: 0, lon: 0, door: Coordinates(lat: -91, lon: 0)), "door.lat"),
            (Place(name: "x", lat: 0, lon: 0, door: Coordinates(lat: 0, lon: 181)), "door.lon"),
            (Place(name: "x", lat: 0, lon: 0, note: String(repeating: "x", count: 2_001)), "note"),
        ])
    func invalid(_ place: Place, _ field: String) {
        let asks: [(NavigatorRequest, String)] = [
            (.offerPin(OfferPin(place: place)), "place.\(field)"),
            (.offerHandoff(OfferHandoff(place: place)), "place.\(field)"),
            (.addPin(PinsAdd(place: place)), field),
        ]
        for start in [NavigatorCore.browsing()] + Busy.allCases.map(\.core) {
            for (ask, path) in asks {
                var core = start
                let effects = core.do(ask, "1", at: 2)
                #expect(effects.count == 1)
                #expect(effects.problem?.type == .invalid)
                #expect(effects.problem?.field == path)
            }
        }
    }

    @Test("N8: the limits themselves are allowed")
    func limits() {
        let name = String(repeating: "\u{e9}", count: 200)
        for place in [
            Place(name: name, lat: 90, lon: -180), Place(name: "x", lat: -90, lon: 180),
            Place(name: "x", lat: 0, lon: 0),
        ] {
            var core = NavigatorCore.browsing()
            let effects = core.do(.offerPin(OfferPin(place: place)), "1")
            #expect(effects.reply == .offer(OfferAnswer(.taken)))
        }
    }

    @Test("N8: an unknown pin or place is refused with the field")
    func unknown() {
        var both = OfferPin(pin: "saved")
        both.place = Sample.casino
        var neither = both
        neither.pin = nil
        neither.place = nil
        let asks: [(NavigatorRequest, Problem.Sort, String)] = [
            (.offerPin(OfferPin(pin: "nowhere")), .notFound, "pin"),
            (.walkPin(PinsWalk(pin: "nowhere")), .notFound, "pin"),
            (.removePin(PinsRemove(pin: "nowhere")), .notFound, "pin"),
            (.openGuide(GuidesOpen(place: "nowhere")), .notFound, "place"),
            (.offerPin(both), .invalid, "pin"),
            (.offerPin(neither), .invalid, "pin"),
            (.offerLink(OfferLink(url: "geo:0,0")), .invalid, "url"),
        ]
        for (ask, type, field) in asks {
            var core = NavigatorCore.browsing()
            let effects = core.do(ask, "1")
            #expect(effects.count == 1)
            #expect(effects.problem?.type == type)
            #expect(effects.problem?.field == field)
        }
    }

    @Test("N9: a pin of a provider without walks is refused, and nothing else is asked instead")
    func noWalks() {
        var core = NavigatorCore.browsing(provider: "cars")
        let effects = core.do(Way.pin.request, "1")
        let problem = Problem(
            .unsupported, "cars has no walking routes", detail: "It has: driving.", field: "mode")
        let expected = NavigatorCore.browsing(provider: "cars").state {
            $0.notice = "cars has no walking routes"
        }
        #expect(effects == [.reply(.problem(problem), to: ReplyToken(1)), .publish(expected)])
        #expect(core.mode == "driving")
    }

    @Test("N10: a handoff or link that names a mode sets it")
    func namedMode() {
        let handoff = OfferHandoff(place: Sample.casino, mode: "walking", from: "Somebody")
        let link = OfferLink(
            url: "https://www.google.com/maps/dir/?api=1&destination=43.7,7.4&travelmode=walking")
        for ask in [NavigatorRequest.offerHandoff(handoff), .offerLink(link)] {
            var core = NavigatorCore.browsing()
            #expect(core.do(ask, "1").questions.map(\.mode) == ["walking"])
            #expect(core.mode == "walking")
        }
    }

    @Test("N2: words in a link that would start something start nothing")
    func startWords() {
        for url in [
            "pathfinder://navigate?lat=43.7&lon=7.4&start=1&action=go&guide=now",
            "https://www.google.com/maps/dir/?api=1&destination=43.7,7.4&dir_action=navigate",
        ] {
            var core = NavigatorCore.browsing()
            let effects = core.do(.offerLink(OfferLink(url: url)), "1")
            #expect(effects.reply == .offer(OfferAnswer(.chosen)))
            let place = effects.questions[0].destination
            _ = core.receive(.routed("1", Sample.route("driving", to: place)), at: 1)
            #expect(core.state.stage == .preview)
        }
    }
}

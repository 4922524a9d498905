import Messages
import Testing

@testable import NavigatorCore

/// The person's answer to an offer that waits (N5, N6, N14).
@Suite struct PendingTests {
    @Test(
        "N5: accepting ends or cancels what runs, then takes the offer as if idle",
        arguments: Way.allCases, Busy.allCases)
    func accept(_ way: Way, _ busy: Busy) {
        var core = busy.core
        core.do(way.request, "1", at: 2)
        let expected = core.state {
            $0.stage = .routing
            $0.trip = nil
            $0.preview = nil
            $0.pending = nil
            $0.mode = way.mode
            $0.notice = nil
        }
        let effects = core.do(.accept(NavAccept(pending: "1")), "2", at: 3)
        #expect(
            effects == busy.leaving + asking("2", way.mode, to: way.place) + [
                .reply(.state(expected), to: ReplyToken(1)), .publish(expected),
            ])
        let place = way.place
        _ = core.receive(.routed("2", Sample.route(way.mode, to: place)), at: 4)
        #expect(core.state.stage == (way.starts ? .guiding : .preview))
    }

    @Test(
        "N5: what the provider can't serve is refused before anything is ended",
        arguments: Busy.allCases)
    func unserved(_ busy: Busy) {
        var core = busy.core
        let handoff = OfferHandoff(place: Sample.casino, mode: "flying")
        core.do(.offerHandoff(handoff), "1", at: 2)
        let before = core
        let effects = core.do(.accept(NavAccept(pending: "1")), "2", at: 3)
        let problem = Problem(
            .unsupported, "beeline has no flying routes", detail: "It has: walking, driving.",
            field: "mode")
        let expected = before.state { $0.notice = "beeline has no flying routes" }
        #expect(effects == [.reply(.problem(problem), to: ReplyToken(1)), .publish(expected)])
        #expect(core.stage == before.stage)
        #expect(core.pending == before.pending)
    }

    @Test("N5, N7: a simulated walk can't be switched for a real trip")
    func simulated() {
        var core = Busy.guiding.core
        core.do(Way.pin.request, "1", at: 2)
        core.do(.simulate(NavSimulate(on: true)), "2", at: 3)
        let before = (core.stage, core.pending)
        let effects = core.do(.accept(NavAccept(pending: "1")), "3", at: 4)
        #expect(effects.problem?.type == .refused)
        #expect((core.stage, core.pending) == before)
    }

    @Test("N6: declining drops the offer, and what runs is untouched", arguments: Busy.allCases)
    func decline(_ busy: Busy) {
        var core = busy.core
        let before = core
        core.do(Way.pin.request, "1", at: 2)
        let effects = core.do(.decline(NavDecline(pending: "1")), "2", at: 3)
        #expect(
            effects == [.reply(.state(before.state), to: ReplyToken(1)), .publish(before.state)])
        #expect(core.stage == before.stage)
    }

    @Test(
        "N6: an answer to another offer is refused",
        arguments: [
            NavigatorRequest.accept(NavAccept(pending: "1")),
            .decline(NavDecline(pending: "1")),
        ])
    func anotherID(_ ask: NavigatorRequest) {
        var replaced = Busy.guiding.core
        replaced.do(Way.pin.request, "1", at: 2)
        replaced.do(Way.link.request, "2", at: 2)
        for start in [replaced, Busy.guiding.core, NavigatorCore.browsing()] {
            var core = start
            let effects = core.do(ask, "3", at: 3)
            #expect(effects.count == 1)
            #expect(effects.problem?.type == .refused)
            #expect(effects.problem?.field == "pending")
            #expect((core.stage, core.pending) == (start.stage, start.pending))
        }
    }

    @Test("N14: a trip ends, and the offer waits on and can be accepted then")
    func waitsOn() {
        var core = Busy.guiding.core
        core.do(Way.pin.request, "1", at: 2)
        core.do(.end(NavEnd()), "2", at: 3)
        #expect(core.state.stage == .browse)
        #expect(core.pending?.id == "1")
        let effects = core.do(.accept(NavAccept(pending: "1")), "3", at: 4)
        #expect(effects.questions == asking("3", "walking", to: Sample.casino).questions)
        #expect(core.pending == nil)
    }

    @Test("N3: while an offer waits, its notice stays, unless there is other news")
    func standingNotice() {
        var core = Busy.routing.core
        core.do(Way.pin.request, "1", at: 2)
        _ = core.receive(.routed("0", Sample.route("driving", to: Sample.station)), at: 3)
        #expect(core.state.notice == "Pippa sent Casino")
        core.do(.end(NavEnd()), "2", at: 4)
        #expect(core.state.notice == "Pippa sent Casino")
        core.do(Way.link.request, "3", at: 5)
        #expect(core.state.notice == "Pippa sent Casino")
        _ = core.receive(.routingFailed("3", Problem(.refused, "no road is near")), at: 6)
        #expect(core.state.notice == "no road is near")
        core.do(.mode(NavMode(mode: "walking")), "4", at: 7)
        #expect(core.state.notice == "Pippa sent Casino")
        core.do(.decline(NavDecline(pending: "1")), "5", at: 8)
        #expect(core.state.notice == nil)
    }

    @Test("The reference run: the provider is asked for driving, walking, walking")
    func referenceRun() {
        var core = NavigatorCore.browsing()
        var asked: [RouteQuestion] = []
        asked +=
            core.do(.offerHandoff(OfferHandoff(place: Sample.station, mode: "driving")), "1")
            .questions
        _ = core.receive(.routed("1", Sample.route("driving", to: Sample.station)), at: 1)
        #expect(core.state.trip?.destination == Sample.station)

        asked += core.do(.offerPin(OfferPin(place: Sample.casino)), "2", at: 2).questions
        #expect(core.state.trip?.destination == Sample.station)
        #expect(core.state.trip?.mode == "driving")

        asked += core.do(.accept(NavAccept(pending: "2")), "3", at: 3).questions
        _ = core.receive(.routed("3", Sample.route("walking", to: Sample.casino)), at: 4)
        #expect(core.state.trip?.destination == Sample.casino)
        #expect(core.state.trip?.mode == "walking")

        asked += core.do(.end(NavEnd()), "4", at: 5).questions
        asked += core.do(.offerPin(OfferPin(place: Sample.museum)), "5", at: 6).questions
        _ = core.receive(.routed("5", Sample.route("walking", to: Sample.museum)), at: 7)
        #expect(core.state.trip?.destination == Sample.museum)
        #expect(asked.map(\.mode) == ["driving", "walking", "walking"])
    }
}

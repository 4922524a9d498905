import Messages
import Testing

@testable import NavigatorCore

/// Each delivery once (N16), the start, and the settings.
@Suite struct RequestTests {
    @Test(
        "N16: the same delivery gets the same answer and no second effect", arguments: Way.allCases)
    func again(_ way: Way) {
        for start in [NavigatorCore.browsing()] + Busy.allCases.map(\.core) {
            var core = start
            let reply = core.do(way.request, "1", at: 2, token: 1).reply
            let before = core
            let effects = core.do(way.request, "1", at: 3, token: 2)
            #expect(effects == reply.map { [.reply($0, to: ReplyToken(2))] })
            #expect(core == before)
        }
    }

    @Test("N16: an accept that comes again after the trip has begun leaves it alone")
    func acceptAgain() {
        var core = Busy.guiding.core
        core.do(Way.pin.request, "1", at: 2)
        let accept = NavigatorRequest.accept(NavAccept(pending: "1"))
        let first = core.do(accept, "2", at: 3).reply
        _ = core.receive(.routed("2", Sample.route("walking", to: Sample.casino)), at: 4)
        let effects = core.do(accept, "2", at: 5, token: 2)
        #expect(effects == first.map { [.reply($0, to: ReplyToken(2))] })
        #expect(core.state.trip?.id == "2")
    }

    @Test("N16: a refusal is remembered too, though it would be allowed now")
    func refusedAgain() {
        var core = NavigatorCore.browsing()
        core.do(.simulate(NavSimulate(on: true)), "1")
        let first = core.do(Way.pin.request, "2").reply
        core.do(.simulate(NavSimulate(on: false)), "3")
        #expect(core.do(Way.pin.request, "2").reply == first)
        #expect(core.state.stage == .browse)
    }

    @Test("N16: the same id of another process is another request")
    func otherSource() {
        var core = Busy.guiding.core
        core.do(Way.pin.request, "1", at: 2)
        let effects = core.receive(
            .request(
                Way.link.request, key: RequestKey(source: "/test/web", id: "1"),
                token: ReplyToken(2), fresh: "2"), at: 3)
        #expect(effects.problem == nil)
        #expect(core.pending?.id == "2")
    }

    @Test("B3: the same key with other content is malformed")
    func reusedKey() {
        var core = NavigatorCore.browsing()
        core.do(Way.pin.request, "1")
        let before = core
        let effects = core.do(Way.link.request, "1", token: 2)
        #expect(effects == [.reply(.problem(.reusedKey), to: ReplyToken(2))])
        #expect(core == before)
    }

    @Test("What only reads is not remembered, and tells the newest")
    func reads() {
        var core = NavigatorCore.browsing()
        #expect(
            core.do(.status(NavStatus()), "1") == [.reply(.state(core.state), to: ReplyToken(1))])
        core.do(Way.pin.request, "2")
        #expect(core.do(.status(NavStatus()), "1").reply == .state(core.state))
        #expect(core.state.stage == .routing)
        #expect(
            core.do(.listGuides(GuidesList()), "3").reply
                == .guides(GuidesListed(guides: [Sample.guide])))
    }

    @Test("G2: before the pins are known requests are turned away, then the navigator is ready")
    func recovery() throws {
        var core = try NavigatorCore(
            companion: "Pippa", providers: [Sample.walker], provider: "beeline", mode: "walking")
        #expect(core.receive(.tick, at: 0) == [])
        let early = core.do(.walkPin(PinsWalk(pin: "saved")), "1")
        #expect(early.count == 1)
        #expect(early.problem?.type == .busy)
        let state = NavigatorState(
            stage: .browse, mode: "walking", modes: ["walking", "driving"], provider: "beeline",
            providers: ["beeline"], simulating: false, notice: "a pin is lost")
        let effects = core.receive(
            .recovered([Sample.saved], guides: [], notice: "a pin is lost"), at: 1)
        #expect(
            effects == [
                .ready, .publishPins(PinsListed(pins: [Sample.saved])), .publish(state),
            ])
        #expect(core.do(.walkPin(PinsWalk(pin: "saved")), "1").reply == .offer(OfferAnswer(.taken)))
    }

    @Test("Settings that no provider can meet are named")
    func settings() {
        for (provider, mode, field) in [
            ("nobody", "driving", "navigator.provider"), ("cars", "walking", "navigator.mode"),
        ] {
            let problem = #expect(throws: Problem.self) {
                try NavigatorCore(
                    companion: "Pippa", providers: [Sample.walker, Sample.driver],
                    provider: provider, mode: mode)
            }
            #expect(problem?.field == field)
        }
    }

    @Test("The state is published on a change and on nothing else", arguments: Busy.allCases)
    func quiet(_ busy: Busy) {
        var core = busy.core
        #expect(core.receive(.tick, at: 2) == [])
        core.do(.simulate(NavSimulate(on: true)), "1", at: 2)
        let effects = core.do(.simulate(NavSimulate(on: true)), "2", at: 3)
        #expect(effects == [.reply(.state(core.state), to: ReplyToken(1))])
    }
}

import Messages
import Testing

@testable import NavigatorCore

/// Starting, ending and arriving (N11, N14).
@Suite struct TripTests {
    @Test("N11: the person starts the preview that is on the screen")
    func start() {
        var core = Busy.preview.core
        let preview = core.state.preview
        let effects = core.do(.start(NavStart(preview: "0")), "1", at: 300)
        let expected = core.state {
            $0.stage = .guiding
            $0.preview = nil
            $0.trip = preview.map {
                NavigatorState.Trip(
                    id: "0", destination: $0.destination, mode: "driving", provider: "beeline",
                    remainingMetres: 1_500, remainingSeconds: 1_071,
                    next: .init(text: "Go straight", inMetres: 1_500))
            }
        }
        #expect(effects == [.reply(.state(expected), to: ReplyToken(1)), .publish(expected)])
    }

    @Test("N11: nothing else is started", arguments: Busy.allCases)
    func startNothing(_ busy: Busy) {
        var core = busy.core
        let before = core.stage
        let other: PreviewID = busy == .preview ? "another" : "0"
        let effects = core.do(.start(NavStart(preview: other)), "1", at: 2)
        #expect(effects.count == 1)
        #expect(effects.problem?.field == "preview")
        #expect(core.stage == before)
    }

    @Test("N11: an overtaken preview starts nothing, even when the newer question fails")
    func overtakenPreview() {
        var core = Busy.preview.core
        core.do(.mode(NavMode(mode: "walking")), "1", at: 2)
        #expect(core.do(.start(NavStart(preview: "0")), "2", at: 3).problem?.type == .refused)
        _ = core.receive(.routingFailed("1", Problem(.refused, "no walk")), at: 4)
        #expect(core.do(.start(NavStart(preview: "0")), "3", at: 5).problem?.type == .refused)
        #expect(core.state.stage == .browse)
    }

    @Test("N11: an overtaken preview does not start the one that has taken its place")
    func overtakenByAnother() {
        var core = Busy.preview.core
        core.do(.mode(NavMode(mode: "walking")), "1", at: 2)
        _ = core.receive(.routed("1", Sample.route("walking", to: Sample.station)), at: 3)
        #expect(core.state.preview?.id == "1")
        #expect(core.do(.start(NavStart(preview: "0")), "2", at: 4).problem?.type == .refused)
        #expect(core.state.preview?.id == "1")
    }

    @Test("N11: a route that was asked long ago is asked again before it is started")
    func stale() {
        var core = Busy.preview.core
        let place = core.state.preview?.destination ?? Sample.casino
        let effects = core.do(.start(NavStart(preview: "0")), "1", at: 300.5)
        #expect(effects.problem?.type == .tooLate)
        #expect(effects.questions == asking("1", "driving", to: place).questions)
        _ = core.receive(.routed("1", Sample.route("driving", to: place)), at: 301)
        #expect(core.state.preview?.id == "1")
        core.do(.start(NavStart(preview: "1")), "2", at: 302)
        #expect(core.state.trip?.id == "1")
    }

    @Test("A preview is cancelled by its id or without one, and by no other")
    func cancel() {
        for (id, done) in [(nil, true), ("0", true), ("another", false)] as [(PreviewID?, Bool)] {
            var core = Busy.preview.core
            let effects = core.do(.cancel(NavCancel(preview: id)), "1", at: 2)
            #expect((effects.problem == nil) == done)
            #expect(core.state.stage == (done ? .browse : .preview))
        }
        for start in [NavigatorCore.browsing(), Busy.guiding.core] {
            var core = start
            #expect(core.do(.cancel(NavCancel()), "1", at: 2).problem?.type == .refused)
            #expect(core.stage == start.stage)
        }
    }

    @Test("N14: ending a trip publishes the reason", arguments: [nil, "0"] as [TripID?])
    func end(_ trip: TripID?) {
        var core = Busy.guiding.core
        let browsing = NavigatorCore.browsing().state
        let effects = core.do(.end(NavEnd(trip: trip)), "1", at: 2)
        #expect(
            effects == [
                .publishEnded(
                    TripEnded(trip: "0", destination: Sample.station, reason: "ended")),
                .reply(.state(browsing), to: ReplyToken(1)), .publish(browsing),
            ])
    }

    @Test("N14: no trip but the one under way is ended")
    func endNothing() {
        for start in [NavigatorCore.browsing(), Busy.routing.core, Busy.preview.core] {
            var core = start
            #expect(core.do(.end(NavEnd()), "1", at: 2).problem?.field == "trip")
            #expect(core.stage == start.stage)
        }
        var core = Busy.guiding.core
        #expect(core.do(.end(NavEnd(trip: "another")), "1", at: 2).problem?.field == "trip")
        #expect(core.state.trip?.id == "0")
    }

    @Test("N14: within 25 m of the end the trip has arrived, and an offer waits on")
    func arrived() {
        var core = Busy.guiding.core
        core.do(Way.pin.request, "1", at: 2)
        // 26 m and 24 m to the north of the station.
        let far = Coordinates(lat: Sample.station.lat + 0.000_233_8, lon: Sample.station.lon)
        let near = Coordinates(lat: Sample.station.lat + 0.000_215_8, lon: Sample.station.lon)
        #expect(core.receive(.fix(far, at: 3), at: 3) == [])
        let expected = core.state {
            $0.stage = .browse
            $0.trip = nil
            $0.notice = "arrived at Station"
        }
        #expect(
            core.receive(.fix(near, at: 4), at: 4) == [
                .publishEnded(
                    TripEnded(trip: "0", destination: Sample.station, reason: "arrived")),
                .publish(expected),
            ])
        #expect(core.pending?.id == "1")
        #expect(core.receive(.fix(near, at: 5), at: 5) == [])
    }

    @Test("An old fix, one out of order, or no point of the earth is no arrival")
    func badFix() {
        let here = Sample.station.end
        for (point, moment) in [
            (here, 9.9), (here, 4), (Coordinates(lat: .nan, lon: 7), 20),
            (Coordinates(lat: 91, lon: 7), 20),
        ] {
            var core = Busy.guiding.core
            _ = core.receive(.fix(Sample.casino.end, at: 5), at: 5)
            #expect(core.receive(.fix(point, at: moment), at: 20) == [])
            #expect(core.position == .init(point: Sample.casino.end, at: 5))
        }
    }

    @Test("What a person must know about a route is told with it")
    func remark() {
        var core = Busy.routing.core
        var route = Sample.route("driving", to: Sample.station)
        route.remark = "straight line, no street route"
        _ = core.receive(.routed("0", route), at: 1)
        #expect(core.state.notice == "straight line, no street route")
    }

    @Test(
        "Distances hold on the ground, at the poles and across the date line",
        arguments: [
            ((0, 0), (1, 0), 111_193.7), ((60, 10), (60, 11), 55_596.9),
            ((0, 179.999_9), (0, -179.999_9), 22.239), ((89.999_9, 0), (89.999_9, 180), 22.239),
            ((90, 0), (-90, 0), 2 * 6_371_008.8),
        ] as [((Double, Double), (Double, Double), Double)])
    func distances(_ from: (Double, Double), _ to: (Double, Double), _ metres: Double) {
        let (start, end) = (
            Coordinates(lat: from.0, lon: from.1), Coordinates(lat: to.0, lon: to.1)
        )
        #expect(start.isWithin(metres * 1.000_1, of: end))
        #expect(!start.isWithin(metres * 0.999_9, of: end))
        #expect(end.isWithin(0, of: end))
    }
}

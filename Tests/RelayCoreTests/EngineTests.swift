import Messages
import RelayCore
import Testing

@Suite struct EngineTests {
    @Test("E14: the engine is asked for a sign of life each second, connected or not")
    func vitals() {
        var relay = RelayCore.started()
        #expect(relay.deadline == 101)
        #expect(relay.receive(.tick, at: 100.9) == [])
        #expect(relay.receive(.tick, at: 101) == [.ask(.vitals)])
        #expect(relay.receive(.tick, at: 150) == [.ask(.vitals)], "a gap is not made up for")
        #expect(relay.receive(.tick, at: 150.5) == [])
        #expect(relay.receive(.tick, at: 151) == [.ask(.vitals)])
    }

    @Test("R2: unknown until the connected engine has answered, with the reason")
    func untilAnswered() {
        var relay = RelayCore.started()
        #expect(
            relay.receive(.engine(.connected), at: 100.5) == [
                .ask(.status(1)), .publish(.unknown("engine restarting"), face: face),
            ])
        #expect(
            relay.receive(.answered(.status(1), .state(.playing())), at: 100.5)
                == [.publish(.playing(now: 300), face: face)])
    }

    @Test("R2: without a connection unreachable, at once")
    func unreachable() {
        var relay = RelayCore.knowing(.playing())
        #expect(
            relay.told(.engine(.disconnected), at: 100.5) == [.unknown("engine unreachable")])
    }

    @Test("R2: a silent engine is known again by an answer only, which it is asked for")
    func silent() {
        var relay = RelayCore.knowing(.playing())
        #expect(relay.told(.engine(.silent), at: 100.5) == [.unknown("engine silent")])
        #expect(relay.receive(.tick, at: 101) == [.ask(.vitals), .ask(.status(2))])
        #expect(relay.receive(.engine(.heard(bootA)), at: 101.5) == [.ask(.status(3))])
        #expect(
            relay.told(.answered(.status(3), .state(.playing(now: 301.5))), at: 101.5)
                == [.playing(now: 301.5)])
    }

    @Test("R2: a state heard after a silence is shown once the engine has answered")
    func silentState() {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.engine(.silent), at: 100.5)
        #expect(relay.receive(.state(.playing(revision: 2)), at: 100.5) == [.ask(.status(2))])
        #expect(
            relay.told(.answered(.status(2), .state(.playing())), at: 100.5)
                == [.playing(revision: 2, now: 300)])
    }

    @Test("R2: a silent engine stays so while its connection is made anew")
    func silentAndRenewed() {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.engine(.silent), at: 100.5)
        _ = relay.receive(.engine(.disconnected), at: 100.5)
        #expect(relay.told(.engine(.connected), at: 100.5) == [.unknown("engine silent")])
        #expect(relay.told(.engine(.heard(bootB)), at: 100.5) == [.unknown("engine restarting")])
    }

    @Test("R2: what could not be read may have been a state")
    func notUnderstood() {
        var relay = RelayCore.knowing(.playing())
        let unknown = FaceState.unknown("engine not understood")
        #expect(
            relay.receive(.notUnderstood, at: 100.5)
                == [.ask(.status(2)), .publish(unknown, face: face)])
        #expect(
            relay.told(.answered(.status(2), .state(.playing())), at: 100.5)
                == [.playing(now: 300)])
    }

    @Test(
        "R2: an answer that is no state is not understood, and is asked for again each second",
        arguments: [
            RelayCore.Event.answered(.status(1), .problem(Problem(.unsupported, "what?"))),
            .answered(.status(1), .receipt(.ofMaze(true))),
            .failed(.status(1), Problem(.malformed, "no state", field: "boot")),
        ])
    func wrongAnswer(_ event: RelayCore.Event) {
        var relay = RelayCore.started()
        _ = relay.receive(.engine(.connected), at: 100)
        #expect(
            relay.receive(event, at: 100.5)
                == [.publish(.unknown("engine not understood"), face: face)])
        #expect(relay.receive(.tick, at: 101) == [.ask(.vitals), .ask(.status(2))])
    }

    @Test("R3: a state sent later than it came has its `now` carried forward, the receipt's too")
    func carriedForward() {
        let receipt = SoloReceipt.ofMaze(true, now: 302)
        var relay = RelayCore.knowing(.empty(revision: 3, now: 302, receipt: receipt))
        let told = relay.told(
            .handed(item("air", .onAir(true)), by: face, take: 1), at: 140.25)
        #expect(told.map(\.now) == [342.25])
        #expect(told.map(\.receipt) == [.ofMaze(true, now: 342.25)])
    }

    @Test("R3: an engine that gave no clock is given none")
    func noClock() {
        var relay = RelayCore.knowing(.playing(now: nil))
        let told = relay.told(.state(.playing(revision: 2, now: nil)), at: 101)
        #expect(told == [.playing(revision: 2, now: nil)])
    }

    @Test("R4: another `now` alone sends nothing, and neither does time")
    func nothingNew() {
        let receipt = SoloReceipt.ofMaze(true, now: 302)
        var relay = RelayCore.knowing(.empty(revision: 3, now: 302, receipt: receipt))
        let later = SoloState.empty(revision: 3, now: 305, receipt: .ofMaze(true, now: 305))
        #expect(relay.receive(.state(later), at: 100.5) == [])
        for second in 101...110 { #expect(relay.told(.tick, at: Double(second)) == []) }
    }

    @Test("R4: what has changed goes out with a fresh `now`, to each face")
    func changed() {
        var relay = RelayCore.knowing(.playing(), faces: [face, phone])
        let longer = FaceState.playing(revision: 2, now: 310, expiresAt: 1_200)
        #expect(
            relay.receive(
                .state(.playing(revision: 2, now: 310, expiresAt: 1_200)), at: 100.5)
                == [.publish(longer, face: face), .publish(longer, face: phone)])
    }
}

import EngineCore
import Messages
import Testing

/// What a player's inputs go through on their way to the controller.
struct InputTests {
    private static func press(_ name: String) -> Event { .player(.press(name), of: one) }
    private static func release(_ name: String) -> Event { .player(.release(name), of: one) }
    private static func stroke(_ name: String, isPress: Bool = true) -> Effect {
        .stroke(Stroke(one, name, isPress: isPress))
    }

    @Test("E9: an input is in the journal before it is pressed, and only its first press waits")
    func journaledBeforePressed() {
        var bench = Bench.playing()
        #expect(
            bench.receive(Self.press("Right"), at: 11) == [
                .journal(WriteID(2), [.holding(["Right"], on: memory)])
            ])
        #expect(bench.receive(.journaled(WriteID(2)), at: 11.1) == [Self.stroke("Right")])
        #expect(
            bench.receive(Self.release("Right"), at: 12) == [
                Self.stroke("Right", isPress: false)
            ])
        #expect(bench.receive(Self.press("Right"), at: 13) == [Self.stroke("Right")])
    }

    @Test("E9: inputs keep their order, and those that wait share one batch")
    func batchesKeepOrder() {
        var bench = Bench.playing()
        _ = bench.receive(Self.press("a"), at: 11)
        for event in [Self.release("a"), Self.press("c"), Self.press("b")] {
            #expect(bench.receive(event, at: 11) == [])
        }
        #expect(
            bench.receive(.journaled(WriteID(2)), at: 11.1) == [
                Self.stroke("a"), Self.stroke("a", isPress: false),
                .journal(WriteID(3), [.holding(["b", "c"], on: memory)]),
            ])
        #expect(
            bench.receive(.journaled(WriteID(3)), at: 11.2) == [
                Self.stroke("c"), Self.stroke("b"),
            ])
    }

    @Test("E9: an input that cannot be journaled is not pressed, and the player is told")
    func notJournaledNotPressed() {
        var bench = Bench.playing()
        _ = bench.receive(Self.press("Right"), at: 11)
        _ = bench.receive(Self.release("Right"), at: 11)
        #expect(
            bench.receive(.notJournaled(WriteID(2), reason: "disk full"), at: 11.1) == [
                .tellPlayer(
                    Stroke(one, "Right", isPress: true),
                    refusal: "the journal cannot be written: disk full")
            ])
        #expect(
            bench.receive(Self.press("Right"), at: 12) == [
                .journal(WriteID(3), [.holding(["Right"], on: memory)])
            ])
    }

    @Test("E11: nothing of an ended session reaches the controller, from player, journal or timer")
    func endedGeneration() {
        var bench = Bench.playing()
        bench.settle(.player(.tap("space", lasting: 30), of: one), at: 12)
        _ = bench.receive(Self.press("Up"), at: 13)
        bench.settle(stop(.session(one), id: "k1"), at: 20)
        bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 20.1)
        var effects = bench.receive(.journaled(WriteID(3)), at: 20.2)
        effects += bench.receive(Self.press("space"), at: 20.3)
        effects += bench.receive(.tick, at: 42)
        #expect(effects.strokes == [])
    }

    @Test("E11: a name that is in the journal but was not pressed yet is released, too")
    func releasesWhatTheJournalNames() {
        var bench = Bench.playing()
        bench.settle(Self.press("Up"), at: 12)
        _ = bench.receive(Self.press("Down"), at: 13)
        #expect(bench.settle(.tick, at: 70).orders == [["Down", "Up"]])
    }

    @Test("E11: only the session in the slot is admitted")
    func admitsOneSession() {
        var bench = Bench.playing()
        #expect(bench.settle(stop(.session(one), id: "k1"), at: 20).first == .admit(nil))
        bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 20.1)
        let start = bench.settle(
            .request(.start(chess), key: key("s2"), token: token(1)), at: 21)
        #expect(start.first == .admit(two))
        #expect(bench.settle(.player(.press("a"), of: one), at: 22) == [])
    }

    @Test("A tap is let go when its time is over")
    func tapEnds() {
        var bench = Bench.playing()
        bench.settle(.player(.tap("space", lasting: 0.5), of: one), at: 12)
        #expect(bench.core.deadline == 12.5)
        #expect(bench.receive(.tick, at: 12.4) == [])
        #expect(bench.receive(.tick, at: 12.5) == [Self.stroke("space", isPress: false)])
        #expect(bench.receive(.tick, at: 13) == [])
    }

    @Test("A plain press takes a tap's end away")
    func pressOutlastsTap() {
        var bench = Bench.playing()
        bench.settle(.player(.tap("space", lasting: 0.5), of: one), at: 12)
        bench.settle(Self.press("space"), at: 12.2)
        #expect(bench.receive(.tick, at: 13) == [])
    }

    @Test("What the controller took is published, and told to the player that still plays")
    func tookIsPublished() {
        var bench = Bench.playing()
        let down = Stroke(one, "Right", isPress: true)
        #expect(
            bench.receive(.took(down), at: 12) == [
                .publishInput(SoloInput(session: one, press: "Right", now: 12)),
                .tellPlayer(down, refusal: nil),
            ])
        #expect(
            bench.receive(.refused(down, reason: "no such key"), at: 13) == [
                .tellPlayer(down, refusal: "no such key")
            ])
        bench.settle(stop(.session(one), id: "k1"), at: 20)
        #expect(
            bench.receive(.took(down), at: 20) == [
                .publishInput(SoloInput(session: one, press: "Right", now: 20))
            ])
        #expect(bench.receive(.refused(down, reason: "no such key"), at: 20) == [])
    }

    @Test(
        "E13: what is no input is refused",
        arguments: [
            PlayerInput.press(""), .press("two words"), .press("bell\u{7}"),
            .press(String(repeating: "x", count: 65)), .release("Right"),
            .tap("space", lasting: 0), .tap("space", lasting: 61), .tap("space", lasting: .nan),
        ])
    func refusesNonsense(input: PlayerInput) {
        var bench = Bench.playing()
        let effects = bench.receive(.player(input, of: one), at: 12)
        #expect(effects.count == 1)
        guard case .tellPlayer(_, let refusal) = effects.first else {
            Issue.record("not told")
            return
        }
        #expect(refusal != nil)
    }

    @Test("E13: a flood of presses is cut to 200 a second; a release is never held up")
    func floodIsCut() {
        var bench = Bench.playing()
        bench.settle(Self.press("a"), at: 11)
        var taken = 0
        for _ in 0..<1_000 {
            taken += bench.receive(Self.press("a"), at: 11).strokes.count
        }
        #expect(taken == 199)
        #expect(bench.receive(Self.release("a"), at: 11).strokes.count == 1)
        #expect(bench.receive(Self.press("a"), at: 12).strokes.count == 1)
    }

    @Test("E13: different inputs and inputs that wait are bounded, and a Stop is not held up")
    func everythingIsBounded() {
        var bench = Bench.playing()
        for number in 0..<1_000 {
            _ = bench.receive(Self.press("key\(number)"), at: 11 + Double(number) / 100)
        }
        let effects = bench.settle(stop(.session(one), id: "k1"), at: 30)
        #expect(effects.orders.map(\.count) == [1])
        var free = Bench.playing()
        for number in 0..<1_000 {
            free.settle(Self.press("key\(number)"), at: 11 + Double(number) / 100)
        }
        #expect(free.settle(stop(.session(one), id: "k1"), at: 30).orders.map(\.count) == [128])
    }
}

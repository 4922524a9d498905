import EngineCore
import Messages
import Testing

/// The dead man, and the engine's own end.
struct LifeTests {
    /// An engine with an open session, ticked each quarter of a second as its process would.
    private static func run(
        _ bench: inout Bench, from start: Seconds, through end: Seconds,
        asked: (Seconds) -> Bool = { _ in false }
    ) -> Seconds? {
        var now = start
        while now <= end {
            if asked(now) { _ = bench.receive(.vitalsAsked, at: now) }
            if bench.receive(.tick, at: now).first == .admit(nil) { return now }
            now += 0.25
        }
        return nil
    }

    @Test("E14: 15 s without vitals.get close the session, counted from its start")
    func deadManFromStart() {
        var bench = Bench.playing(deadMan: 15)
        #expect(Self.run(&bench, from: 10, through: 60) == 25)
        let back = bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 25.1)
        #expect(back.receipts.map(\.cause) == [.unreachable])
    }

    @Test("E14: each vitals.get starts the count again")
    func deadManFromLastAsked() {
        var bench = Bench.playing(deadMan: 15)
        #expect(Self.run(&bench, from: 10, through: 68) { $0 <= 30 } == 45)
    }

    @Test("E14: only the engine's own running time counts: not a gap, and not a suspended machine")
    func deadManLeavesGapsOut() {
        var bench = Bench.playing(deadMan: 15)
        #expect(Self.run(&bench, from: 10, through: 20) == nil)
        #expect(Self.run(&bench, from: 50, through: 54.25) == nil)
        #expect(Self.run(&bench, from: 54.5, through: 60) == 54.5)
    }

    @Test("E14: what is queued is read first: a vitals.get after a gap is in time")
    func deadManReadsQueueFirst() {
        var bench = Bench.playing(deadMan: 15)
        #expect(Self.run(&bench, from: 10, through: 24.75) == nil)
        #expect(bench.receive(.vitalsAsked, at: 25.5) == [])
        #expect(bench.receive(.tick, at: 25.5) == [])
        #expect(Self.run(&bench, from: 25.75, through: 60) == 40.5)
    }

    @Test("E14: it is switched off by name only, and stands still while nothing is open")
    func deadManOff() {
        var off = Bench.playing(deadMan: nil)
        #expect(Self.run(&off, from: 10, through: 69) == nil)
        var idle = Bench(deadMan: 15)
        #expect(Self.run(&idle, from: 0, through: 40) == nil)
        idle.settle(.request(.start(chess), key: key("s1"), token: token(1)), at: 40.25)
        #expect(Self.run(&idle, from: 40.25, through: 90) == 55.25)
    }

    @Test("E14: the deadline tells when to look next")
    func deadManDeadline() {
        var bench = Bench.playing(deadMan: 15)
        #expect(bench.core.deadline == 25)
        _ = bench.receive(.vitalsAsked, at: 12)
        // 2 s passed since the start, of which half a second at most can have been run through.
        #expect(bench.core.deadline == 27)
    }

    @Test("E4: the order to end closes the session, then waits for receipt and player")
    func shutdownWaits() {
        var bench = Bench.playing()
        bench.settle(.player(.press("Right"), of: one), at: 15)
        #expect(bench.settle(.shutdown, at: 20).orders == [["Right"]])
        let back = bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 20.1)
        #expect(back.receipts.map(\.cause) == [.shutdown])
        #expect(back.last != .exit(unconfirmed: false))
        #expect(
            bench.settle(.playerEnded(one, reason: nil), at: 20.2) == [
                .exit(unconfirmed: false)
            ])
        #expect(bench.receive(.tick, at: 21) == [])
    }

    @Test("E4: a player that does not die holds the end up for two graces at most")
    func shutdownBesideStubbornPlayer() {
        var bench = Bench.playing()
        bench.settle(.shutdown, at: 20)
        bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 20.1)
        #expect(bench.receive(.tick, at: 21) == [.killPlayer(one)])
        #expect(bench.receive(.tick, at: 22) == [.exit(unconfirmed: false)])
    }

    @Test("G5: an engine that could not let go says so as it ends")
    func shutdownUnconfirmed() {
        var bench = Bench.stuck()
        bench.settle(.playerEnded(one, reason: nil), at: 21)
        #expect(bench.settle(.shutdown, at: 21.1).orders == [["Right"]])
        #expect(
            bench.settle(.readBack(ReleaseID(2), of: memory, shown: ["Right"]), at: 21.2) == [
                .exit(unconfirmed: true)
            ])
    }

    @Test("E8: a Stop that waits for the journal is answered before the end")
    func shutdownAnswersStops() {
        var bench = Bench.playing()
        _ = bench.receive(stop(.session(one), id: "k1"), at: 20)
        _ = bench.receive(.shutdown, at: 20)
        _ = bench.receive(.playerEnded(one, reason: nil), at: 20)
        _ = bench.receive(.readBack(ReleaseID(1), of: memory, shown: []), at: 20.1)
        #expect(bench.receive(.journaled(WriteID(3)), at: 20.1).receipts.count == 1)
        let last = bench.receive(.journaled(WriteID(2)), at: 20.15)
        #expect(last.replies.count == 1)
        #expect(last.last == .exit(unconfirmed: false))
    }

    @Test("E2: nothing starts once the end is ordered, and an idle engine ends at once")
    func nothingStartsAtTheEnd() {
        var bench = Bench.closing()
        bench.settle(.shutdown, at: 20.1)
        let start = Event.request(.start(chess), key: key("s2"), token: token(1))
        #expect(bench.receive(start, at: 20.2).problem?.type == .busy)
        var idle = Bench()
        #expect(idle.receive(.shutdown, at: 1) == [.exit(unconfirmed: false)])
    }
}

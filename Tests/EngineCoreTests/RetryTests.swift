import EngineCore
import Messages
import Testing

/// What goes on after a release that is not confirmed.
struct RetryTests {
    @Test("E6: the engine tries again by itself, with pauses from 0.2 to 5 s")
    func retriesWithBackOff() {
        var bench = Bench.stuck()
        bench.settle(.playerEnded(one, reason: nil), at: 21)
        var now = 21.0
        for (number, pause) in [0.2, 0.4, 0.8, 1.6, 3.2, 5, 5].enumerated() {
            let id = ReleaseID(number + 2)
            #expect(bench.core.deadline == now + pause)
            now += pause
            #expect(
                bench.receive(.tick, at: now) == [
                    .release(id, of: memory, inputs: ["Right"])
                ])
            #expect(bench.receive(.readBack(id, of: memory, shown: ["Right"]), at: now) == [])
        }
    }

    @Test("E6: a silent controller is asked again, too")
    func retriesAfterSilence() {
        var bench = Bench.closing(holding: ["Right"])
        bench.settle(.tick, at: 22)
        #expect(bench.settle(.tick, at: 22.2).orders == [["Right"]])
        #expect(bench.settle(.tick, at: 24.2).receipts == [])
        #expect(bench.settle(.tick, at: 24.6).orders == [["Right"]])
    }

    @Test("E6: a further Stop tries at once, and shortens the next pause again")
    func furtherStopTriesAtOnce() {
        var bench = Bench.stuck()
        bench.settle(.playerEnded(one, reason: nil), at: 21)
        let further = bench.settle(stop(.session(one), id: "k2"), at: 21.1)
        #expect(further.orders == [["Right"]])
        #expect(further.receipts.map(\.stops) == [[asked("k1"), asked("k2")]])
        guard case .receipt(let answer) = further.replies.first else {
            Issue.record("no receipt")
            return
        }
        #expect(answer.released == false)
        bench.settle(.readBack(ReleaseID(2), of: memory, shown: ["Right"]), at: 21.2)
        #expect(bench.core.deadline == 21.4)
    }

    @Test("E6: the same Stop asked again tries at once, too")
    func sameStopTriesAtOnce() {
        var bench = Bench.stuck()
        #expect(bench.settle(stop(.session(one), id: "k1"), at: 21.1).orders == [["Right"]])
        #expect(bench.settle(stop(.session(one), id: "k1"), at: 21.15).orders == [])
    }

    @Test("E6: a clean read-back makes a new receipt for every session whose last was not true")
    func cleanReadBackMakesReceipts() {
        var bench = Bench.stuck()
        bench.settle(
            .request(.dismiss(SoloDismiss(why: "I see it")), key: key("d1"), token: token(5)),
            at: 21.1)
        bench.settle(.request(.start(chess), key: key("s2"), token: token(1)), at: 21.15)
        bench.settle(stop(.session(two), id: "k2"), at: 30)
        bench.settle(.readBack(ReleaseID(2), of: memory, shown: ["Right"]), at: 30.1)
        bench.settle(stop(.session(two), id: "k2"), at: 30.2)
        let clean = bench.settle(.readBack(ReleaseID(3), of: memory, shown: []), at: 30.3)
        #expect(clean.receipts.map(\.session) == [one, two])
        #expect(clean.receipts.map(\.released) == [true, true])
        #expect(clean.receipts.map(\.stops) == [[asked("k1")], [asked("k2")]])
        #expect(bench.state(at: 31)?.receipt?.session == two)
        #expect(bench.settle(.tick, at: 60).orders == [])
    }

    @Test("E6: a read-back that comes after the 2 s still counts")
    func lateReadBackCounts() {
        var bench = Bench.closing(holding: ["Right"])
        bench.settle(.tick, at: 22)
        let late = bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 22.1)
        #expect(late.receipts.map(\.released) == [true])
        #expect(late.receipts.map(\.cause) == [.stop])
    }

    @Test("E6: a clean read-back that comes while a false receipt is being written ends no tries")
    func cleanWhileWriting() {
        var bench = Bench.closing(holding: ["Right"])
        _ = bench.receive(.tick, at: 22)
        _ = bench.receive(.readBack(ReleaseID(1), of: memory, shown: []), at: 22.05)
        _ = bench.receive(.journaled(WriteID(5)), at: 22.1)
        let late = bench.receive(.journaled(WriteID(4)), at: 22.1)
        #expect(late.receipts.map(\.released) == [false])
        #expect(bench.settle(.tick, at: 22.3).orders == [[]])
        let clean = bench.settle(.readBack(ReleaseID(2), of: memory, shown: []), at: 22.4)
        #expect(clean.receipts.map(\.released) == [true])
    }

    @Test("E6: a failure that comes late says nothing about the try that is under way")
    func lateFailureIsIgnored() {
        var bench = Bench.closing(holding: ["Right"])
        bench.settle(.tick, at: 22)
        bench.settle(.tick, at: 22.2)
        bench.settle(stop(.nothing, id: "k2"), at: 22.3)
        let late = Event.notReadBack(ReleaseID(1), of: memory, reason: "display gone")
        #expect(bench.settle(late, at: 22.4) == [])
        let clean = bench.settle(.readBack(ReleaseID(2), of: memory, shown: []), at: 22.5)
        #expect(clean.receipts.map(\.session) == [one, nil])
        #expect(clean.receipts.map(\.released) == [true, true])
    }

    @Test("E5: a read-back asked for before a later session proves nothing about that one")
    func staleReadBackDoesNotCount() {
        var bench = Bench.stuck()
        bench.settle(
            .request(.dismiss(SoloDismiss(why: "I see it")), key: key("d1"), token: token(5)),
            at: 21.1)
        bench.settle(.tick, at: 21.2)
        bench.settle(.request(.start(chess), key: key("s2"), token: token(1)), at: 21.25)
        bench.settle(.player(.press("Left"), of: two), at: 21.3)
        bench.settle(stop(.session(two), id: "k2"), at: 21.4)
        #expect(bench.settle(.readBack(ReleaseID(2), of: memory, shown: []), at: 21.5) == [])
        let held = bench.settle(.readBack(ReleaseID(3), of: memory, shown: ["Left"]), at: 21.6)
        #expect(held.receipts.map(\.released) == [false])
    }

    @Test("E5, E6: beside an open session the tries spare its inputs, which are ours all the same")
    func triesSpareTheOpenSession() {
        var bench = Bench.stuck()
        bench.settle(
            .request(.dismiss(SoloDismiss(why: "I see it")), key: key("d1"), token: token(5)),
            at: 21.1)
        bench.settle(.request(.start(chess), key: key("s2"), token: token(1)), at: 21.15)
        bench.settle(.player(.press("Right"), of: two), at: 21.16)
        bench.settle(.player(.press("Up"), of: two), at: 21.17)
        #expect(bench.settle(.tick, at: 21.2).orders == [[]])
        let held = bench.settle(
            .readBack(ReleaseID(2), of: memory, shown: ["Right", "Up"]), at: 21.25)
        #expect(held.receipts == [])
        #expect(bench.settle(.tick, at: 21.65).orders == [[]])
        let open = bench.settle(.readBack(ReleaseID(3), of: memory, shown: ["Up"]), at: 21.7)
        #expect(open.receipts == [])
        bench.settle(.tick, at: 22.5)
        let clean = bench.settle(.readBack(ReleaseID(4), of: memory, shown: ["a"]), at: 22.6)
        #expect(clean.receipts.map(\.session) == [one])
        #expect(clean.receipts.map(\.released) == [true])
        #expect(clean.receipts.map(\.heldByOthers) == [["a"]])
        #expect(bench.settle(stop(.session(two), id: "k2"), at: 30).orders == [["Right", "Up"]])
    }

    @Test("E6: a further Stop about nothing gets a receipt of its own moment, true or not")
    func furtherStopAboutNothing() {
        var bench = Bench()
        bench.settle(stop(.nothing, id: "k1"), at: 5)
        bench.settle(
            .notReadBack(ReleaseID(1), of: memory, reason: "no display"), at: 5.1)
        let again = bench.settle(stop(.nothing, id: "k2"), at: 5.2)
        #expect(again.orders == [[]])
        #expect(again.receipts == [])
        let back = bench.settle(.readBack(ReleaseID(2), of: memory, shown: []), at: 5.3)
        #expect(back.receipts.map(\.stops) == [[asked("k1"), asked("k2")]])
        #expect(back.receipts.map(\.released) == [true])
    }
}

import EngineCore
import Messages
import Testing

/// What a Stop is about, and what it is answered.
struct StopTests {
    private static let stopping = SoloStopping(
        session: one, boot: boot, revision: 3, stage: .closing)

    @Test(
        "E7: with a session open, its own name and none at all close it",
        arguments: [StopTarget.session(one), .whateverRuns])
    func closesWhatIsOpen(target: StopTarget) {
        var bench = Bench.playing()
        let effects = bench.settle(stop(target, id: "k1"), at: 20)
        #expect(effects.replies == [.stopping(Self.stopping)])
        #expect(bench.state(at: 20)?.open == false)
    }

    @Test(
        "E7: with a session open, another name or null touches nothing, and names it",
        arguments: [StopTarget.session("elsewhere-1"), .nothing])
    func leavesOtherSessionOpen(target: StopTarget) {
        var bench = Bench.playing()
        let effects = bench.receive(stop(target, id: "k1"), at: 20)
        #expect(effects.count == 1)
        #expect(effects.problem?.type == .notFound)
        #expect(effects.problem?.session == one)
        #expect(effects.problem?.boot == boot)
        #expect(effects.problem?.revision == 2)
        #expect(bench.state(at: 20)?.open == true)
    }

    @Test(
        "E7: with a session closing, a Stop is about it",
        arguments: [StopTarget.session(one), .nothing, .whateverRuns])
    func joinsClosing(target: StopTarget) {
        var bench = Bench.closing()
        let effects = bench.settle(stop(target, id: "k2"), at: 20.1)
        #expect(effects == [.reply(.stopping(Self.stopping), to: token(9))])
        let back = bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 21)
        #expect(back.receipts.map(\.stops) == [[asked("k1"), asked("k2")]])
    }

    @Test("E7: a known session that has ended answers by its newest receipt")
    func answersByReceipt() {
        var bench = Bench.closing()
        bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 21)
        let effects = bench.settle(stop(.session(one), id: "k2"), at: 30)
        let sent = receipt(
            stops: ["k1", "k2"], revision: 5, now: 30,
            made: SoloReceipt.Made(boot: boot, revision: 4, now: 21))
        #expect(
            effects == [
                .publishReceipt(sent),
                .publish(state(revision: 5, now: 30, receipt: sent)),
                .reply(.receipt(sent), to: token(9)),
            ])
    }

    @Test("E7: a known session that has ended answers so whatever else is open by now")
    func touchesOnlyItsSession() {
        var bench = Bench.closing()
        bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 21)
        bench.settle(.request(.start(chess), key: key("s2"), token: token(2)), at: 25)
        let effects = bench.settle(stop(.session(one), id: "k2"), at: 30)
        guard case .receipt(let sent) = effects.replies.first else {
            Issue.record("no receipt")
            return
        }
        #expect(sent.session == one)
        #expect(bench.state(at: 30)?.session?.id == two)
    }

    @Test(
        "E7: with nothing there, the engine releases and reads back, and says so",
        arguments: [StopTarget.session("elsewhere-1"), .nothing, .whateverRuns])
    func readsBackWithNothingOpen(target: StopTarget) {
        var bench = Bench()
        let effects = bench.settle(stop(target, id: "k1"), at: 5)
        #expect(
            effects == [
                .release(ReleaseID(1), of: memory, inputs: []),
                .reply(
                    .stopping(
                        SoloStopping(session: nil, boot: boot, revision: 1, stage: .closing)),
                    to: token(9)),
            ])
        let sent = receipt(nil, cause: .noneOpen, stops: ["k1"], revision: 2, now: 5.5)
        #expect(
            bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 5.5) == [
                .publishReceipt(sent), .publish(state(revision: 2, now: 5.5, receipt: sent)),
            ])
    }

    @Test(
        "E7: Stops about nothing share a read-back that is under way, and each later one has its own"
    )
    func momentsAreShared() {
        var bench = Bench()
        bench.settle(stop(.nothing, id: "k1"), at: 5)
        #expect(bench.settle(stop(.nothing, id: "k2"), at: 5.1).orders.isEmpty)
        let both = bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 5.5)
        #expect(both.receipts.map(\.stops) == [[asked("k1"), asked("k2")]])
        #expect(bench.settle(stop(.nothing, id: "k3"), at: 9).orders == [[]])
        let later = bench.settle(.readBack(ReleaseID(2), of: memory, shown: []), at: 9.5)
        #expect(later.receipts.map(\.stops) == [[asked("k3")]])
    }

    @Test("E2, E7: nothing starts while a Stop about nothing is under way")
    func nothingStartsBesideStop() {
        var bench = Bench()
        let start = Event.request(.start(chess), key: key("s1"), token: token(1))
        _ = bench.receive(stop(.nothing, id: "k1"), at: 5)
        #expect(bench.receive(start, at: 5).problem?.type == .busy)
        bench.settle(.journaled(WriteID(1)), at: 5.1)
        let again = Event.request(.start(chess), key: key("s2"), token: token(1))
        #expect(bench.receive(again, at: 5.2).problem?.type == .busy)
    }

    @Test("E8: a Stop is journaled before anything else is done; the same one waits with it")
    func journalComesFirst() {
        var bench = Bench.playing()
        let first = bench.receive(stop(.whateverRuns, id: "k1"), at: 20)
        #expect(first == [.journal(WriteID(2), [.asked(asked("k1"), about: .session(one))])])
        #expect(bench.receive(stop(.whateverRuns, id: "k1", token: 10), at: 20.05) == [])
        #expect(bench.state(at: 20.05)?.open == true)
        let effects = bench.receive(.journaled(WriteID(2)), at: 20.1)
        #expect(
            effects.suffix(2) == [
                .reply(.stopping(Self.stopping), to: token(9)),
                .reply(.stopping(Self.stopping), to: token(10)),
            ])
    }

    @Test("E8: seen again, a Stop is about the same session and answered by what is true now")
    func seenAgain() {
        var bench = Bench.closing()
        let again = stop(.whateverRuns, id: "k1")
        #expect(bench.receive(again, at: 20.1).replies == [.stopping(Self.stopping)])
        bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 21)
        bench.settle(.request(.start(chess), key: key("s2"), token: token(2)), at: 25)
        let made = SoloReceipt.Made(boot: boot, revision: 4, now: 21)
        let sent = receipt(stops: ["k1"], revision: 5, now: 30, made: made)
        #expect(bench.receive(again, at: 30) == [.reply(.receipt(sent), to: token(9))])
        #expect(bench.state(at: 30)?.session?.id == two)
    }

    @Test("E8: a Stop's content is not compared")
    func contentIsNotCompared() {
        var bench = Bench.closing()
        let again = stop(.session("elsewhere-1"), id: "k1")
        #expect(bench.receive(again, at: 20.1).replies == [.stopping(Self.stopping)])
    }

    @Test("E8: a problem is not remembered; the Stop is judged again when it comes again")
    func problemIsNotRemembered() {
        var bench = Bench.playing()
        #expect(bench.receive(stop(.nothing, id: "k1"), at: 20).problem != nil)
        bench.settle(stop(.session(one), id: "k2"), at: 21)
        bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 22)
        let effects = bench.settle(stop(.nothing, id: "k1"), at: 23)
        #expect(effects.orders == [[]])
    }

    @Test("E8: what a Stop is about is decided when it comes, though the session ends meanwhile")
    func decidedOnArrival() {
        var bench = Bench.playing()
        _ = bench.receive(stop(.whateverRuns, id: "k1"), at: 69.95)
        #expect(bench.receive(.tick, at: 70).first == .admit(nil))
        let effects = bench.receive(.journaled(WriteID(2)), at: 70.05)
        #expect(effects == [.reply(.stopping(Self.stopping), to: token(9))])
        let back = bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 71)
        #expect(back.receipts.map(\.cause) == [.deadline])
        #expect(back.receipts.map(\.stops) == [[asked("k1")]])
    }

    @Test("E8: a Stop catches a session whose start is still on its way into the journal")
    func stopsUnannouncedSession() {
        var bench = Bench()
        _ = bench.receive(.request(.start(chess), key: key("s1"), token: token(1)), at: 10)
        _ = bench.receive(stop(.whateverRuns, id: "k1"), at: 10.01)
        let started = bench.receive(.journaled(WriteID(2)), at: 10.02)
        #expect(started.first == .admit(nil))
        #expect(started.orders == [[]])
        let answered = bench.receive(.journaled(WriteID(1)), at: 10.03)
        #expect(answered.count == 1)
        #expect(bench.state(at: 10.03)?.open == false)
    }
}

import Messages
import Testing

@testable import FaceCore

@Suite("The bar: Stop, its line and its settling")
struct SoloBarStopTests {
    @Test("F4: Stop names the session on the screen")
    func namesSession() {
        var bar = bar(after: .open("s"))
        #expect(bar.askStop("stop", view: "v") == SoloStop(.session("s"), view: "v"))
        #expect(bar.stopLine == .requested)
    }

    @Test("F4: pressed while the state is unknown it leaves the session out")
    func namesNone() {
        var fresh = SoloBar()
        #expect(fresh.askStop("stop", view: "v").target == .whateverRuns)
        var lost = bar(after: .open("s"), .unknown())
        #expect(lost.askStop("stop", view: "v").target == .whateverRuns)
        var silent = bar(after: .open("s"))
        silent.lose(.silent)
        #expect(silent.askStop("stop", view: "v").target == .whateverRuns)
    }

    @Test("F4: where nothing is open and nothing stands there, it names none")
    func namesNothing() {
        var nothing = bar(after: .closed(nil))
        #expect(nothing.askStop("stop", view: "v").target == .nothing)
        var ended = bar(after: .open("s"), .closed(.of("s", cause: .deadline)))
        #expect(ended.askStop("stop", view: "v").target == .nothing)
    }

    @Test("F4: on a closed one it names the session of the receipt whose line stands there")
    func namesReceipts() {
        var receipt = bar(after: .closed(.of("old", released: false)))
        #expect(receipt.stopLine == .notReleased)
        #expect(receipt.askStop("stop", view: "v").target == .session("old"))
        var noSession = bar(after: .closed(.of(nil, released: false)))
        #expect(noSession.askStop("stop", view: "v").target == .nothing)
    }

    @Test("F4: on a closed one it names the session of the Stop whose line stands there")
    func namesStops() {
        var bar = bar(after: .open("s"))
        _ = bar.askStop("one", view: "v")
        _ = bar.hear(.closed(nil), at: 2)
        #expect(bar.askStop("two", view: "v").target == .session("s"))
        _ = bar.hear(.closed(nil, answered: [.stop("two", released: false)]), at: 3)
        #expect(bar.stopLine == .notConfirmed(error: nil))
        #expect(bar.askStop("three", view: "v").target == .session("s"))
    }

    @Test("F4: the session that an answer names is the one that a further Stop names")
    func namesAnswers() {
        var bar = SoloBar()
        _ = bar.askStop("one", view: "v")
        _ = bar.hear(.closed(nil, answered: [.stop("one", session: "t", released: false)]), at: 1)
        #expect(bar.askStop("two", view: "v").target == .session("t"))
    }

    @Test("F4: an earlier Stop about nobody knows what, and nothing open: it names none")
    func namesNoneAfterUnknown() {
        var bar = SoloBar()
        _ = bar.askStop("one", view: "v")
        _ = bar.hear(.closed(nil), at: 1)
        #expect(bar.askStop("two", view: "v").target == .nothing)
    }

    @Test("F4: a session that has left the slot without a receipt can still be stopped by name")
    func closing() {
        let before = SoloReceipt.of("older", made: 1)
        var bar = bar(after: .open("s", receipt: before), .closed(before))
        #expect(bar.canStop)
        #expect(bar.stopLine == nil)
        #expect(bar.askStop("stop", view: "v").target == .session("s"))
    }

    @Test(
        "F4: Stop can be pressed while something runs, is unknown, unsettled or not confirmed",
        arguments: [
            (bar(after: .open()), true),
            (SoloBar(), true),
            (bar(after: .open(), .unknown()), true),
            (bar(after: .closed(.of("s", released: false))), true),
            (bar(after: .closed(nil)), false),
            (bar(after: .closed(.of("s"))), false),
            (bar(after: .open(), .closed(.of("s"))), false),
        ])
    func canStop(bar: SoloBar, canStop: Bool) {
        #expect(bar.canStop == canStop)
        #expect(bar.isThere == canStop)
    }

    @Test("F5: an answer counts for the request whose id it carries, and for no other")
    func otherAnswers() {
        var bar = bar(after: .open())
        _ = bar.askStop("stop", view: "v")
        let before = bar
        let settles = bar.hear(
            .closed(.of("s"), answered: [.stop("other", released: true), .more("stop")]), at: 1)
        #expect(settles == nil)
        #expect(bar.stopLine == .requested)
        #expect(bar.stop == before.stop)
    }

    @Test("F5: neither a false release nor an error ends the asking; a later receipt settles it")
    func laterReceipt() {
        var bar = bar(after: .open())
        _ = bar.askStop("stop", view: "v")
        _ = bar.hear(.open(answered: [.stop(error: "engine unreachable")]), at: 1)
        #expect(bar.stopLine == .notConfirmed(error: "engine unreachable"))
        #expect(bar.canStop)
        let refused = SoloReceipt.of("s", released: false)
        _ = bar.hear(.closed(refused, answered: [.stop(released: false)]), at: 2)
        #expect(bar.stopLine == .notConfirmed(error: nil))
        let settled = bar.hear(
            .closed(.of("s", made: 3), revision: 3, answered: [.stop(released: true, revision: 3)]),
            at: 3)
        #expect(settled == "stop")
        #expect(bar.stopLine == .stopped)
    }

    @Test("F5: an answer without an outcome takes none away, nor does a state without answers")
    func outcomeStays() {
        var bar = bar(after: .open())
        _ = bar.askStop("stop", view: "v")
        _ = bar.hear(.open(answered: [.stop(error: "no")]), at: 1)
        _ = bar.hear(.open(answered: [.stop(stage: .taken)]), at: 2)
        #expect(bar.stopLine == .notConfirmed(error: "no"))
        _ = bar.hear(.open(), at: 3)
        #expect(bar.stopLine == .notConfirmed(error: "no"))
        _ = bar.hear(.unknown(), at: 4)
        #expect(bar.stopLine == .notConfirmed(error: "no"))
    }

    @Test("B10: the detail says how far an unsettled Stop is")
    func progress() {
        var bar = bar(after: .open())
        #expect(bar.progress == nil)
        _ = bar.askStop("stop", view: "v")
        #expect(bar.progress == .waiting)
        bar.taken("stop", true)
        #expect(bar.progress == .taken)
        bar.taken("stop", false)
        #expect(bar.progress == .waiting)
        _ = bar.hear(.open(answered: [.stop(stage: .taken)]), at: 1)
        #expect(bar.progress == .taken)
        _ = bar.hear(.closed(nil, answered: [.stop(session: "s", stage: .closing)]), at: 2)
        #expect(bar.progress == .closing)
        _ = bar.hear(.closed(nil, answered: [.stop(session: "s", stage: .readingBack)]), at: 3)
        #expect(bar.progress == .readingBack)
        _ = bar.hear(.closed(nil, answered: [.stop(error: "no")]), at: 4)
        #expect(bar.progress == nil)
    }

    @Test("a session that closed without a Stop: its end, or that it is not released")
    func closedByItself() {
        let open = FaceState.open()
        let ended = bar(after: open, .closed(.of("s", cause: .deadline)))
        #expect(ended.ended == .deadline)
        #expect(ended.stopLine == nil)
        let held = bar(after: open, .closed(.of("s", released: false, cause: .deadline)))
        #expect(held.ended == nil)
        #expect(held.stopLine == .notReleased)
        let another = bar(after: open, .closed(.of("s2", cause: .deadline)))
        #expect(another.ended == nil)
        #expect(bar(after: .closed(.of("s", cause: .deadline))).ended == nil)
    }

    @Test("F9: 10,000 s later an unanswered Stop stands there as asked")
    func noTimer() {
        var bar = bar(after: .open())
        _ = bar.askStop("stop", view: "v")
        _ = bar.hear(.open(), at: 10_000)
        #expect(bar.stopLine == .requested)
        #expect(bar.canStop)
    }
}

import Messages
import Testing

@testable import FaceCore

@Suite("The bar: \"+\"")
struct SoloBarMoreTests {
    private func asked() -> SoloBar {
        var bar = bar(after: .open())
        _ = bar.askMore("+", seconds: 300, at: 1)
        return bar
    }

    @Test("B9: it carries the engine's boot, and until when on the engine's clock it is wanted")
    func carries() {
        var bar = bar(after: .open("s", now: 400))
        #expect(
            bar.askMore("+", seconds: 300, at: 10)
                == SoloExtend(session: "s", seconds: 300, boot: "e1", notAfter: 500))
    }

    @Test("F2: without an engine's clock it is judged on arrival")
    func noClock() {
        var bar = bar(after: .open("s", now: nil))
        #expect(bar.askMore("+", seconds: 300, at: 10)?.notAfter == nil)
    }

    @Test(
        "F3: it is refused while the state is unknown, or nothing is open",
        arguments: [
            (SoloBar(), SoloBar.MoreRefusal.stateUnknown),
            (bar(after: .open(), .unknown()), .stateUnknown),
            (bar(after: .closed(nil)), .nothingOpen),
        ])
    func refused(bar: SoloBar, refusal: SoloBar.MoreRefusal) {
        var bar = bar
        #expect(bar.moreRefusal == refusal)
        let before = bar
        #expect(bar.askMore("+", seconds: 300, at: 1) == nil)
        #expect(bar == before)
    }

    @Test("F3: it is refused while another one is unanswered")
    func unanswered() {
        var bar = asked()
        #expect(bar.moreRefusal == .unanswered)
        #expect(bar.askMore("+2", seconds: 300, at: 2) == nil)
    }

    @Test("F3: it is refused while a Stop for this session is unsettled")
    func stopUnsettled() {
        var bar = bar(after: .open())
        _ = bar.askStop("stop", view: "v")
        #expect(bar.moreRefusal == .stopUnsettled)
    }

    @Test("F10: its answer ends it")
    func answered() {
        var bar = asked()
        _ = bar.hear(.open(answered: [.more("another"), .more(stage: .taken)]), at: 1)
        #expect(bar.moreRefusal == .unanswered)
        _ = bar.hear(.open(answered: [.more()]), at: 2)
        #expect(bar.moreRefusal == nil)
        #expect(bar.moreFailure == nil)
    }

    @Test("F10: an error ends it, and stands until the next one is asked; F9: no timer ends that")
    func error() {
        var bar = asked()
        _ = bar.hear(.open(answered: [.more(error: "past 24 h")]), at: 1)
        #expect(bar.moreFailure == .error("past 24 h"))
        _ = bar.hear(.open(), at: 10_000)
        #expect(bar.moreFailure == .error("past 24 h"))
        _ = bar.askMore("+2", seconds: 300, at: 10_001)
        #expect(bar.moreFailure == nil)
        #expect(bar.moreRefusal == .unanswered)
    }

    @Test("F10: the deadline having moved beyond the one it was pressed on ends it")
    func deadline() {
        var bar = asked()
        _ = bar.hear(.open(expiresAt: 1_000), at: 1)
        #expect(bar.moreRefusal == .unanswered)
        _ = bar.hear(.open(expiresAt: 1_001), at: 2)
        #expect(bar.moreRefusal == nil)
    }

    @Test(
        "F10: the session's close ends it",
        arguments: [FaceState.closed(.of("s")), .open("s2")])
    func close(state: FaceState) {
        var bar = asked()
        _ = bar.hear(state, at: 1)
        #expect(bar.more == nil)
        #expect(bar.moreFailure == nil)
    }

    @Test("F10: its removal from the outbox ends it, and says why")
    func removed() {
        var bar = asked()
        bar.removed("another", reason: .expired)
        #expect(bar.moreRefusal == .unanswered)
        bar.removed("+", reason: .expired)
        #expect(bar.moreRefusal == nil)
        #expect(bar.moreFailure == .notSent(.expired))
    }

    @Test("F10: an unknown state ends nothing")
    func unknown() {
        var bar = asked()
        _ = bar.hear(.unknown(), at: 1)
        _ = bar.hear(.open(), at: 2)
        #expect(bar.moreRefusal == .unanswered)
    }

    @Test("F4: a Stop takes the place of an unanswered one, whose late answer changes nothing")
    func stopTakesItsPlace() {
        var bar = asked()
        _ = bar.askStop("stop", view: "v")
        #expect(bar.more == nil)
        let before = bar
        _ = bar.hear(.open(answered: [.more(error: "late")]), at: 1)
        bar.removed("+", reason: .superseded)
        #expect(bar.moreFailure == nil)
        #expect(bar.stopLine == before.stopLine)
    }
}

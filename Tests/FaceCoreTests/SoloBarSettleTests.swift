import Messages
import Testing

@testable import FaceCore

@Suite("The bar: settled by both facts, in one state")
struct SoloBarSettleTests {
    private func asked(_ state: FaceState = .open()) -> SoloBar {
        var bar = bar(after: state)
        _ = bar.askStop("stop", view: "v")
        return bar
    }

    private let facts = FaceState.closed(.of("s"), answered: [.stop(released: true)])

    @Test("F6: both facts and the answer in one state settle it, and it leaves the outbox once")
    func settled() {
        var bar = asked()
        #expect(bar.hear(facts, at: 1) == "stop")
        #expect(bar.stopLine == .stopped)
        #expect(bar.canStop == false)
        #expect(bar.hear(facts, at: 2) == nil)
        #expect(bar.stopLine == .stopped)
    }

    /// The settling state with one thing missing or wrong.
    static let missing: [(String, FaceState)] = [
        ("open", .open(revision: 2, receipt: .of("s"), answered: [.stop(released: true)])),
        ("no receipt", .closed(nil, answered: [.stop(released: true)])),
        ("held", .closed(.of("s", released: false), answered: [.stop(released: true)])),
        ("not answered", .closed(.of("s"))),
        ("only stopping", .closed(.of("s"), answered: [.stop(session: "s", stage: .closing)])),
        ("answer false", .closed(.of("s"), answered: [.stop(released: false)])),
        ("answer an error", .closed(.of("s"), answered: [.stop(error: "no")])),
        ("boot before", .closed(.of("s"), boot: "e0", answered: [.stop(released: true)])),
        ("revision before", .closed(.of("s"), revision: 1, answered: [.stop(released: true)])),
        (
            "answer of another boot",
            .closed(.of("s"), answered: [.stop(released: true, boot: "e0", revision: 1)])
        ),
        ("unknown", .unknown(answered: [.stop(released: true)])),
    ]

    @Test("F6: with one of them missing it is not settled", arguments: missing)
    func oneMissing(name: String, state: FaceState) {
        var bar = asked()
        #expect(bar.hear(state, at: 1) == nil, "\(name)")
        #expect(bar.stopLine != .stopped, "\(name)")
        #expect(bar.canStop)
        #expect(bar.isThere)
    }

    @Test("F6: the facts of two states settle nothing")
    func twoStates() {
        var bar = asked()
        #expect(bar.hear(.closed(nil, answered: [.stop(released: true)]), at: 1) == nil)
        #expect(bar.hear(.open(revision: 3, receipt: .of("s")), at: 2) == nil)
        #expect(bar.stopLine == .requested)
    }

    @Test("F6: the answer may have come with an earlier state of the same boot")
    func earlierAnswer() {
        var bar = asked()
        _ = bar.hear(.unknown(answered: [.stop(released: true)]), at: 1)
        #expect(bar.stopLine == .requested)
        #expect(bar.hear(.closed(.of("s"), revision: 4), at: 2) == "stop")
    }

    @Test(
        "F6: a later state whose newest receipt is not true takes it away, and one that is gives it back",
        arguments: [SoloReceipt.of("s", released: false, made: 3), nil])
    func takenAway(receipt: SoloReceipt?) {
        var bar = asked()
        _ = bar.hear(facts, at: 1)
        #expect(bar.hear(.closed(receipt, revision: 3), at: 2) == nil)
        #expect(bar.stopLine == (receipt == nil ? nil : .notReleased))
        #expect(bar.canStop == (receipt != nil))
        #expect(bar.isThere)
        _ = bar.hear(.closed(.of("s", made: 4), revision: 4), at: 3)
        #expect(bar.stopLine == .stopped)
    }

    @Test("F7: an unknown state takes it away, and closed alone does not bring it back")
    func unknown() {
        var bar = asked()
        _ = bar.hear(facts, at: 1)
        _ = bar.hear(.unknown(), at: 2)
        #expect(bar.stopLine == nil)
        #expect(bar.canStop)
        _ = bar.hear(.closed(nil), at: 3)
        #expect(bar.stopLine == nil)
        _ = bar.hear(.closed(.of("s")), at: 4)
        #expect(bar.stopLine == .stopped)
    }

    @Test("F7: it neither confirms a Stop nor hides that one was asked")
    func unknownWhileAsked() {
        var bar = asked()
        _ = bar.hear(.unknown(answered: [.stop(released: true)]), at: 1)
        #expect(bar.stopLine == .requested)
        bar.lose(.disconnected)
        #expect(bar.stopLine == .requested)
    }

    @Test("F6: of another boot, it is borne out by a receipt that lists the Stop, not by any other")
    func anotherBoot() {
        var bar = asked()
        _ = bar.hear(facts, at: 1)
        _ = bar.hear(.closed(.of("s"), boot: "e2"), at: 2)
        #expect(bar.stopLine == nil)
        let listed = SoloReceipt.of("s", stops: ["stop"])
        _ = bar.hear(.closed(listed, boot: "e2"), at: 3)
        #expect(bar.stopLine == .stopped)
        _ = bar.hear(
            .closed(.of("s", released: false, stops: ["stop"]), boot: "e2", revision: 3), at: 4)
        #expect(bar.stopLine == .notReleased)
    }

    @Test("F6: a receipt that lists a Stop without an answer settles nothing")
    func receiptIsNoAnswer() {
        var bar = asked()
        #expect(bar.hear(.closed(.of("s", stops: ["stop"])), at: 1) == nil)
        #expect(bar.stopLine == .requested)
    }

    @Test("F11: after it the bar is there until another session runs, seen running or not")
    func untilAnother() {
        var seen = asked()
        _ = seen.hear(facts, at: 1)
        #expect(seen.isThere)
        _ = seen.hear(.open("s2", revision: 3, receipt: .of("s")), at: 2)
        #expect(seen.stop == nil)
        _ = seen.hear(.closed(.of("s2", cause: .deadline, made: 4), revision: 4), at: 3)
        #expect(seen.stopLine == nil)
        #expect(seen.ended == .deadline)

        var missed = asked()
        _ = missed.hear(facts, at: 1)
        _ = missed.hear(.unknown(), at: 2)
        _ = missed.hear(.closed(.of("s2", made: 9), revision: 9), at: 3)
        #expect(missed.stopLine == nil)
        #expect(missed.isThere == false)
    }

    @Test("F6: a Stop with nothing open is settled by a receipt about no session")
    func noneOpen() {
        var bar = bar(after: .closed(nil))
        _ = bar.askStop("stop", view: "v")
        let receipt = SoloReceipt.of(nil, cause: .noneOpen)
        let settles = bar.hear(
            .closed(receipt, answered: [.stop(session: nil, released: true)]), at: 1)
        #expect(settles == "stop")
        #expect(bar.stopLine == .stopped)
    }

    @Test("F6: an engine that has forgotten the session settles its Stop as about none")
    func forgotten() {
        var bar = asked(.open("s"))
        _ = bar.hear(.open("s"), at: 1)
        let receipt = SoloReceipt.of(nil, cause: .noneOpen, boot: "e2")
        let settles = bar.hear(
            .closed(
                receipt, boot: "e2",
                answered: [.stop(session: nil, released: true, boot: "e2")]),
            at: 2)
        #expect(settles == "stop")
        #expect(bar.stopLine == .stopped)
    }
}

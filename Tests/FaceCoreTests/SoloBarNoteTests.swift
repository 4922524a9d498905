import Messages
import Testing

@testable import FaceCore

@Suite("The bar: an earlier Stop beside another session")
struct SoloBarNoteTests {
    /// A Stop about "s" that is not settled when "s2" runs.
    private func beside(_ answers: Answered...) -> SoloBar {
        var bar = bar(after: .open("s"))
        _ = bar.askStop("stop", view: "v")
        _ = bar.hear(.open("s2", revision: 5, answered: answers), at: 2)
        return bar
    }

    @Test("F13: the bar is about the other session, and the Stop is a note that blocks nothing")
    func note() {
        let bar = beside()
        #expect(bar.session?.id == "s2")
        #expect(bar.stopLine == nil)
        #expect(bar.note == .requested)
        #expect(bar.moreRefusal == nil)
        #expect(bar.target == .session("s2"))
    }

    @Test("F13: the note says what the answer says", arguments: [nil, "engine unreachable"])
    func noteWords(error: String?) {
        let answer: Answered =
            if let error { .stop(error: error) } else { .stop(released: false) }
        #expect(beside(answer).note == .notConfirmed(error: error))
    }

    @Test("F13: it is never Stopped for the new one, though both facts hold when that closes")
    func neverForTheNew() {
        var bar = beside()
        let closed = FaceState.closed(
            .of("s2", cause: .deadline, made: 6), revision: 6,
            answered: [.stop(released: true, revision: 6)])
        #expect(bar.hear(closed, at: 3) == "stop")
        #expect(bar.stopLine == nil)
        #expect(bar.note == nil)
        #expect(bar.ended == .deadline)
    }

    @Test(
        "F13: it ends, and leaves the outbox, with a release or with not-found",
        arguments: [
            Answered.stop(released: true, revision: 5),
            .stop(released: true, revision: 1),
            .stop(session: nil, released: true),
            .stop(error: "not found", problem: .notFound, session: "s2", revision: 5),
        ])
    func ends(answer: Answered) {
        var bar = beside()
        #expect(bar.hear(.open("s2", revision: 5, answered: [answer]), at: 3) == "stop")
        #expect(bar.note == nil)
        #expect(bar.stop == nil)
    }

    @Test(
        "F13: another answer, of another boot or of a newer revision, does not end it",
        arguments: [
            Answered.stop(released: false, revision: 5),
            .stop(error: "unreachable", revision: 5),
            .stop(session: "s", stage: .readingBack, revision: 5),
            .stop(released: true, boot: "e0", revision: 5),
            .stop(released: true, revision: 6),
            .stop(error: "not found", problem: .notFound, session: "s2", revision: 6),
        ])
    func stays(answer: Answered) {
        var bar = beside()
        #expect(bar.hear(.open("s2", revision: 5, answered: [answer]), at: 3) == nil)
        #expect(bar.note != nil)
    }

    @Test("F13: a later state of the answer's boot ends it, an unknown one does not")
    func endsLater() {
        var bar = beside(.stop(released: true, revision: 6))
        #expect(bar.hear(.unknown(answered: [.stop(released: true, revision: 6)]), at: 3) == nil)
        #expect(bar.note == .requested)
        #expect(bar.hear(.open("s2", revision: 6), at: 4) == "stop")
    }

    @Test("F13: not-found names the open session, which does not make the Stop about it")
    func notFoundNamesTheOther() {
        let bar = beside(
            .stop(error: "not found", problem: .notFound, session: "s2", revision: 9))
        #expect(bar.note == .notConfirmed(error: "not found"))
        #expect(bar.moreRefusal == nil)
    }

    @Test("F13: a Stop about nothing is a note once something runs")
    func aboutNothing() {
        var bar = bar(after: .closed(nil))
        #expect(bar.askStop("stop", view: "v").target == .nothing)
        _ = bar.hear(.open("s2", revision: 5), at: 1)
        #expect(bar.note == .requested)
        #expect(bar.moreRefusal == nil)
        let over = FaceState.open(
            "s2", revision: 5,
            answered: [.stop(error: "not found", problem: .notFound, revision: 5)])
        #expect(bar.hear(over, at: 2) == "stop")
    }

    @Test("F13: a note it stays when that closes, and is not taken for a Stop of it")
    func aboutNothingStays() {
        var bar = bar(after: .closed(nil))
        _ = bar.askStop("stop", view: "v")
        let other = Answered.stop(session: nil, released: true, boot: "e0", revision: 1)
        #expect(bar.hear(.open("s2", revision: 5, answered: [other]), at: 1) == nil)
        let closed = FaceState.closed(
            .of("s2", cause: .deadline, made: 6), revision: 6,
            answered: [.stop(session: nil, released: true, revision: 6)])
        #expect(bar.hear(closed, at: 2) == "stop")
        #expect(bar.stopLine == nil)
        #expect(bar.ended == .deadline)
    }

    @Test("F13: a further Stop is about the session on the bar and takes the note's place")
    func furtherStop() {
        var bar = beside()
        #expect(bar.askStop("two", view: "v").target == .session("s2"))
        #expect(bar.note == nil)
        #expect(bar.stopLine == .requested)
        #expect(bar.moreRefusal == .stopUnsettled)
    }

    @Test("F13: before an answer, a Stop of an unknown state counts for what is shown")
    func unknownIsNoNote() {
        var bar = SoloBar()
        _ = bar.askStop("stop", view: "v")
        _ = bar.hear(.open("s2"), at: 1)
        #expect(bar.stopLine == .requested)
        #expect(bar.moreRefusal == .stopUnsettled)
        _ = bar.hear(.open("s2", answered: [.stop(session: "s2", stage: .closing)]), at: 2)
        #expect(bar.stopLine == .requested)
        #expect(bar.note == nil)
    }

    @Test("F15: what it ended is told if it was not on the screen")
    func unseenEnd() {
        var bar = bar(after: .open("s"), .unknown())
        #expect(bar.askStop("stop", view: "v").target == .whateverRuns)
        _ = bar.hear(
            .open("s2", revision: 5, answered: [.stop(session: "t", released: true)]), at: 2)
        #expect(bar.unseenEnd?.title == "Chess of t")
        #expect(bar.stop == nil)
        _ = bar.hear(.open("s2", revision: 6), at: 3)
        #expect(bar.unseenEnd?.title == "Chess of t")
        _ = bar.hear(.open("s3", revision: 8), at: 4)
        #expect(bar.unseenEnd == nil)
    }

    @Test("F15: told as soon as the engine says what is closing, and with Stopped")
    func unseenEndWhileClosing() {
        var bar = SoloBar()
        _ = bar.askStop("stop", view: "v")
        _ = bar.hear(.closed(nil, answered: [.stop(stage: .taken)]), at: 1)
        #expect(bar.unseenEnd == nil)
        _ = bar.hear(.closed(nil, answered: [.stop(session: "t", stage: .closing)]), at: 2)
        #expect(bar.unseenEnd?.session == "t")
        let settles = bar.hear(
            .closed(.of("t"), answered: [.stop(session: "t", released: true)]), at: 3)
        #expect(settles == "stop")
        #expect(bar.stopLine == .stopped)
        #expect(bar.unseenEnd?.title == "Chess of t")
        _ = bar.hear(
            .open("s2", revision: 5, answered: [.stop(session: "t", released: true)]), at: 4)
        #expect(bar.unseenEnd == nil)
    }

    @Test("F15: nothing is told of the session that was on the screen, nor of a Stop by name")
    func seenEnd() {
        var unknown = bar(after: .open("s"), .unknown())
        _ = unknown.askStop("stop", view: "v")
        _ = unknown.hear(.closed(.of("s"), answered: [.stop(released: true)]), at: 2)
        #expect(unknown.stopLine == .stopped)
        #expect(unknown.unseenEnd == nil)
        #expect(beside(.stop(session: "s", released: true)).unseenEnd == nil)
    }
}

import Messages
import Testing

@testable import FaceCore

@Suite("The face: a Stop outlives its process")
struct FaceCoreJournalTests {
    private var face = FaceUnderTest()
    private let notKept = FaceReply.pressed(FacePressed(.confirmed, reason: "not kept"))
    private let words = "Stop not kept: it would not survive a restart of the face"

    /// A face with a Stop that the journal has not answered yet, put at 2 s.
    private mutating func stop() {
        face.receive(.state(.open()), at: 1)
        face.ask(.stop(FaceStop(view: "a")), at: 2)
    }

    @Test("F14: a Stop is put at once, and confirmed once it is in the journal")
    mutating func confirmed() {
        stop()
        #expect(face.put == [.stop(SoloStop(.session("s"), view: "a"))])
        #expect(face.writes == [WriteID(1)])
        #expect(face.replies.isEmpty)
        #expect(face.view?.stopLine == "Stop requested — engine release not confirmed")
        face.receive(.journaled(WriteID(1)), at: 2.1)
        #expect(face.replies == [.confirmed])
        #expect(face.view?.lines == [])
    }

    @Test("F14: a failed write confirms it as not kept, and the bar says what that means")
    mutating func failed() {
        stop()
        face.receive(.notJournaled(WriteID(1)), at: 2.1)
        #expect(face.replies == [notKept])
        #expect(face.view?.lines == [words])
    }

    @Test("F14: after 0.2 s without the journal's answer likewise; kept after all, it is no more")
    mutating func late() {
        stop()
        #expect(face.core.deadline == 2.2)
        face.receive(.tick, at: 2.19)
        #expect(face.replies.isEmpty)
        face.receive(.tick, at: 2.21)
        #expect(face.replies == [notKept])
        #expect(face.view?.lines == [words])
        face.receive(.journaled(WriteID(1)), at: 2.4)
        #expect(face.replies.isEmpty)
        #expect(face.view?.lines == [])
    }

    @Test("F14: a later write keeps it as well")
    mutating func laterWrite() {
        stop()
        face.receive(.notJournaled(WriteID(1)), at: 2.1)
        face.receive(.state(.open(answered: [.stop("item 1", error: "no")])), at: 3)
        #expect(face.writes == [WriteID(2)])
        face.receive(.journaled(WriteID(2)), at: 3.1)
        #expect(face.view?.lines == [])
    }

    @Test("F14: the earlier write of another Stop keeps nothing of this one")
    mutating func earlierWrite() {
        stop()
        face.ask(.stop(FaceStop(view: "b")), at: 2.05)
        #expect(face.writes == [WriteID(2)])
        face.receive(.journaled(WriteID(1)), at: 2.1)
        #expect(face.replies == [.confirmed])
        face.receive(.notJournaled(WriteID(2)), at: 2.15)
        #expect(face.replies == [notKept])
        #expect(face.view?.lines == [words])
    }

    @Test("F14: a request that is repeated while the journal is waited for gets the same answer")
    mutating func repeated() {
        face.ask(.stop(FaceStop(view: "a")), key: "one", at: 1)
        face.ask(.stop(FaceStop(view: "a")), key: "one", at: 1.1)
        #expect(face.put.isEmpty)
        face.receive(.journaled(WriteID(1)), at: 1.15)
        #expect(face.replies == [.confirmed, .confirmed])
    }

    @Test("F14: a settled one that was not kept is no cause for words")
    mutating func settledAnyway() {
        stop()
        face.receive(.notJournaled(WriteID(1)), at: 2.1)
        face.receive(
            .state(.closed(.of("s"), answered: [.stop("item 1", released: true)])), at: 3)
        #expect(face.view?.stopLine == "Stopped — engine released inputs")
        #expect(face.view?.lines == [])
    }

    @Test("F14: a restarted face resumes it: id, session, words")
    mutating func resumes() {
        stop()
        face.write()
        var again = FaceUnderTest(face.journal)
        #expect(again.effects.contains(.ready))
        #expect(again.view?.stopLine == "Stop requested — engine release not confirmed")
        #expect(again.view?.headline == "PIPPA SOLO · coached")
        #expect(again.view?.title == "Chess of s")
        let item = again.take(at: 1)
        #expect(item?.id == "item 1")
        #expect(item?.request == .stop(SoloStop(.session("s"), view: "a")))
        again.receive(
            .state(.closed(.of("s"), answered: [.stop("item 1", released: true)])), at: 2)
        #expect(again.view?.stopLine == "Stopped — engine released inputs")
        #expect(again.take(at: 10) == nil)
    }

    @Test("F14: what it is about is resumed, absent and null apart", arguments: [true, false])
    mutating func target(isKnown: Bool) {
        if isKnown { face.receive(.state(.closed(nil)), at: 1) }
        face.ask(.stop(FaceStop(view: "a")), at: 2)
        face.write()
        var again = FaceUnderTest(face.journal)
        #expect(
            again.take(at: 1)?.request
                == .stop(SoloStop(isKnown ? .nothing : .whateverRuns, view: "a")))
    }

    /// The journal of a face whose Stop about "s" was settled at revision 2 of "e1".
    private mutating func settled() -> FaceRecord {
        stop()
        face.write()
        face.receive(
            .state(.closed(.of("s"), answered: [.stop("item 1", released: true)])), at: 3)
        face.write()
        return face.journal
    }

    @Test("F14: a settled one is not put again, and shown again once a state bears it out")
    mutating func settledIsShown() {
        var again = FaceUnderTest(settled())
        #expect(again.put.isEmpty)
        #expect(again.view?.stopLine == "")
        #expect(again.view?.headline == "PIPPA SOLO · coached")
        again.receive(.state(.closed(.of("s"), revision: 4)), at: 1)
        #expect(again.view?.stopLine == "Stopped — engine released inputs")
    }

    @Test(
        "F14: it is not shown where the state does not bear it out, or another session has run",
        arguments: [
            FaceState.closed(nil), .closed(.of("s", released: false)),
            .closed(.of("s"), boot: "e0"), .closed(.of("s"), revision: 1),
            .closed(.of("s2"), revision: 5), .open("s2", revision: 5), .unknown(),
        ])
    mutating func settledIsNotShown(state: FaceState) {
        var again = FaceUnderTest(settled())
        again.receive(.state(state), at: 1)
        #expect(again.view?.stopLine != "Stopped — engine released inputs")
    }

    @Test("F14: once another session has run, the journal holds it no more")
    mutating func forgotten() {
        var again = FaceUnderTest(settled())
        again.receive(.state(.open("s2", revision: 5)), at: 1)
        again.write()
        #expect(again.journal.stop == nil)
    }

    @Test("F13: a resumed Stop becomes a note beside another session, and ends")
    mutating func resumedNote() {
        stop()
        face.write()
        var again = FaceUnderTest(face.journal)
        again.receive(.state(.open("s2", revision: 5)), at: 1)
        #expect(
            again.view?.lines == ["Earlier Stop requested — engine release not confirmed"])
        #expect(again.view?.stopLine == "")
        again.receive(
            .state(.open("s2", revision: 5, answered: [.stop("item 1", released: true)])), at: 2)
        #expect(again.effects.contains(.settle("item 1")))
        #expect(again.view?.lines == [])
        again.write()
        #expect(again.journal.stop == nil)
    }

    @Test("F14: a Stop that was pressed before the recovery came is not replaced by an older one")
    mutating func pressedBefore() {
        stop()
        face.write()
        let record = face.journal
        var core = FaceCore(
            settings: Settings(
                group: "g", process: "face", runDirectory: "", stateDirectory: "", processes: [:]))
        _ = core.receive(
            .request(
                .stop(FaceStop(view: "b")), key: RequestKey(source: "web", id: "k"),
                token: ReplyToken(1), fresh: "newer"),
            at: 0)
        let effects = core.receive(.recovered(.found(record)), at: 0.1)
        #expect(!effects.contains { if case .put = $0 { true } else { false } })
        #expect(core.bar.stop?.kept.id == "newer")
    }

    @Test("a journal that can't be read is told while there is something to stop")
    func unreadable() {
        var core = FaceCore(
            settings: Settings(
                group: "g", process: "face", runDirectory: "", stateDirectory: "", processes: [:]))
        let effects = core.receive(.recovered(.lost("disk full")), at: 0)
        #expect(effects.contains(.ready))
        let line = "An earlier Stop may be forgotten: disk full"
        #expect(core.view(at: 0).lines == ["state unknown: relay not heard yet", line])
        _ = core.receive(.state(.closed(.of("s"))), at: 1)
        #expect(core.view(at: 1).lines == [])
    }

    @Test("the red eye is dark at first, and as it was after a restart")
    mutating func eye() {
        #expect(face.view?.watching == false)
        face.confirm(.eye, at: 2)
        #expect(face.view?.watching == true)
        #expect(FaceUnderTest(face.journal).view?.watching == true)
        face.confirm(.eye, at: 4)
        #expect(FaceUnderTest(face.journal).view?.watching == false)
    }
}

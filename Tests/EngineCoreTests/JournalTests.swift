import EngineCore
import Messages
import Testing

/// What happens when the journal cannot keep up with its part.
struct JournalTests {
    @Test("E12: a Stop waits 0.2 s for the journal, then it is served from memory and says so")
    func silentJournal() {
        var bench = Bench.playing()
        _ = bench.receive(stop(.session(one), id: "k1"), at: 20)
        #expect(bench.core.deadline == 20.2)
        #expect(bench.receive(.tick, at: 20.1) == [])
        #expect(bench.receive(.tick, at: 20.2).first == .admit(nil))
        _ = bench.receive(.readBack(ReleaseID(1), of: memory, shown: []), at: 20.5)
        let told = bench.receive(.tick, at: 20.7)
        #expect(told.receipts.map(\.released) == [true])
        #expect(
            told.receipts.map(\.reason) == ["served from memory, the journal does not answer"])
    }

    @Test("E12: a failed write never skips the release, and the receipt says so")
    func failedWrite() {
        var bench = Bench.playing()
        _ = bench.receive(stop(.session(one), id: "k1"), at: 20)
        let closing = bench.receive(.notJournaled(WriteID(2), reason: "disk full"), at: 20.1)
        #expect(closing.orders == [[]])
        let back = bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 20.5)
        #expect(
            back.receipts.map(\.reason) == [
                "served from memory, the journal cannot be written: disk full"
            ])
    }

    @Test("E12: a receipt that alone cannot be journaled says so, too")
    func failedReceipt() {
        var bench = Bench.closing()
        _ = bench.receive(.readBack(ReleaseID(1), of: memory, shown: []), at: 20.5)
        let told = bench.receive(.notJournaled(WriteID(3), reason: "disk full"), at: 20.6)
        #expect(told.receipts.map(\.released) == [true])
        #expect(
            told.receipts.map(\.reason) == [
                "served from memory, the journal cannot be written: disk full"
            ])
    }

    @Test("E12: what could not be written goes with the next batch")
    func writtenLater() {
        var bench = Bench.closing()
        guard
            case .journal(_, let lost) = bench.receive(
                .readBack(ReleaseID(1), of: memory, shown: []), at: 20.5
            ).first
        else {
            Issue.record("not journaled")
            return
        }
        _ = bench.receive(.notJournaled(WriteID(3), reason: "disk full"), at: 20.6)
        let asking = bench.receive(stop(.session(one), id: "k2"), at: 30)
        #expect(
            asking == [
                .journal(WriteID(4), lost + [.asked(asked("k2"), about: .session(one))])
            ])
    }

    @Test("E9: that an input was let go is never written late, behind a press of it")
    func letGoIsNotWrittenLater() {
        var bench = Bench.closing(holding: ["Right"])
        let back = bench.receive(.readBack(ReleaseID(1), of: memory, shown: []), at: 20.5)
        guard case .journal(let write, let records) = back.first else {
            Issue.record("not journaled")
            return
        }
        #expect(records.contains(.letGo(["Right"], on: memory)))
        _ = bench.receive(.notJournaled(write, reason: "disk full"), at: 20.6)
        let asking = bench.receive(stop(.session(one), id: "k2"), at: 30)
        guard case .journal(_, let later) = asking.first else {
            Issue.record("not journaled")
            return
        }
        #expect(later.first == records.last)
        #expect(!later.contains(.letGo(["Right"], on: memory)))
    }

    @Test("E12: an answer of the journal that comes too late changes nothing")
    func lateAnswer() {
        var bench = Bench.playing()
        _ = bench.receive(stop(.session(one), id: "k1"), at: 20)
        _ = bench.receive(.tick, at: 20.2)
        #expect(bench.receive(.journaled(WriteID(2)), at: 20.3) == [])
    }

    @Test("E12: a flood of Stops against a dead journal is answered from memory, each at once")
    func floodAgainstDeadJournal() {
        var bench = Bench.playing()
        var answered = 0
        for number in 0..<1_000 {
            let id = RequestID("k\(number)")
            answered += bench.receive(stop(.session(one), id: id), at: 20).replies.count
        }
        // 256 batches may be out; whatever comes beyond them is not kept waiting.
        #expect(answered == 1_000 - 256)
        #expect(bench.receive(.tick, at: 20.2).replies.count == 256)
    }
}

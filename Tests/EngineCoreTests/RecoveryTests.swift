import EngineCore
import Messages
import Testing

/// What an engine makes of the journal of its last life.
struct RecoveryTests {
    private static let next: Boot = "ffeeddccbbaa99887766554433221100"
    private static let opened = JournalRecord.opened(
        OpenedRecord(session: one, title: "Chess", controller: memory))

    /// An engine of the next life that has not read its journal.
    private static func nextLife(controller: ControllerID = memory) -> EngineCore {
        EngineCore(
            EngineCore.Configuration(
                boot: next, controller: controller, performer: "Pippa", players: ["demo"]))
    }

    @Test("E9: an empty journal makes the engine ready at once")
    func emptyJournal() {
        var core = Self.nextLife()
        let told = SoloState(boot: Self.next, now: 1, revision: 1, open: false)
        #expect(core.receive(.recovered([]), at: 1) == [.publish(told), .ready])
    }

    @Test("E9: what the journal names is released and read back, told, and only then it is ready")
    func recoversOpenSession() {
        var core = Self.nextLife()
        let journal: [JournalRecord] = [
            Self.opened, .holding(["Right"], on: memory), .holding(["Up"], on: memory),
            .asked(asked("k1"), about: .session(one)),
        ]
        let told = SoloState(
            boot: Self.next, now: 1, revision: 1, open: false,
            closing: SoloClosing(session: one, stage: .closing))
        #expect(
            core.receive(.recovered(journal), at: 1) == [
                .publish(told), .release(ReleaseID(1), of: memory, inputs: ["Right", "Up"]),
            ])
        let made = SoloReceipt.Made(boot: Self.next, revision: 2, now: 1.5)
        let record = Receipt(
            subject: .session(one), controller: memory, title: "Chess", cause: .restart,
            made: made, released: true)
        #expect(
            core.receive(.readBack(ReleaseID(1), of: memory, shown: []), at: 1.5) == [
                .journal(
                    WriteID(1), [.letGo(["Right", "Up"], on: memory), .receipt(record)])
            ])
        let sent = SoloReceipt(
            session: one, boot: Self.next, revision: 2, made: made, controller: "memory",
            released: true, cause: .restart, stops: [asked("k1")], title: "Chess", now: 1.6)
        #expect(
            core.receive(.journaled(WriteID(1)), at: 1.6) == [
                .publishReceipt(sent),
                .publish(
                    SoloState(
                        boot: Self.next, now: 1.6, revision: 2, open: false, receipt: sent)),
                .ready,
            ])
    }

    @Test("E9: a Stop about nothing without a receipt gets one, with cause restart")
    func recoversMoment() {
        var bench = Bench(
            boot: Self.next, journal: [.asked(asked("k1"), about: .nothing(key("k1")))])
        let back = bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 0.1)
        #expect(back.receipts.map(\.session) == [nil])
        #expect(back.receipts.map(\.cause) == [.restart])
        #expect(back.receipts.map(\.stops) == [[asked("k1")]])
        #expect(back.last == .ready)
    }

    @Test("E9: another controller proves nothing; its silence is told, and nothing starts")
    func otherController() {
        let other = ControllerID(kind: "x11", display: ":1")
        var core = Self.nextLife(controller: other)
        let effects = core.receive(
            .recovered([Self.opened, .holding(["Right"], on: memory)]), at: 1)
        #expect(effects.contains(.release(ReleaseID(1), of: memory, inputs: ["Right"])))
        #expect(core.receive(.readBack(ReleaseID(1), of: other, shown: []), at: 1.1) == [])
        _ = core.receive(.tick, at: 3)
        let told = core.receive(.journaled(WriteID(1)), at: 3)
        #expect(told.receipts.map(\.controller) == ["memory"])
        #expect(told.receipts.map(\.released) == [false])
        #expect(told.receipts.map(\.reason) == ["controller does not answer"])
        #expect(told.last == .ready)
        let start = core.receive(
            .request(.start(chess), key: key("s2"), token: token(1)), at: 3.1)
        #expect(start.problem?.type == .refused)
    }

    @Test("E7: while another controller is not let go, a Stop about nothing is about that one")
    func momentIsAboutWhatIsNotLetGo() {
        let other = ControllerID(kind: "x11", display: ":1")
        var bench = Bench(
            boot: Self.next, controller: other,
            journal: [Self.opened, .holding(["Right"], on: memory)])
        bench.settle(.tick, at: 2)
        let effects = bench.settle(stop(.nothing, id: "k2"), at: 2.1)
        #expect(
            effects.contains(.release(ReleaseID(2), of: memory, inputs: ["Right"])))
        let back = bench.settle(
            .notReadBack(ReleaseID(2), of: memory, reason: "no file"), at: 2.2)
        #expect(back.receipts.map(\.released) == [false])
        #expect(back.receipts.map(\.controller) == ["memory"])
    }

    @Test("E6: after a restart the tries for an unconfirmed release go on, with their receipt")
    func retriesAfterRestart() {
        let died = Bench.stuck()
        var bench = Bench(boot: Self.next, journal: died.journal)
        #expect(bench.state(at: 0)?.receipt?.released == false)
        #expect(bench.state(at: 0)?.closing == nil)
        let back = bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 0.1)
        #expect(back.receipts.map(\.cause) == [.stop])
        #expect(back.receipts.map(\.released) == [true])
        #expect(back.receipts.map(\.made.boot) == [Self.next])
        #expect(back.last == .ready)
    }

    @Test("E2: a dismissal outlives the engine")
    func dismissalOutlivesEngine() {
        var died = Bench.stuck()
        died.settle(
            .request(.dismiss(SoloDismiss(why: "I see it")), key: key("d1"), token: token(5)),
            at: 21.1)
        var bench = Bench(boot: Self.next, journal: died.journal)
        bench.settle(.readBack(ReleaseID(1), of: memory, shown: ["Right"]), at: 0.1)
        let start = bench.settle(
            .request(.start(chess), key: key("s9"), token: token(1)), at: 0.2)
        #expect(start.problem == nil)
    }

    @Test("E8: a Stop seen again after a restart is about the same session")
    func stopSeenAgain() {
        var died = Bench.playing()
        _ = died.receive(stop(.whateverRuns, id: "k1"), at: 20)
        let journal = died.journal + [.asked(asked("k1"), about: .session(one))]
        var bench = Bench(boot: Self.next, journal: journal)
        bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 0.1)
        bench.settle(.request(.start(chess), key: key("s2"), token: token(1)), at: 1)
        let effects = bench.receive(stop(.whateverRuns, id: "k1"), at: 2)
        guard case .receipt(let sent) = effects.replies.first else {
            Issue.record("no receipt")
            return
        }
        #expect(sent.session == one)
        #expect(sent.cause == .restart)
        #expect(bench.state(at: 2)?.open == true)
    }

    @Test("E8: a start seen again after a restart gets its old answer and starts nothing")
    func startSeenAgain() {
        var bench = Bench(boot: Self.next, journal: Bench.playing().journal)
        bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 0.1)
        let effects = bench.receive(
            .request(.start(chess), key: key("s1"), token: token(1)), at: 1)
        let deadline = SoloDeadline(session: one, expiresAt: 70, now: 10, boot: boot)
        #expect(effects == [.reply(.started(SoloStarted(deadline)), to: token(1))])
    }

    @Test("E9: requests that come before the journal is read are answered after it")
    func earlyRequestsWait() {
        var core = Self.nextLife()
        #expect(core.receive(stop(.session(one), id: "k1"), at: 0.1) == [])
        let effects = core.receive(.recovered([Self.opened]), at: 0.2)
        #expect(
            effects.last
                == .journal(WriteID(1), [.asked(asked("k1"), about: .session(one))]))
        #expect(
            core.receive(.journaled(WriteID(1)), at: 0.3).replies == [
                .stopping(
                    SoloStopping(session: one, boot: Self.next, revision: 1, stage: .closing))
            ])
    }

    @Test("E9: without a journal it says so in the receipt")
    func withoutJournal() {
        var core = Self.nextLife()
        #expect(core.receive(.noJournal("not a database"), at: 0).last == .ready)
        _ = core.receive(stop(.session(one), id: "k1"), at: 1)
        _ = core.receive(.notJournaled(WriteID(1), reason: "not a database"), at: 1)
        _ = core.receive(.readBack(ReleaseID(1), of: memory, shown: []), at: 1.1)
        let told = core.receive(.notJournaled(WriteID(2), reason: "not a database"), at: 1.1)
        let note = "served from memory, the journal cannot be written: not a database"
        #expect(
            told.receipts.map(\.reason) == ["\(note); began without a journal: not a database"])
    }

    @Test("E9: sessions of a life without their receipts all get one; the newest is closing")
    func severalSessions() {
        let second = JournalRecord.opened(
            OpenedRecord(session: two, title: "Chess", controller: memory))
        var bench = Bench(boot: Self.next, journal: [Self.opened, second])
        #expect(bench.state(at: 0)?.closing?.session == two)
        let back = bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 0.1)
        #expect(back.receipts.map(\.session) == [one, two])
        #expect(bench.state(at: 0.1)?.receipt?.session == two)
    }

    @Test("E8: an opening that was written late, behind its Stop, takes nothing from it")
    func openedBehindItsStop() {
        let stop = JournalRecord.asked(asked("k1"), about: .session(one))
        var bench = Bench(boot: Self.next, journal: [stop, Self.opened])
        let back = bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 0.1)
        #expect(back.receipts.map(\.stops) == [[asked("k1")]])
    }

    @Test("E9: a journal that keeps only the newest about each thing says the same")
    func compactedJournal() {
        var died = Bench.stuck()
        died.settle(.tick, at: 21.2)
        died.settle(.readBack(ReleaseID(2), of: memory, shown: []), at: 21.3)
        let receipts = died.journal.filter { if case .receipt = $0 { true } else { false } }
        let compacted = died.journal.filter { record in
            switch record {
            case .holding, .letGo: false
            case .receipt: record == receipts.last
            case .opened, .answered, .asked, .forgotten: true
            }
        }
        #expect(receipts.count == 2)
        var whole = Bench(boot: Self.next, journal: died.journal)
        var newest = Bench(boot: Self.next, journal: compacted)
        #expect(whole.state(at: 1) == newest.state(at: 1))
        #expect(whole.core == newest.core)
    }
}

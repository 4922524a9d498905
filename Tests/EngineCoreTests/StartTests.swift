import EngineCore
import Messages
import Testing

/// Starting a session, and moving its deadline.
struct StartTests {
    private static func starting(_ start: SoloStart, id: RequestID = "s1") -> Event {
        .request(.start(start), key: key(id), token: token(1))
    }

    private static func extending(_ extend: SoloExtend, id: RequestID = "e1") -> Event {
        .request(.extend(extend), key: key(id), token: token(3))
    }

    private static let started = SoloStarted(
        SoloDeadline(session: one, expiresAt: 70, now: 10, boot: boot))

    @Test("E2, E8: a start is journaled, then told, played and answered")
    func startsInOrder() {
        var bench = Bench()
        let answered = AnsweredRecord(
            key: key("s1"), order: .start(chess), subject: .session(one),
            deadline: SoloDeadline(session: one, expiresAt: 70, now: 10, boot: boot))
        let opened = OpenedRecord(session: one, title: "Chess", controller: memory)
        #expect(
            bench.receive(Self.starting(chess), at: 10) == [
                .journal(WriteID(1), [.opened(opened), .answered(answered)])
            ])
        #expect(bench.state(at: 10)?.open == false)
        #expect(
            bench.receive(.journaled(WriteID(1)), at: 10.1) == [
                .admit(one), .publish(state(revision: 2, now: 10.1, session: session())),
                .startPlayer("demo", session()), .reply(.started(Self.started), to: token(1)),
            ])
    }

    @Test("E12: a journal that is silent for 0.2 s does not keep a session from starting")
    func startsFromMemory() {
        var bench = Bench()
        _ = bench.receive(Self.starting(chess), at: 10)
        #expect(bench.core.deadline == 10.2)
        #expect(bench.receive(.tick, at: 10.2).first == .admit(one))
        bench.settle(stop(.session(one), id: "k1"), at: 20)
        let back = bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 21)
        #expect(
            back.receipts.map(\.reason) == ["served from memory, the journal does not answer"])
    }

    @Test(
        "E2: bad input is refused with the field's name, and nothing changes",
        arguments: [
            ("title", SoloStart(title: "", mode: "true", seconds: 60)),
            (
                "title",
                SoloStart(title: String(repeating: "x", count: 201), mode: "true", seconds: 60)
            ),
            ("mode", SoloStart(title: "Chess", mode: "loud", seconds: 60)),
            ("seconds", SoloStart(title: "Chess", mode: "true", seconds: 0.99)),
            ("seconds", SoloStart(title: "Chess", mode: "true", seconds: 86_400.5)),
            ("seconds", SoloStart(title: "Chess", mode: "true", seconds: .nan)),
            ("seconds", SoloStart(title: "Chess", mode: "true", seconds: .infinity)),
            ("player", SoloStart(title: "Chess", mode: "true", seconds: 60, player: "nobody")),
            ("performer", SoloStart(title: "Chess", mode: "true", seconds: 60, performer: "")),
        ])
    func refusesBadInput(field: String, start: SoloStart) {
        var bench = Bench()
        let effects = bench.receive(Self.starting(start), at: 10)
        #expect(effects.count == 1)
        #expect(effects.problem?.type == .invalid)
        #expect(effects.problem?.field == field)
        #expect(bench.state(at: 10) == state(revision: 1, now: 10))
    }

    @Test(
        "E2: the longest title and both ends of the time are taken",
        arguments: [
            SoloStart(title: String(repeating: "한", count: 200), mode: "true", seconds: 1),
            SoloStart(title: "x", mode: "broadcast", seconds: 86_400, performer: "Ada"),
        ])
    func takesTheLimits(start: SoloStart) {
        var bench = Bench()
        bench.settle(Self.starting(start), at: 10)
        let session = bench.state(at: 10)?.session
        #expect(session?.title == start.title)
        #expect(session?.expiresAt == 10 + start.seconds)
        #expect(session?.performer == start.performer ?? "Pippa")
    }

    @Test("E2: no start while a session is open or closing; the problem names it")
    func oneSessionAtATime() {
        var bench = Bench.playing()
        let open = bench.receive(Self.starting(chess, id: "s2"), at: 11).problem
        #expect(open?.type == .busy)
        #expect(open?.session == one)
        bench.settle(stop(.session(one), id: "k1"), at: 20)
        let closing = bench.receive(Self.starting(chess, id: "s3"), at: 20).problem
        #expect(closing?.type == .busy)
        #expect(closing?.session == one)
    }

    @Test("E2: no start after an unconfirmed release, until a clean read-back")
    func readBackOpensTheGate() {
        var bench = Bench.stuck()
        let refused = bench.receive(Self.starting(chess, id: "s2"), at: 22).problem
        #expect(refused?.type == .refused)
        #expect(refused?.session == one)
        bench.settle(.tick, at: 22)
        bench.settle(.readBack(ReleaseID(2), of: memory, shown: []), at: 22)
        bench.settle(Self.starting(chess, id: "s3"), at: 23)
        #expect(bench.state(at: 23)?.session?.id == two)
    }

    @Test("E2: a person's recorded word opens the gate, once and for this receipt")
    func dismissalOpensTheGate() {
        var bench = Bench.stuck()
        let dismiss = Event.request(
            .dismiss(SoloDismiss(why: "unplugged")), key: key("d1"), token: token(5))
        let effects = bench.settle(dismiss, at: 21.1)
        #expect(
            effects.receipts.map(\.reason) == ["the controller shows them; dismissed: unplugged"])
        #expect(effects.replies.count == 1)
        bench.settle(Self.starting(chess, id: "s2"), at: 21.15)
        #expect(bench.state(at: 21.15)?.session?.id == two)
        bench.settle(stop(.session(two), id: "k2"), at: 30)
        bench.settle(.readBack(ReleaseID(2), of: memory, shown: ["Right"]), at: 30.1)
        bench.settle(dismiss, at: 31)
        let refused = bench.receive(Self.starting(chess, id: "s3"), at: 31).problem
        #expect(refused?.type == .refused)
        #expect(refused?.session == two)
    }

    @Test("E2: a dismissal needs words and something to dismiss")
    func dismissalIsJudged() {
        var bench = Bench.stuck()
        func dismiss(_ why: String, _ id: RequestID) -> Event {
            .request(.dismiss(SoloDismiss(why: why)), key: key(id), token: token(5))
        }
        #expect(bench.receive(dismiss("", "d1"), at: 22).problem?.field == "why")
        var quiet = Bench()
        #expect(quiet.receive(dismiss("done", "d2"), at: 22).problem?.type == .refused)
    }

    @Test("E3: an extend moves the deadline by the seconds given")
    func extendMovesDeadline() {
        var bench = Bench.playing()
        let extend = SoloExtend(session: one, seconds: 30)
        let deadline = SoloDeadline(session: one, expiresAt: 100, now: 20, boot: boot)
        let answered = AnsweredRecord(
            key: key("e1"), order: .extend(extend), subject: .session(one), deadline: deadline)
        #expect(
            bench.receive(Self.extending(extend), at: 20) == [
                .publish(state(revision: 3, now: 20, session: session(expiresAt: 100))),
                .journal(WriteID(2), [.answered(answered)]),
            ])
        #expect(
            bench.receive(.journaled(WriteID(2)), at: 20.1) == [
                .reply(.extended(SoloExtended(deadline)), to: token(3))
            ])
        #expect(bench.settle(.tick, at: 99) == [])
        #expect(bench.settle(.tick, at: 100).first == .admit(nil))
    }

    @Test(
        "E3: seconds must be finite and above 0", arguments: [0, -1, .nan, .infinity] as [Seconds])
    func extendIsJudged(seconds: Seconds) {
        var bench = Bench.playing()
        let effects = bench.receive(
            Self.extending(SoloExtend(session: one, seconds: seconds)), at: 20)
        #expect(effects.problem?.type == .invalid)
        #expect(effects.problem?.field == "seconds")
    }

    @Test("E3: 24 h from now is the end of it")
    func extendHasAnEnd() {
        var bench = Bench.playing()
        let most = SoloExtend(session: one, seconds: 86_350)
        #expect(bench.settle(Self.extending(most), at: 20).problem == nil)
        let more = SoloExtend(session: one, seconds: 0.5)
        let refused = bench.receive(Self.extending(more, id: "e2"), at: 20).problem
        #expect(refused?.type == .refused)
        #expect(bench.state(at: 20)?.session?.expiresAt == 86_420)
    }

    @Test("E3: a closed session is not revived, and an unknown one is not found")
    func extendOfClosedSession() {
        var bench = Bench.closing()
        let closed = bench.receive(Self.extending(SoloExtend(session: one, seconds: 30)), at: 21)
        #expect(closed.problem?.type == .notFound)
        #expect(closed.problem?.title == "the session has ended")
        let unknown = bench.receive(
            Self.extending(SoloExtend(session: two, seconds: 30), id: "e2"), at: 21)
        #expect(unknown.problem?.title == "there is no such session")
    }

    @Test("E8: seen again, a start and an extend get the same answer and do nothing")
    func sameAnswerAgain() {
        var bench = Bench.playing()
        #expect(
            bench.receive(Self.starting(chess), at: 30) == [
                .reply(.started(Self.started), to: token(1))
            ])
        let extend = Self.extending(SoloExtend(session: one, seconds: 30))
        let answer = bench.settle(extend, at: 31).last
        #expect(bench.receive(extend, at: 32) == [answer])
        bench.settle(stop(.session(one), id: "k1"), at: 40)
        #expect(bench.receive(extend, at: 41) == [answer])
    }

    @Test("E8: seen again while it waits for the journal, a start is answered twice and done once")
    func seenAgainWhileWaiting() {
        var bench = Bench()
        _ = bench.receive(Self.starting(chess), at: 10)
        #expect(bench.receive(Self.starting(chess), at: 10.05) == [])
        #expect(bench.receive(.journaled(WriteID(1)), at: 10.1).replies.count == 2)
    }

    @Test("E8: a refusal is repeated too, and another order under the same id is malformed")
    func refusalIsRepeated() {
        var bench = Bench.playing()
        let busy = bench.receive(Self.starting(chess, id: "s2"), at: 11)
        bench.settle(stop(.session(one), id: "k1"), at: 20)
        bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 21)
        #expect(bench.receive(Self.starting(chess, id: "s2"), at: 30) == busy)
        var other = chess
        other.seconds = 61
        for id: RequestID in ["s1", "s2", "k1"] {
            let effects = bench.receive(Self.starting(other, id: id), at: 31)
            #expect(effects.problem?.type == .malformed)
        }
    }

    @Test("E10: what was meant for another life, or comes too late, is refused")
    func foreignAndLate() {
        var bench = Bench()
        var start = chess
        start.boot = "another"
        #expect(bench.receive(Self.starting(start), at: 10).problem?.type == .otherBoot)
        start.boot = boot
        start.notAfter = 9.99
        #expect(bench.receive(Self.starting(start, id: "s2"), at: 10).problem?.type == .tooLate)
        start.notAfter = 10
        #expect(bench.settle(Self.starting(start, id: "s3"), at: 10).problem == nil)
        let late = SoloExtend(session: one, seconds: 30, boot: boot, notAfter: 19)
        #expect(bench.receive(Self.extending(late), at: 20).problem?.type == .tooLate)
        let foreign = SoloExtend(session: one, seconds: 30, boot: "another", notAfter: 30)
        #expect(
            bench.receive(Self.extending(foreign, id: "e2"), at: 20).problem?.type == .otherBoot)
    }

    @Test("E10: after a gap an overdue session is closed before what queued up is read")
    func gapClosesFirst() {
        var bench = Bench.playing()
        let effects = bench.receive(
            Self.extending(SoloExtend(session: one, seconds: 600)), at: 500)
        #expect(effects.first == .admit(nil))
        #expect(effects.problem?.type == .notFound)
        let back = bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 500.1)
        #expect(back.receipts.map(\.cause) == [.deadline])
    }
}

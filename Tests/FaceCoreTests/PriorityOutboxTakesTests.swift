import Messages
import Testing

@testable import FaceCore

@Suite("The outbox: takes")
struct PriorityOutboxTakesTests {
    private var outbox = OutboxUnderTest()

    private func item(_ id: RequestID, putAt: Seconds = 0) -> OutboxItem {
        OutboxItem(source: "/group/face", id: id, request: .wrapUp, putAt: putAt, lease: 10)
    }

    @Test("an item that is put while a take waits is handed over at once")
    mutating func atOnce() {
        outbox.open("t", wait: 25, at: 0)
        #expect(outbox.effects.isEmpty)
        outbox.put("a", .wrapUp, at: 3)
        #expect(outbox.effects == [.hand(item("a", putAt: 3), to: ReplyToken(1))])
    }

    @Test("O9: takes are served in the order in which they came")
    mutating func order() {
        outbox.open("t1", wait: 25, at: 0)
        outbox.open("t2", wait: 25, at: 1)
        outbox.put("a", .wrapUp, at: 2)
        #expect(outbox.effects == [.hand(item("a", putAt: 2), to: ReplyToken(1))])
        outbox.put("b", .wrapUp, at: 3)
        #expect(outbox.effects == [.hand(item("b", putAt: 3), to: ReplyToken(2))])
    }

    @Test("O9: one whose wait is over gets nothing, an item of the same moment included")
    mutating func waitOver() {
        outbox.open("t", wait: 5, at: 0)
        #expect(outbox.deadline == 5)
        outbox.elapse(at: 4.9)
        #expect(outbox.effects.isEmpty)
        outbox.put("a", .wrapUp, at: 5)
        #expect(outbox.effects == [.empty(ReplyToken(1))])
        #expect(outbox.take(at: 6)?.id == "a")
    }

    @Test("O9: a take that does not wait gets nothing at once")
    mutating func noWait() {
        outbox.open("t", wait: 0, at: 0)
        #expect(outbox.effects == [.empty(ReplyToken(1))])
    }

    @Test("O9: one whose asker has gone gets nothing, and others do")
    mutating func askerGone() {
        outbox.open("t1", source: "/group/relay", wait: 25, at: 0)
        outbox.open("t2", source: "/group/other", wait: 25, at: 0)
        outbox.leave("/group/relay", at: 1)
        #expect(outbox.effects == [.empty(ReplyToken(1))])
        outbox.put("a", .wrapUp, at: 2)
        #expect(outbox.effects == [.hand(item("a", putAt: 2), to: ReplyToken(2))])
    }

    @Test("O9: an item whose asker turned out to be gone goes to the next one, or back")
    mutating func givenBack() {
        outbox.put("stop", .stop(SoloStop(.whateverRuns)), at: 0)
        outbox.put("a", .wrapUp, at: 0)
        outbox.open("t1", wait: 25, at: 1)
        outbox.open("t2", wait: 25, at: 1)
        outbox.open("t3", wait: 25, at: 1)
        outbox.giveBack("stop", at: 1)
        #expect(outbox.handed == ["stop"])
        outbox.giveBack("stop", at: 1)
        #expect(outbox.returned == ["stop"])
        outbox.giveBack("a", at: 1)
        #expect(outbox.takeAll(at: 1) == ["stop", "a"])
    }

    @Test("O9: a new boot of the relay ends all leases of the old one, and its takes")
    mutating func newBoot() {
        let stop = SoloStop(.session("s"))
        outbox.put("a", .wrapUp, at: 0)
        outbox.put("b", .wrapUp, at: 0)
        outbox.put("stop", .stop(stop), at: 0)
        #expect(outbox.takeAll(at: 1) == ["stop", "a", "b"])
        outbox.open("old", wait: 25, at: 1.2)
        outbox.open("new", boot: "relay 2", wait: 25, at: 1.5)
        #expect(
            outbox.effects == [
                .empty(ReplyToken(5)),
                .hand(
                    OutboxItem(
                        source: "/group/face", id: "stop", request: .stop(stop), putAt: 0,
                        lease: 2),
                    to: ReplyToken(6)),
            ])
        outbox.open("new 2", boot: "relay 2", wait: 25, at: 1.6)
        #expect(outbox.effects == [.hand(item("a"), to: ReplyToken(7))])
    }

    @Test("O5, O9: what a new boot brings back too old is swept, not handed on")
    mutating func newBootSweeps() {
        outbox.put("a", .wrapUp, at: 0)
        _ = outbox.take(at: 85)
        outbox.open("new", boot: "relay 2", wait: 0, at: 91)
        #expect(outbox.removed.map(\.id) == ["a"])
        #expect(outbox.handed.isEmpty)
    }

    @Test("O4, O9: what a new boot brings back beyond 20 is trimmed")
    mutating func newBootTrims() {
        for number in 0..<30 {
            outbox.put(RequestID("\(number)"), .wrapUp, at: 0)
            if number < 10 { _ = outbox.take(at: 0) }
        }
        #expect(outbox.removed.isEmpty)
        outbox.open("new", boot: "relay 2", wait: 0, at: 1)
        #expect(outbox.handed == ["0"])
        #expect(outbox.removed.map(\.id) == (1...9).map { RequestID("\($0)") })
    }

    @Test("B3: the same take again is served by what the first one gets")
    mutating func repeatedWhileWaiting() {
        outbox.open("t", wait: 25, at: 0)
        outbox.open("t", wait: 25, at: 1)
        outbox.put("a", .wrapUp, at: 2)
        outbox.put("b", .wrapUp, at: 2)
        #expect(outbox.effects.isEmpty)
        #expect(outbox.takeAll(at: 3) == ["b"])
    }

    @Test("B3: served before, it gets the same item again while that is on lease to it")
    mutating func repeatedAfterwards() {
        outbox.put("a", .wrapUp, at: 0)
        outbox.put("b", .wrapUp, at: 0)
        outbox.open("t", wait: 25, at: 0)
        #expect(outbox.handed == ["a"])
        outbox.open("t", wait: 25, at: 1)
        #expect(outbox.effects == [.hand(item("a"), to: ReplyToken(2))])
        outbox.acknowledge("a", at: 2)
        outbox.open("t", wait: 25, at: 3)
        #expect(outbox.effects == [.empty(ReplyToken(3))])
    }

    @Test("B3: served before, it does not get an item that another take has by now")
    mutating func repeatedTooLate() {
        outbox.put("a", .wrapUp, at: 0)
        outbox.open("t", wait: 25, at: 0)
        outbox.open("u", wait: 25, at: 1)
        outbox.elapse(at: 10)
        #expect(outbox.handed == ["a"])
        outbox.open("t", wait: 25, at: 11)
        #expect(outbox.effects == [.empty(ReplyToken(3))])
    }

    @Test("B3: the same key with another wait is refused", arguments: [true, false])
    mutating func reused(isServed: Bool) {
        if isServed { outbox.put("a", .wrapUp, at: 0) }
        outbox.open("t", wait: 25, at: 0)
        outbox.open("t", wait: 24, at: 1)
        #expect(outbox.effects == [.refuse(.reusedKey, to: ReplyToken(2))])
    }

    @Test("a wait outside 0 to 25 s is refused by name", arguments: [-1, 25.1, .infinity, .nan])
    mutating func wrongWait(wait: Seconds) {
        outbox.open("t", wait: wait, at: 0)
        guard case .refuse(let problem, _) = outbox.effects.first else {
            Issue.record("not refused")
            return
        }
        #expect(problem.type == .invalid)
        #expect(problem.field == "wait")
    }

    @Test("more takes than anybody needs are refused, and the first are still served")
    mutating func tooMany() {
        for number in 0..<OpenTakes.limit {
            outbox.open(RequestID("\(number)"), wait: 25, at: 0)
        }
        outbox.open("one more", wait: 25, at: 0)
        guard case .refuse(let problem, _) = outbox.effects.first else {
            Issue.record("not refused")
            return
        }
        #expect(problem.type == .busy)
        outbox.put("a", .wrapUp, at: 1)
        #expect(outbox.effects == [.hand(item("a", putAt: 1), to: ReplyToken(1))])
    }
}

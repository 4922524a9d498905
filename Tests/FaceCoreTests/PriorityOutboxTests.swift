import Messages
import Testing

@testable import FaceCore

@Suite("The outbox: order, withdrawal, limits and leases")
struct PriorityOutboxTests {
    private var outbox = OutboxUnderTest()

    @Test("O1: ordinary items leave in the order in which they were put")
    mutating func order() {
        outbox.put("a", .onAir(true), at: 0)
        outbox.put("b", .wrapUp, at: 0)
        outbox.put("c", .eye(watching: false), at: 0)
        outbox.put("d", .heard(text: "hi", take: "t"), at: 0)
        #expect(outbox.takeAll(at: 1) == ["a", "b", "c", "d"])
    }

    @Test("O2: a Stop stands at the front, before everything that waits")
    mutating func stopFirst() {
        outbox.put("a", .onAir(true), at: 0)
        outbox.put("stop", .stop(SoloStop(.session("s"))), at: 1)
        #expect(outbox.takeAll(at: 2) == ["stop", "a"])
    }

    @Test(
        "O2: it withdraws a \"+\" and an earlier Stop, waiting or on lease",
        arguments: [false, true])
    mutating func withdraws(onLease: Bool) {
        outbox.put("+", .extend(SoloExtend(session: "s", seconds: 300)), at: 0)
        outbox.put("one", .stop(SoloStop(.session("s"))), at: 1)
        #expect(outbox.removed == [.init("+", .extend, .superseded, putAt: 0)])
        outbox.put("+2", .extend(SoloExtend(session: "s", seconds: 300)), at: 2)
        if onLease { #expect(outbox.takeAll(at: 3) == ["one", "+2"]) }
        outbox.put("two", .stop(SoloStop(.session("s"))), at: 4)
        #expect(
            outbox.removed == [
                .init("one", .stop, .superseded, putAt: 1),
                .init("+2", .extend, .superseded, putAt: 2),
            ])
        #expect(outbox.takeAll(at: 5) == ["two"])
    }

    @Test("O2: an acknowledged \"+\" is not there any more, and nothing is told of it")
    mutating func acknowledgedMore() {
        outbox.put("+", .extend(SoloExtend(session: "s", seconds: 300)), at: 0)
        #expect(outbox.takeAll(at: 1) == ["+"])
        outbox.acknowledge("+", at: 2)
        outbox.put("stop", .stop(SoloStop(.session("s"))), at: 3)
        #expect(outbox.removed.isEmpty)
    }

    @Test("O3: it withdraws nothing of another kind, and only a Stop replaces anything")
    mutating func othersStay() {
        outbox.put("a", .onAir(true), at: 0)
        outbox.put("b", .onAir(true), at: 0)
        outbox.put("+", .extend(SoloExtend(session: "s", seconds: 1)), at: 0)
        outbox.put("+2", .extend(SoloExtend(session: "s", seconds: 1)), at: 0)
        #expect(outbox.removed.isEmpty)
        outbox.put("stop", .stop(SoloStop(.session("s"))), at: 1)
        #expect(outbox.takeAll(at: 2) == ["stop", "a", "b"])
    }

    @Test("O4: at most 20 wait; beyond that the oldest goes")
    mutating func trims() {
        for number in 0..<21 { outbox.put(RequestID("\(number)"), .wrapUp, at: Seconds(number)) }
        #expect(outbox.removed == [.init("0", .wrapUp, .trimmed, putAt: 0)])
        #expect(outbox.takeAll(at: 30) == (1...20).map { RequestID("\($0)") })
    }

    @Test("O4: a Stop has its place among the 20 and never goes")
    mutating func trimsBesideStop() {
        outbox.put("stop", .stop(SoloStop(.session("s"))), at: 0)
        for number in 0..<20 { outbox.put(RequestID("\(number)"), .wrapUp, at: 1) }
        #expect(outbox.removed == [.init("0", .wrapUp, .trimmed, putAt: 1)])
        #expect(outbox.takeAll(at: 2).first == "stop")
    }

    @Test("O4: those on lease are not counted, until they come back")
    mutating func leasedNotCounted() {
        for number in 0..<5 { outbox.put(RequestID("early \(number)"), .wrapUp, at: 0) }
        #expect(outbox.takeAll(at: 1).count == 5)
        for number in 0..<20 { outbox.put(RequestID("\(number)"), .wrapUp, at: 2) }
        #expect(outbox.removed.isEmpty)
        outbox.elapse(at: 11)
        #expect(outbox.removed.map(\.id) == (0..<5).map { RequestID("early \($0)") })
        #expect(outbox.removed.allSatisfy { $0.reason == .trimmed })
    }

    @Test("O5: what nobody took within 90 s is swept, and not before")
    mutating func sweeps() {
        outbox.put("a", .wrapUp, at: 0)
        outbox.put("b", .wrapUp, at: 1)
        #expect(outbox.deadline == 90)
        outbox.elapse(at: 89.9)
        #expect(outbox.removed.isEmpty)
        outbox.elapse(at: 90)
        #expect(outbox.removed == [.init("a", .wrapUp, .expired, putAt: 0)])
        #expect(outbox.takeAll(at: 90.5) == ["b"])
    }

    @Test("O5: a Stop is not swept, at 10,000 s as at 10", arguments: [10, 10_000])
    mutating func stopIsNotSwept(time: Seconds) {
        outbox.put("stop", .stop(SoloStop(.whateverRuns)), at: 0)
        outbox.elapse(at: time)
        #expect(outbox.removed.isEmpty)
        #expect(outbox.takeAll(at: time) == ["stop"])
    }

    @Test("O5: one on lease is not swept; come back too old, it is")
    mutating func sweptAfterLease() {
        outbox.put("a", .wrapUp, at: 0)
        #expect(outbox.takeAll(at: 85) == ["a"])
        outbox.elapse(at: 94.9)
        #expect(outbox.removed.isEmpty)
        outbox.elapse(at: 95)
        #expect(outbox.removed == [.init("a", .wrapUp, .expired, putAt: 0)])
    }

    @Test("O7: an ordinary item is on lease for 10 s, and ends with its acknowledgement")
    mutating func lease() {
        outbox.put("a", .wrapUp, at: 0)
        let given = outbox.take(at: 1)
        #expect(
            given
                == OutboxItem(
                    source: "/group/face", id: "a", request: .wrapUp, putAt: 0, lease: 10))
        #expect(outbox.take(at: 10.9) == nil)
        outbox.acknowledge("a", at: 10.95)
        #expect(outbox.take(at: 12) == nil)
        #expect(outbox.removed.isEmpty)
    }

    @Test("O7: unacknowledged, it returns to its place")
    mutating func returns() {
        for id in ["a", "b", "c"] { outbox.put(RequestID(id), .wrapUp, at: 0) }
        #expect(outbox.take(at: 1)?.id == "a")
        #expect(outbox.take(at: 2)?.id == "b")
        #expect(outbox.takeAll(at: 11) == ["a", "c"])
        #expect(outbox.takeAll(at: 12) == ["b"])
    }

    @Test("O7: an acknowledgement after the lease still ends the item")
    mutating func lateAcknowledgement() {
        outbox.put("a", .wrapUp, at: 0)
        _ = outbox.take(at: 1)
        outbox.elapse(at: 20)
        outbox.acknowledge("a", at: 21)
        #expect(outbox.take(at: 22) == nil)
    }

    @Test("O7: a Stop is handed out again each 2 s, acknowledged or not", arguments: [true, false])
    mutating func stopLease(acknowledges: Bool) {
        let stop = SoloStop(.session("s"), view: "v")
        outbox.put("stop", .stop(stop), at: 0)
        for time in stride(from: 1.0, to: 21, by: 2) {
            #expect(
                outbox.take(at: time)
                    == OutboxItem(
                        source: "/group/face", id: "stop", request: .stop(stop), putAt: 0,
                        lease: 2))
            if acknowledges { outbox.acknowledge("stop", at: time + 0.5) }
            #expect(outbox.take(at: time + 1.9) == nil)
        }
        outbox.settle("stop", at: 30)
        #expect(outbox.take(at: 31) == nil)
        #expect(outbox.removed.isEmpty)
    }

    @Test("O7: only the Stop that stands there is settled")
    mutating func settlesOther() {
        outbox.put("stop", .stop(SoloStop(.whateverRuns)), at: 0)
        outbox.settle("another", at: 1)
        #expect(outbox.take(at: 2)?.id == "stop")
    }

    @Test("B10: a Stop whose lease is over is told as returned, unless it is taken at once")
    mutating func returned() {
        outbox.put("stop", .stop(SoloStop(.whateverRuns)), at: 0)
        _ = outbox.take(at: 0)
        outbox.elapse(at: 1.9)
        #expect(outbox.returned.isEmpty)
        outbox.elapse(at: 2)
        #expect(outbox.returned == ["stop"])
        _ = outbox.take(at: 3)
        outbox.open("t", wait: 20, at: 4)
        outbox.elapse(at: 5)
        #expect(outbox.handed == ["stop"])
        #expect(outbox.returned.isEmpty)
    }

    @Test("the same id once more changes nothing")
    mutating func sameID() {
        outbox.put("stop", .stop(SoloStop(.whateverRuns)), at: 0)
        outbox.put("stop", .stop(SoloStop(.whateverRuns)), at: 1)
        #expect(outbox.removed.isEmpty)
        #expect(outbox.takeAll(at: 2) == ["stop"])
    }

    @Test("O7: the deadline is the next end of a lease")
    mutating func deadline() {
        #expect(outbox.deadline == nil)
        outbox.put("a", .wrapUp, at: 0)
        _ = outbox.take(at: 1)
        #expect(outbox.deadline == 11)
        outbox.put("stop", .stop(SoloStop(.whateverRuns)), at: 2)
        _ = outbox.take(at: 3)
        #expect(outbox.deadline == 5)
    }
}

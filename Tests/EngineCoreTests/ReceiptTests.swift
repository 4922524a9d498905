import EngineCore
import Messages
import Testing

/// What is kept about what ended.
struct ReceiptTests {
    private static func list(_ last: Int? = nil) -> Event {
        .request(.receipts(SoloReceiptsList(last: last)), key: key("list"), token: token(7))
    }

    /// Has sessions start and end, a second each, and says when the last one has.
    @discardableResult
    private static func play(_ sessions: Range<Int>, on bench: inout Bench) -> Seconds {
        for number in sessions {
            let now = Seconds(number * 2)
            bench.settle(
                .request(.start(chess), key: key(RequestID("s\(number)")), token: token(1)), at: now
            )
            let effects = bench.settle(
                stop(.whateverRuns, id: RequestID("k\(number)")), at: now + 1)
            guard case .release(let id, _, _) = effects.first(where: { !$0.isTelling }) else {
                continue
            }
            bench.settle(.readBack(id, of: memory, shown: []), at: now + 1)
        }
        return Seconds(sessions.upperBound * 2)
    }

    @Test("E15: a further Stop is added to its session's receipt, which is published again")
    func stopsAreListed() {
        var bench = Bench()
        Self.play(1..<2, on: &bench)
        let again = bench.settle(
            .request(
                .stop(SoloStop(.session(one), view: "phone")), key: key("k2"), token: token(9)),
            at: 10)
        let stops = [asked("k1"), AskedStop(source: face, id: "k2", view: "phone")]
        #expect(again.receipts.map(\.stops) == [stops])
        #expect(bench.state(at: 10)?.receipt?.stops == stops)
        #expect(bench.state(at: 10)?.revision == 5)
    }

    @Test("E15: boot, revision and now are those of the sending, made is the receipt's own")
    func momentOfSending() {
        var bench = Bench()
        Self.play(1..<2, on: &bench)
        let made = bench.state(at: 3)?.receipt?.made
        let now = bench.state(at: 50)?.receipt
        #expect(now?.made == made)
        #expect(now?.now == 50)
        #expect(now?.revision == 4)
    }

    @Test("E15: the list has the newest last, as many as were asked for")
    func listsReceipts() {
        var bench = Bench()
        let now = Self.play(1..<6, on: &bench)
        let last = bench.receive(Self.list(2), at: now).replies
        guard case .receipts(let list) = last.first else {
            Issue.record("no list")
            return
        }
        #expect(list.receipts.map(\.session) == ["0011223344556677-4", "0011223344556677-5"])
        #expect(list.more == nil)
        #expect(bench.receive(Self.list(-1), at: now).problem?.field == "last")
    }

    @Test("E15: sessions and moments are listed in the order in which they ended")
    func listsMomentsBetween() {
        var bench = Bench()
        Self.play(1..<2, on: &bench)
        bench.settle(stop(.nothing, id: "m1"), at: 3.5)
        bench.settle(.readBack(ReleaseID(2), of: memory, shown: []), at: 3.5)
        let now = Self.play(2..<3, on: &bench)
        guard case .receipts(let list) = bench.receive(Self.list(), at: now).replies.first else {
            Issue.record("no list")
            return
        }
        #expect(list.receipts.map(\.session) == [one, nil, two])
    }

    @Test("E15: a list fits into one message, and says how many more there are")
    func listFitsMessage() {
        var bench = Bench()
        let now = Self.play(1..<301, on: &bench)
        guard case .receipts(let list) = bench.receive(Self.list(), at: now).replies.first else {
            Issue.record("no list")
            return
        }
        #expect(list.receipts.last?.session == "0011223344556677-300")
        #expect(list.receipts.count > 60)
        #expect(list.receipts.count + (list.more ?? 0) == 300)
    }

    @Test("E15: a receipt fits into one message, however many Stops were asked")
    func receiptFitsMessage() {
        var bench = Bench()
        Self.play(1..<2, on: &bench)
        for number in 2..<500 {
            bench.settle(stop(.session(one), id: RequestID("k\(number)")), at: 10)
        }
        let stops = bench.state(at: 10)?.receipt?.stops ?? []
        #expect(stops.last == asked("k499"))
        #expect(stops.count > 100)
        #expect(stops.count < 499)
    }

    @Test("E15: the receipts of 10,000 sessions are kept, and their Stops and orders with them")
    func keepsTenThousand() {
        var bench = Bench()
        let now = Self.play(1..<10_002, on: &bench)
        guard case .receipts(let list) = bench.receive(Self.list(), at: now).replies.first else {
            Issue.record("no list")
            return
        }
        #expect(list.receipts.count + (list.more ?? 0) == 10_000)
        #expect(bench.journal.contains(.forgotten(.session(one))))
        let start = Event.request(.start(chess), key: key("s2"), token: token(1))
        #expect(bench.receive(start, at: now).replies.count == 1)
        // The oldest is forgotten: its Stop is one that the engine does not know.
        #expect(bench.settle(stop(.session(one), id: "k1"), at: now + 1).orders == [[]])
    }

    @Test("E15: Stops about nothing push no session's receipt out")
    func momentsHaveTheirOwnLine() {
        var bench = Bench()
        let now = Self.play(1..<2, on: &bench)
        for number in 0..<10_001 {
            bench.settle(stop(.nothing, id: RequestID("m\(number)")), at: now)
            bench.settle(.readBack(ReleaseID(number + 2), of: memory, shown: []), at: now)
        }
        let again = bench.receive(stop(.whateverRuns, id: "k1"), at: now)
        guard case .receipt(let sent) = again.replies.first else {
            Issue.record("no receipt")
            return
        }
        #expect(sent.session == one)
    }
}

extension EngineCore.Effect {
    /// Whether it tells somebody something, and asks nobody to do anything.
    fileprivate var isTelling: Bool {
        switch self {
        case .reply, .publish, .publishReceipt, .publishInput, .admit, .tellPlayer, .ready: true
        case .journal, .stroke, .release, .startPlayer, .endPlayer, .killPlayer, .exit: false
        }
    }
}

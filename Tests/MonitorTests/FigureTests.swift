import Bus
import Messages
import Monitor
import Testing

@Suite("Rates and latencies")
struct FigureTests {
    @Test("Mean, extremes and deviation of the times between messages")
    func spread() {
        var spread = Spread()
        for number in [2.0, 4, 4, 4, 5, 5, 7, 9] { spread.take(number) }
        #expect(spread.count == 8)
        #expect(spread.mean == 5)
        #expect(spread.min == 2)
        #expect(spread.max == 9)
        #expect(abs(spread.deviation - 2) < 1e-12)
    }

    @Test("Messages and bytes a second, times between, and gaps, by process and topic")
    func rates() throws {
        var rates = Rates(at: 100)
        rates.receive(try Passing.beat(sequence: 1), at: 100)
        for (sequence, moment) in [(2, 101.0), (3, 102), (6, 104)] {
            rates.receive(try Passing.beat(sequence: sequence), at: moment)
        }
        rates.receive(try Passing.event("solo.input"), at: 104)
        let report = rates.report(at: 110)
        #expect(report.map(\.topic) == ["solo.input", "vitals.beat"])
        #expect(report[0].messages == 1)
        #expect(report[0].interval == nil)
        #expect(report[1].messages == 3)
        #expect(report[1].perSecond == 0.3)
        #expect(report[1].missed == 2)
        #expect(report[1].interval?.mean == 1.5)
        #expect(report[1].interval?.min == 1)
        #expect(report[1].interval?.max == 2)
    }

    @Test("What stood there when the listening began is not counted")
    func standing() throws {
        var rates = Rates(at: 0)
        rates.receive(try Passing.event("solo.state", sequence: 3), at: 0)
        rates.receive(try Passing.beat(), at: 0)
        #expect(rates.report(at: 1).isEmpty)
    }

    @Test("p50, p99 and the longest, by type, matched by the request's id")
    func latencies() throws {
        var latencies = Latencies()
        for number in 1...100 {
            let id = RequestID("r\(number)")
            latencies.receive(try Passing.request("solo.status", id: id), at: 0)
            latencies.receive(
                try Passing.reply("solo.state", to: "solo.status", id: id), at: Double(number))
        }
        latencies.receive(try Passing.request("solo.stop", id: "s"), at: 0)
        let report = latencies.report
        #expect(report.map(\.type) == ["solo.status", "solo.stop"])
        #expect(report[0].answered == 100)
        #expect(report[0].p50 == 50)
        #expect(report[0].p99 == 99)
        #expect(report[0].max == 100)
        #expect(report[1].unanswered == 1)
        #expect(report[1].p50 == nil)
    }

    @Test("R8: a request asked twice under one id has two replies, taken in order")
    func askedTwice() throws {
        var latencies = Latencies()
        latencies.receive(try Passing.request("solo.stop", id: "s"), at: 0)
        latencies.receive(try Passing.request("solo.stop", id: "s"), at: 10)
        latencies.receive(try Passing.reply("solo.stopping", to: "solo.stop", id: "s"), at: 11)
        latencies.receive(try Passing.reply("solo.receipt", to: "solo.stop", id: "s"), at: 12)
        latencies.receive(try Passing.reply("solo.receipt", to: "solo.stop", id: "s"), at: 13)
        #expect(latencies.report[0].max == 11)
        #expect(latencies.report[0].answered == 2)
    }

    @Test("Requests that nobody answers are forgotten, the oldest first")
    func outstanding() {
        var outstanding = Outstanding<Int>(limit: 3)
        for number in 1...5 { outstanding.put(number, of: RequestID("\(number)"), to: "engine") }
        #expect(outstanding.take("2", of: "engine") == nil)
        #expect(outstanding.take("3", of: "engine") == 3)
        #expect(outstanding.take("3", of: "engine") == nil)
        #expect(outstanding.take("4", of: "face") == nil)
        #expect(outstanding.take("5", of: "engine") == 5)
    }

    @Test(
        "Times in the unit that suits them",
        arguments: [(0.000_012_34, "12.3 µs"), (0.0042, "4.2 ms"), (1.5, "1.5 s")])
    func times(seconds: Double, expected: String) {
        #expect(Figure.time(seconds) == expected)
    }

    @Test(
        "Time left as on a clock",
        arguments: [
            (0.0, "00:00"), (59.4, "00:59"), (272, "04:32"), (3_723, "1:02:03"),
            (.infinity, "?"),
        ])
    func clock(seconds: Double, expected: String) {
        #expect(Figure.clock(seconds) == expected)
    }
}

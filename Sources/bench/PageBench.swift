import Bus
import FoundationEssentials
import Glibc
import Messages
import TestKit

/// The page: how soon it is there, how soon it shows what has changed, and what 200 of them cost.
enum PageBench {
    /// So many changes are shown by a browser, and told to the many.
    private static let changes = 60
    /// Between two of them all comes to rest, in seconds.
    private static let pause: Seconds = 0.2
    private static let crowd = 200
    /// How often the many are told of as many changes: a minute of them.
    private static let repeats = 5

    /// Measures it; the browser's part only where one is installed.
    static func measure(on workbench: Workbench) throws -> [Figure] {
        let group = try LiveGroup(on: workbench)
        let spectator = try Spectator(of: group)
        // A page that is opened waits for something to show.
        let start = SoloStart(title: "Bench", mode: "true", seconds: 3_600)
        _ = try spectator.ask(start, of: "engine", SoloStarted.self)
        let page = try spectator.ask(WebPageGet(), of: "web", WebPage.self)
        return try browsed(page, group, spectator) + crowded(page, group, spectator)
    }

    /// Starts or ends the broadcast, and gives the moment at which that was asked for.
    private static func change(_ number: Int, by spectator: Spectator) throws -> Seconds {
        let began = spectator.clear()
        let change = BroadcastSet(onAir: number.isMultiple(of: 2))
        _ = try spectator.ask(change, of: "relay", BroadcastState.self)
        return began
    }

    // MARK: In a browser

    /// What the script says of a browser.
    private struct Report: Decodable {
        /// How long it took from asking for the page until it showed the face, each time, in ms.
        var first: [Double]
        /// How long the browser takes until a page of one letter is there, in ms.
        var blank: [Double]
        /// All that was loaded for it, in bytes.
        var weight: Double
        /// When each change was on the screen, in seconds of the system's clock.
        var shown: [Seconds]
    }

    private static func browsed(
        _ page: WebPage, _ group: LiveGroup, _ spectator: Spectator
    ) throws -> [Figure] {
        let python = "\(Script.root)/.build/peers/bin/python"
        guard access(python, X_OK) == 0, access("/usr/bin/chromedriver", X_OK) == 0 else {
            Terminal.note(
                "bench: left out what needs a browser, which comes with the README's test command")
            return []
        }
        let script = "\(Script.root)/Tests/BrowserTests/python/speed.py"
        let browser = try Child(
            python, ["-u", script, "speed", page.address, "\(changes)"], variables: [:],
            on: group.workbench)
        guard try browser.line() == "ready" else { throw BenchError("\(script) has failed") }
        // The browser tells the time by the system's clock.
        let ahead = Date().timeIntervalSince1970 - Stamp.now
        let asked = try (0..<changes).map { number in
            let asked = try change(number, by: spectator)
            try spectator.lookOn(for: pause)
            return asked + ahead
        }
        guard let line = try browser.line() else { throw BenchError("\(script) has failed") }
        let report = try JSONDecoder().decode(Report.self, from: Data(line.utf8))
        return figures(report, late: zip(report.shown, asked).map { ($0 - $1) * 1e3 })
    }

    private static func figures(_ report: Report, late: [Double]) -> [Figure] {
        let first = Sample(report.first).median
        let blank = Sample(report.blank).median
        return [
            Figure(
                name: "page's first picture, median", value: first, unit: "ms",
                ratio: first / blank, reference: "one letter",
                aim: Figure.Aim(most: 100, of: .value)),
            Figure(name: "  a page of one letter", value: blank, unit: "ms"),
            Figure(
                name: "page's weight", value: report.weight / 1_000, unit: "KB",
                aim: Figure.Aim(most: 60, of: .value)),
            Figure(
                name: "change to repaint, median", value: Sample(late).median, unit: "ms",
                aim: Figure.Aim(most: 100, of: .value)),
            Figure(name: "change to repaint, p99", value: Sample(late).p99, unit: "ms"),
        ]
    }

    // MARK: In a crowd

    private static func crowded(
        _ page: WebPage, _ group: LiveGroup, _ spectator: Spectator
    ) throws -> [Figure] {
        guard let web = try group.processes().first(where: { $0.name == "web" })?.pid else {
            throw BenchError("there is no process web")
        }
        let alone = try IdleBench.resident(web)
        let pages = try open(crowd, at: page.address)
        var late: [Double] = []
        var resident: [Double] = []
        for number in 0..<(repeats * changes) {
            let asked = try change(number, by: spectator)
            late += try pages.map { try read(number, $0, since: asked) * 1e3 }
            resident.append(try IdleBench.resident(web))
            try spectator.lookOn(for: pause)
        }
        // By then each has had many views.
        let settled = resident[changes / 4]
        return [
            Figure(
                name: "web's memory, no page", value: alone, unit: "MB",
                aim: Figure.Aim(most: 25, of: .value)),
            Figure(name: "  with \(crowd) pages", value: settled, unit: "MB"),
            Figure(
                name: "  grown by, in a minute", value: (resident.max() ?? settled) - settled,
                unit: "MB", aim: Figure.Aim(most: 1, of: .value)),
            Figure(name: "change to each of them, median", value: Sample(late).median, unit: "ms"),
            Figure(
                name: "change to each of them, p99", value: Sample(late).p99, unit: "ms",
                aim: Figure.Aim(most: 100, of: .value)),
        ]
    }

    private static func open(_ count: Int, at address: String) throws -> [PageSocket] {
        guard let parts = address.firstMatch(of: /:(\d+)\/#(\w{32})/), let port = Int(parts.1)
        else { throw BenchError("\(address) is no page's address") }
        return try (0..<count).map { number in
            let view = "crowd-\(number)"
            guard let page = PageSocket(port: port, token: String(parts.2), view: view) else {
                throw BenchError("\(view) got no socket")
            }
            page.showsViews = true
            return page
        }
    }

    /// How long after a change a page had it; they are read one after another.
    private static func read(
        _ number: Int, _ page: PageSocket, since asked: Seconds
    ) throws -> Seconds {
        let label = number.isMultiple(of: 2) ? "Off Air" : "On Air"
        guard page.text("view", with: #""label":"\#(label)""#) != nil else {
            throw BenchError("a page was not told of change \(number)")
        }
        return Stamp.now - asked
    }
}

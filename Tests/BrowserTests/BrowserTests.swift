import Bus
import Messages
import TestKit
import Testing

/// What a real browser makes of the page; each case is a function of a script in `python`.
@Suite("The page in a real browser: Debian's Chromium, by its own driver", .serialized)
struct BrowserTests {
    /// A group with a session under way, whose page a browser can open.
    ///
    /// An arming lasts so long that none ends by itself within a test.
    func pagedGroup(title: String = "Tetris", language: String = "en") throws -> TestGroup {
        let group = try TestGroup(
            face: "armed_for: 60", web: "port: 0", language: language)
        let start = try group.handrail(
            "solo", "start", title, "--minutes", "10", "--mode", "true")
        #expect(start.code == 0, "\(start.output)")
        try group.view("the session on the screen") { $0.title == title && $0.timeLeft != nil }
        return group
    }

    /// Lets a browser go through a case with the group's page.
    @discardableResult
    func browse(
        _ name: String, _ group: TestGroup, _ first: String = "", _ second: String = "",
        by script: String = "browser.py"
    ) throws -> String {
        let address = try group.ask(WebPageGet(), of: "web").read(WebPage.self).address
        let browser = try Script(script, name, address, first, second, in: group.directory)
        return try browser.result()
    }

    @Test("T3, V2: two touches of Stop end the session, and Stopped is on the page")
    func stop() throws {
        let group = try pagedGroup()
        try browse("stop", group)
        try group.view("`Stopped`") { $0.saysStopped }
    }

    @Test("V2: sliding off is no press; one graze that arrives as two touches only arms")
    func graze() throws {
        let group = try pagedGroup()
        try browse("graze", group)
        try group.view("the session still under way") { $0.timeLeft != nil && $0.stopLine.isEmpty }
    }

    @Test("V3: a held key is one press")
    func heldKey() throws {
        let group = try pagedGroup()
        try browse("held_key", group)
        try group.view("the session still under way") { $0.timeLeft != nil && $0.stopLine.isEmpty }
    }

    @Test("V4: another tab in front, a lost focus and a hidden page each disarm")
    func disarm() throws {
        let group = try pagedGroup()
        try browse("disarm", group)
        try group.view("nothing armed") { $0.armings.isEmpty }
    }

    @Test("V8: the server killed and back: old is said, then one whole picture, nothing armed")
    func restart() throws {
        let group = try pagedGroup()
        let pid = try group.pid(of: "web")
        try browse("restart", group, "\(pid)", "\(group.launcher.pid)")
        try group.waitForRestart(of: "web", after: pid)
    }

    @Test("V11: a title made of markup stays text")
    func markup() throws {
        let title = #"<img src=x onerror="window.broken = true"><b>bold</b>"#
        try browse("markup", try pagedGroup(title: title), title)
    }

    @Test("a page of another origin gets nothing, and does nothing")
    func stranger() throws {
        let group = try pagedGroup()
        try browse("stranger", group)
        try group.view("nothing armed") { $0.armings.isEmpty && $0.stopLine.isEmpty }
    }

    @Test("V9: controls are large enough, and Stop is in reach at any size of window and text")
    func sizes() throws {
        try browse("sizes", try pagedGroup())
    }

    @Test("the page is light, and the browser has nothing to complain of")
    func clean() throws {
        try browse("clean", try pagedGroup())
    }
}

import Messages
import TestKit
import Testing

/// What comes to the page from outside, or does not come.
@Suite("Servers, networks and other pages, in Chromium", .serialized)
struct OutsideTests {
    @Test("V8: the server killed and back: old is said, then one whole picture, nothing armed")
    func restart() throws {
        let group = try pagedGroup()
        let pid = try group.pid(of: "web")
        try browse("restart", group, "\(pid)", "\(group.launcher.pid)", by: "outside.py")
        try group.waitForRestart(of: "web", after: pid)
    }

    @Test("V8: a machine that wakes confirms nothing of before it slept")
    func sleep() throws {
        let group = try pagedGroup()
        try browse("sleep", group, by: "outside.py")
        try group.view("the session still under way") { $0.timeLeft != nil && $0.stopLine.isEmpty }
    }

    @Test("V11: a title made of markup stays text")
    func markup() throws {
        let title = #"<img src=x onerror="window.broken = true"><b>bold</b>"#
        try browse("markup", try pagedGroup(title: title), title, by: "outside.py")
    }

    @Test("a page of another origin gets nothing, and does nothing")
    func stranger() throws {
        let group = try pagedGroup()
        try browse("stranger", group, by: "outside.py")
        try group.view("nothing armed") { $0.armings.isEmpty && $0.stopLine.isEmpty }
    }

    @Test("V8, V4: a network that swallows everything is told of within 3 s, lost touches too")
    func lostNetwork() throws {
        let group = try pagedGroup()
        try browse("lost", group, by: "network.py")
        try group.view("the session still under way") { $0.timeLeft != nil && $0.stopLine.isEmpty }
    }

    @Test("V8: Stop goes without a socket: armed, confirmed, and on the page when that is back")
    func postedStop() throws {
        let group = try pagedGroup()
        try browse("posted", group, by: "network.py")
        try group.view("`Stopped`") { $0.saysStopped }
    }

    @Test("V4: an arming ends on a page that nobody tells of it")
    func expiry() throws {
        try browse("expired", try pagedGroup(), by: "network.py")
    }

    @Test("V12: without TLS the page says in its own language that there is no microphone")
    func insecure() throws {
        let web = #"port: 0, hosts: ["den.local"]"#
        try browse("insecure", try pagedGroup(language: "ko", web: web), by: "outside.py")
    }
}

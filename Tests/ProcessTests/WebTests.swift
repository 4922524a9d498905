import Bus
import FoundationEssentials
import Glibc
import Messages
import TestKit
import Testing

/// A group with a process that serves browsers, and where it does.
struct PagedGroup {
    let group: TestGroup
    let address: String
    let port: Int
    let token: String

    /// Starts one at a port that is free; an arming lasts long enough to outlive any socket.
    init(options: String = "port: 0", limits: String = "silent: 20, watch: 20") throws {
        group = try TestGroup(limits: limits, face: "armed_for: 60", web: options)
        address = try group.ask(WebPageGet(), of: "web").read(WebPage.self).address
        let parts = try #require(address.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/#(\w{32})/))
        port = try #require(Int(parts.1))
        token = String(parts.2)
    }

    /// Opens a page that shows all it is sent, and gives it and its first view.
    func open(_ view: String) throws -> PageSocket {
        let page = try #require(PageSocket(port: port, token: token, view: view))
        page.showsViews = true
        #expect(page.text("welcome") != nil)
        #expect(page.text("view", with: #""number":1,"#) != nil)
        return page
    }

    /// Sends a request, and gives all that is answered.
    func http(_ method: String, _ path: String, _ headers: [String], body: String = "") -> String {
        let stream = TCPStream(port: port)
        let lines = ["\(method) \(path) HTTP/1.1"] + headers + ["", body]
        stream?.send(lines.joined(separator: "\r\n"))
        return stream?.takeAll() ?? "nobody listens"
    }

    var host: String { "Host: 127.0.0.1:\(port)" }
    var origin: String { "Origin: http://127.0.0.1:\(port)" }

    /// Posts a press of Stop, whose finger came down at a moment of the page's clock.
    func postStop(_ view: String, down: Double, _ headers: [String]) -> String {
        let body = #"{"view":"\#(view)","down":\#(down),"up":\#(down + 0.1)}"#
        return http(
            "POST", "/stop", headers + ["Content-Length: \(body.utf8.count)"], body: body)
    }
}

/// A press as a page says it.
private func press(_ control: String, _ id: Int, down: Double) -> String {
    #"{"type":"press","id":\#(id),"control":"\#(control)","down":\#(down),"up":\#(down + 0.1)}"#
}

extension FaceView {
    fileprivate func isArmed(by view: String) -> Bool {
        armings.contains { $0.view == view }
    }
}

@Suite("The face for browsers, as a process", .serialized)
struct WebTests {
    @Test("the page comes with a strict policy, and its address is told and printed")
    func page() throws {
        let paged = try PagedGroup()
        let answer = paged.http("GET", "/", [paged.host])
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"))
        #expect(answer.contains("default-src 'none'; script-src 'self'; style-src 'self';"))
        #expect(answer.contains("connect-src 'self' ws://127.0.0.1:\(paged.port);"))
        #expect(answer.contains("frame-ancestors 'none'; base-uri 'none'; form-action 'none'"))
        for header in [
            "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
            "Cross-Origin-Resource-Policy: same-origin", "Connection: close",
            "Permissions-Policy: microphone=(self)",
        ] {
            #expect(answer.contains("\r\n\(header)\r\n"), "\(header)")
        }
        #expect(answer.contains("<!doctype html>"))
        #expect(!answer.lowercased().contains("set-cookie"))
        let head = paged.http("HEAD", "/", [paged.host])
        #expect(head.hasPrefix("HTTP/1.1 200 OK") && head.hasSuffix("\r\n\r\n"))
        let tag = try #require(answer.firstMatch(of: /ETag: ("\w+")/)?.1)
        #expect(
            paged.http("GET", "/", [paged.host, "If-None-Match: \(tag)"])
                .hasPrefix("HTTP/1.1 304"))
        let shown = try paged.group.handrail("face", "--qr")
        #expect(shown.code == 0)
        #expect(shown.output.split(separator: "\n").last.map(String.init) == paged.address)
        // The launcher asks for it at the same time as this does.
        let guardian = Guard()
        let line = "; page at \(paged.address)\n"
        while !paged.group.launcher.output.contains(line), !guardian.isOver {
            _ = paged.group.watcher.next(until: Stamp.now + 0.02)
        }
        #expect(!guardian.isOver)
    }

    @Test("a Stop by a page comes round: two presses, the second after the settle on both clocks")
    func stop() throws {
        let paged = try PagedGroup()
        try paged.group.startSession()
        let page = try paged.open("phone")
        page.say(press("stop", 1, down: 10))
        #expect(page.text("pressed", with: #""id":1,"outcome":"armed""#) != nil)
        try paged.group.view("armed on the phone") { $0.isArmed(by: "phone") }
        // Half a second on the page's clock, and not on the face's: one graze, delivered late.
        page.say(press("stop", 2, down: 10.6))
        #expect(page.text("pressed", with: #""id":2,"outcome":"armed""#) != nil)
        #expect(page.text("beat") != nil)
        page.say(press("stop", 3, down: 11))
        #expect(page.text("pressed", with: #""id":3,"outcome":"confirmed""#) != nil)
        try paged.group.view("`Stopped`") { $0.saysStopped }
    }

    @Test("two pages are two people: what one arms the other does not confirm")
    func twoViews() throws {
        let paged = try PagedGroup()
        try paged.group.startSession()
        let (phone, desk) = (try paged.open("phone"), try paged.open("desk"))
        phone.say(press("stop", 1, down: 10))
        #expect(phone.text("pressed", with: "armed") != nil)
        #expect(desk.text("view", with: #""view":"phone","control":"stop""#) != nil)
        #expect(desk.text("beat") != nil)
        desk.say(press("stop", 1, down: 12))
        #expect(desk.text("pressed", with: #""id":1,"outcome":"armed""#) != nil)
        let view = try paged.group.view("both armed") { $0.armings.count == 2 }
        #expect(view.isArmed(by: "phone") && view.isArmed(by: "desk"))
        // A second page of one session takes the first one's place.
        let again = try paged.open("phone")
        #expect(phone.closeCode() == 4_001)
        again.say(#"{"type":"disarm"}"#)
        try paged.group.view("the phone disarmed") {
            !$0.isArmed(by: "phone") && $0.isArmed(by: "desk")
        }
    }

    @Test("V4: a lost socket ends its arming after 5 s, and not where the page is back by then")
    func lostSocket() throws {
        let paged = try PagedGroup()
        let watch = try paged.open("watch")
        for isBack in [true, false] {
            var phone: PageSocket? = try paged.open("phone")
            phone?.say(press("eye", 1, down: 10))
            #expect(phone?.text("pressed", with: "armed") != nil)
            let lostAt = Stamp.now
            phone = nil
            if isBack {
                phone = try paged.open("phone")
                while Stamp.now < lostAt + 6.5 { #expect(watch.text("beat") != nil) }
                _ = try paged.group.view("still armed") { $0.isArmed(by: "phone") }
            } else {
                try paged.group.view("disarmed") { !$0.isArmed(by: "phone") }
                #expect(Stamp.now - lostAt >= 4.9 && Stamp.now - lostAt < 15)
            }
        }
    }

    @Test("a press of Stop can be posted while the socket is away; two confirm")
    func post() throws {
        let paged = try PagedGroup()
        let watch = try paged.open("watch")
        try paged.group.startSession()
        let token = "X-Handrail-Token: \(paged.token)"
        let all = [paged.host, paged.origin, token]
        #expect(paged.postStop("phone", down: 10, all).hasSuffix(#"{"outcome":"armed"}"#))
        #expect(watch.text("beat") != nil && watch.text("beat") != nil)
        for index in all.indices {
            var some = all
            some.remove(at: index)
            let status = index == 0 ? "421" : "403"
            #expect(paged.postStop("phone", down: 11, some).hasPrefix("HTTP/1.1 \(status) "))
        }
        #expect(paged.postStop("", down: 11, all).hasPrefix("HTTP/1.1 400 "))
        let long = ["Content-Length: 4097"]
        #expect(paged.http("POST", "/stop", all + long).hasPrefix("HTTP/1.1 413 "))
        #expect(paged.http("POST", "/stop", all).hasPrefix("HTTP/1.1 411 "))
        #expect(paged.postStop("phone", down: 11, all).contains(#"{"outcome":"confirmed""#))
        try paged.group.view("`Stopped`") { $0.saysStopped }
    }

    @Test("a page that was open goes on after a restart: same port, same secret")
    func restart() throws {
        let paged = try PagedGroup()
        let page = try paged.open("phone")
        let former = try paged.group.signal("web", SIGKILL)
        #expect(page.stream.isCut())
        try paged.group.waitForRestart(of: "web", after: former)
        let address = try paged.group.ask(WebPageGet(), of: "web").read(WebPage.self).address
        #expect(address == paged.address)
        _ = try paged.open("phone")
        let path = "\(paged.group.directory.path)/state/web.token"
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        // A secret that others could have read is none.
        chmod(path, 0o644)
        let second = try paged.group.signal("web", SIGKILL)
        try paged.group.waitForRestart(of: "web", after: second)
        let other = try paged.group.ask(WebPageGet(), of: "web").read(WebPage.self).address
        #expect(other != paged.address)
    }

    @Test("V8: a page hears that the face is gone, a touch is refused, and a whole view comes back")
    func lostFace() throws {
        let paged = try PagedGroup()
        let page = try paged.open("phone")
        let former = try paged.group.signal("face", 0)
        // The next one comes after this was told, however fast the launcher is.
        paged.group.launcher.signal(SIGSTOP)
        kill(former, SIGKILL)
        #expect(page.text("lost", with: "disconnected") != nil)
        paged.group.launcher.signal(SIGCONT)
        #expect(page.text("view", with: #""number":"#) != nil)
        try paged.group.waitForRestart(of: "face", after: former)
        let pid = try paged.group.signal("face", SIGSTOP)
        page.say(press("eye", 9, down: 10))
        #expect(page.text("problem", with: #""id":9"#) != nil)
        kill(pid, SIGCONT)
        // The face takes the touch now, and what was sent behind it: nothing stays armed.
        page.say(press("eye", 10, down: 20))
        #expect(page.text("pressed", with: #""id":10,"outcome":"armed""#) != nil)
    }

    @Test("a port that is taken is told with what to do, and the page comes when it is free")
    func taken() throws {
        let holder = try #require(PortHolder())
        let group = try TestGroup(web: "port: \(holder.port)")
        let answer = try group.client.ask(
            GroupStatusGet(), of: "group", on: .requests, within: 10
        ).read(GroupStatus.self)
        #expect(answer.processes.map(\.name).contains("web"))
        #expect(throws: Problem.self) { try group.ask(WebPageGet(), of: "web") }
        #expect(group.launcher.output.contains("give web another port or host in the topology"))
        holder.letGo()
        let guardian = Guard()
        var page: WebPage?
        while page == nil, !guardian.isOver {
            page = try? group.ask(WebPageGet(), of: "web").read(WebPage.self)
        }
        #expect(page?.address.hasPrefix("http://127.0.0.1:\(holder.port)/#") == true)
    }
}

/// Somebody else's socket at a port that a process wants.
private final class PortHolder {
    private var descriptor: Int32
    let port: Int

    init?() {
        // Not for the group to inherit.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let holder = descriptor
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(holder, address, size) == 0 && listen(holder, 1) == 0
                    ? getsockname(holder, address, &size) : -1
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        guard code == 0 else { return nil }
    }

    deinit { letGo() }

    func letGo() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}

import Bus
import FoundationEssentials
import Glibc
import Messages
import TestKit
import Testing

/// What strangers do to the port that browsers use.
@Suite("Hostile browsers", .serialized)
struct WebHostileTests {
    private func isServed(_ paged: PagedGroup) -> Bool {
        paged.http("GET", "/", [paged.host]).hasPrefix("HTTP/1.1 200 OK")
    }

    @Test("whoever asks under another name, from another page or without the secret gets nothing")
    func strangers() throws {
        let paged = try PagedGroup()
        #expect(paged.http("GET", "/", []).hasPrefix("HTTP/1.1 421 "))
        #expect(paged.http("GET", "/", ["Host: evil.example"]).hasPrefix("HTTP/1.1 421 "))
        #expect(paged.http("GET", "/", [paged.host, paged.host]).hasPrefix("HTTP/1.1 421 "))
        #expect(paged.http("GET", "/../web.token", [paged.host]).hasPrefix("HTTP/1.1 404 "))
        #expect(paged.http("PUT", "/", [paged.host]).hasPrefix("HTTP/1.1 405 "))
        let upgrade = [
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        let own = "Sec-WebSocket-Protocol: handrail"
        let cases: [(headers: [String], status: Int)] = [
            ([paged.host, own], 403), ([paged.host, "Origin: http://evil.example", own], 403),
            ([paged.host, "Origin: null", own], 403), (["Host: evil", paged.origin, own], 421),
            ([paged.host, paged.origin], 400),
        ]
        for (headers, status) in cases {
            let answer = paged.http("GET", "/socket", headers + upgrade)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(headers)")
        }
        let stranger = try #require(
            PageSocket(
                port: paged.port, token: String(repeating: "0", count: 32), view: "phone"))
        #expect(stranger.text("problem", with: "the token is wrong") != nil)
        #expect(stranger.closeCode() == 4_003)
    }

    @Test("long headers, long frames, other frames and half requests end their connection only")
    func limits() throws {
        let paged = try PagedGroup()
        let page = try paged.open("phone")
        let long = "X-Long: " + String(repeating: "a", count: 20_000)
        #expect(!paged.http("GET", "/", [paged.host, long]).contains("200 OK"))
        for (frame, code) in [
            (PageSocket.frame(Array(repeating: 0x20, count: 9_000)), 1_009),
            (PageSocket.frame([1], kind: 2), 1_003), (PageSocket.frame([0xff]), 1_007),
        ] {
            let stranger = try #require(PageSocket(port: paged.port))
            stranger.stream.send(frame)
            #expect(stranger.closeCode() == code)
        }
        let huge = try #require(PageSocket(port: paged.port))
        huge.stream.send(PageSocket.frame([], announcing: .max).prefix(14) + [1, 2, 3])
        let silent = try #require(PageSocket(port: paged.port))
        #expect(silent.closeCode() == 4_008)
        #expect(huge.stream.isCut())
        #expect(page.text("beat") != nil)
    }

    @Test("who sends headers byte by byte is cut after 5 s, and so is who sends none")
    func slowloris() throws {
        let paged = try PagedGroup()
        let (drip, none) = (TCPStream(port: paged.port), TCPStream(port: paged.port))
        let began = Stamp.now
        let guardian = Guard()
        let text = Array("GET / HTTP/1.1\r\n\(paged.host)\r\nX-A: ".utf8)
        drip?.send(text)
        // Each try to read takes a fifth of a second where nothing comes.
        while !guardian.isOver, drip?.take(1, within: Guard(seconds: 0.1)) == nil,
            drip?.send("a") == true
        {}
        #expect(drip?.isCut(within: guardian) == true)
        #expect(Stamp.now - began > 4.5 && Stamp.now - began < 15)
        #expect(none?.isCut(within: guardian) == true)
        #expect(isServed(paged))
    }

    @Test("a page that reads nothing, or shows nothing, is dropped")
    func slowReaders() throws {
        let paged = try PagedGroup()
        let blind = try #require(
            PageSocket(port: paged.port, token: paged.token, view: "blind"))
        let deaf = try #require(PageSocket(port: paged.port, token: paged.token, view: "deaf"))
        // The one reads all, answers pings, and says of no view that it was shown.
        #expect(blind.closeCode(within: Guard(seconds: 30)) == 4_009)
        #expect(deaf.stream.isHungUp(within: Guard(seconds: 30)))
    }

    @Test("of 500 connections those that are too many are told so, and all is well afterwards")
    func many() throws {
        let paged = try PagedGroup()
        let page = try paged.open("phone")
        var streams = (0..<500).compactMap { _ in TCPStream(port: paged.port) }
        #expect(streams.count == 500)
        for stream in streams { stream.send("GET / HTTP/1.1\r\n\(paged.host)\r\n\r\n") }
        let answers = streams.map { $0.takeAll().prefix(12) }
        #expect(answers.contains { $0.hasSuffix("503") })
        #expect(answers.allSatisfy { $0.hasSuffix("503") || $0.hasSuffix("200") })
        streams = []
        let sockets = (0..<300).compactMap { _ in PageSocket(port: paged.port) }
        #expect((200...256).contains(sockets.count))
        #expect(page.text("beat") != nil)
        withExtendedLifetime(sockets) {}
        // Those that said no hello are dropped by now or soon.
        let guardian = Guard()
        while !isServed(paged), !guardian.isOver {}
        #expect(isServed(paged))
    }

    @Test("noise in HTTP and in frames ends nobody, and Stops come round meanwhile")
    func noise() throws {
        let paged = try PagedGroup()
        let pid = try paged.group.pid(of: "web")
        let seed = UInt64(Stamp.now * 1e3)
        let (port, token) = (paged.port, paged.token)
        let attack = PlainThread {
            var fuzzer = PageFuzzer(port: port, token: token, seed: seed)
            for _ in 0..<1_500 { fuzzer.attack() }
        }
        for _ in 0..<3 {
            try paged.group.startSession()
            #expect(try paged.group.press(.stop).outcome == .confirmed)
            try paged.group.view("`Stopped`") { $0.saysStopped }
        }
        attack.join()
        #expect(try paged.group.pid(of: "web") == pid, "seed \(seed)")
        let guardian = Guard()
        while !isServed(paged), !guardian.isOver {}
        #expect(isServed(paged), "seed \(seed)")
    }
}

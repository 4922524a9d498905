import Testing
import ZeroMQ

@Suite struct RoutingTests {
    @Test("F13: with immediate, what is sent to nobody would block and is not queued for the next")
    func immediate() throws {
        let folder = try Folder()
        let dealer = try Link(.dealer)
        try dealer.socket.set(.immediate, true)
        try dealer.socket.set(.reconnectInterval, .milliseconds(10))
        try dealer.socket.connect("ipc://\(folder.path)/s")
        #expect(try dealer.send("stale") == .wouldBlock)

        let router = try Link(.router)
        try router.socket.bind("ipc://\(folder.path)/s")
        #expect(try dealer.sendWhenReady("fresh") == .sent)
        #expect(try router.nextTexts()?.last == "fresh")
    }

    @Test("P4: a mandatory router says that a peer is unknown, and sends nothing of the message")
    func unroutable() throws {
        let pair = try Pair(.router, .dealer) { try $0.bound.socket.set(.routerMandatory, true) }
        try pair.connected.send("hello")
        guard case .message(let hello) = try pair.bound.next() else {
            Issue.record("no hello")
            return
        }
        #expect(try pair.bound.send("stranger", "", "reply") == .unroutable)
        #expect(try pair.bound.socket.send([hello.frames[0], [], [1]]) == .sent)
        #expect(try pair.connected.next() == .message(Multipart(frames: [[], [1]])))
    }

    @Test("P5: a full peer of a mandatory router would block, whole messages have gone before")
    func full() throws {
        let pair = try Pair(.router, .dealer) {
            try $0.bound.socket.set(.routerMandatory, true)
            try $0.bound.socket.set(.sendHighWaterMark, 2)
            try $0.connected.socket.set(.receiveHighWaterMark, 2)
        }
        try pair.connected.send("hello")
        guard case .message(let hello) = try pair.bound.next() else {
            Issue.record("no hello")
            return
        }
        var sent = 0
        var outcome = Sent.sent
        while outcome == .sent {
            outcome = try pair.bound.socket.send([hello.frames[0], [1], [2]])
            if outcome == .sent { sent += 1 }
        }
        #expect(outcome == .wouldBlock)
        #expect(sent == 4)
        for _ in 0..<sent {
            #expect(try pair.connected.next() == .message(Multipart(frames: [[1], [2]])))
        }
        #expect(try pair.connected.socket.receive() == nil)
        #expect(try pair.bound.wait(for: .writable))
        #expect(try pair.bound.socket.send([hello.frames[0], [3]]) == .sent)
        #expect(try pair.connected.next() == .message(Multipart(frames: [[3]])))
    }

    @Test("F5: a frame over the bound side's limit costs its sender the connection, nobody else")
    func maximumMessageSize() throws {
        let folder = try Folder()
        let endpoint = "ipc://\(folder.path)/s"
        let router = try Link(.router)
        try router.socket.set(.maximumMessageSize, 1000)
        try router.socket.bind(endpoint)
        let careless = try Link(.dealer)
        let careful = try Link(.dealer)
        for dealer in [careless, careful] {
            try dealer.socket.set(.reconnectInterval, .milliseconds(10))
            try dealer.socket.connect(endpoint)
        }
        #expect(try careless.socket.send([[UInt8](repeating: 0, count: 1001)]) == .sent)
        #expect(try careful.socket.send([[UInt8](repeating: 1, count: 1000)]) == .sent)
        guard case .message(let message) = try router.next() else {
            Issue.record("nothing came")
            return
        }
        #expect(message.frames[1].first == 1)
        // The careless one comes back as somebody new.
        var replies = 0
        while replies == 0 {
            try careless.send("sorry")
            if try router.nextTexts()?.last == "sorry" { replies += 1 }
        }
        #expect(try router.socket.send([message.frames[0], [2]]) == .sent)
        #expect(try careful.next() == .message(Multipart(frames: [[2]])))
    }
}

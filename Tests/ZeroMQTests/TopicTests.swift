import Testing
import ZeroMQ

@Suite struct TopicTests {
    private let state = Array("solo.state".utf8)

    @Test("A topic has 64 bytes at most", arguments: [64, 65, 255])
    func topicLength(length: Int) throws {
        let sub = try Link(.sub)
        let topic = [UInt8](repeating: 97, count: length)
        if length <= Socket.longestTopic {
            try sub.socket.subscribe(topic)
            try sub.socket.unsubscribe(topic)
        } else {
            let error = #expect(throws: ZeroMQError.self) { try sub.socket.subscribe(topic) }
            #expect(error?.code == .nameTooLong)
            #expect(error?.message == "a topic of \(length) bytes, and a topic has 64 at most")
        }
    }

    @Test("B1: a verbose XPUB hears of each subscription, and of its end when nobody is left")
    func verbose() throws {
        let folder = try Folder()
        let pair = try Pair(.xpub, .sub, at: "ipc://\(folder.path)/s") {
            try $0.bound.socket.set(.xpubVerbose, true)
        }
        let second = try Link(.sub)
        try second.socket.connect("ipc://\(folder.path)/s")

        try pair.connected.socket.subscribe(state)
        #expect(try pair.bound.nextSubscription() == .began(state))
        try second.socket.subscribe(state)
        #expect(try pair.bound.nextSubscription() == .began(state))

        // One of two leaves in silence; the last one's end is told, also when it just goes.
        try second.socket.unsubscribe(state)
        try second.socket.subscribe([1])
        #expect(try pair.bound.nextSubscription() == .began([1]))
        second.socket = try Socket(.sub, in: context)
        #expect(try pair.bound.nextSubscription() == .ended([1]))
        try pair.connected.socket.unsubscribe(state)
        #expect(try pair.bound.nextSubscription() == .ended(state))
    }

    @Test("B2: subscribe and unsubscribe ask a verbose XPUB again, and miss nothing meanwhile")
    func askAgain() throws {
        let pair = try Pair(.xpub, .sub) { try $0.bound.socket.set(.xpubVerbose, true) }
        try pair.connected.socket.subscribe(state)
        #expect(try pair.bound.nextSubscription() == .began(state))
        for turn in 1...3 {
            try pair.connected.socket.subscribe(state)
            try pair.connected.socket.unsubscribe(state)
            #expect(try pair.bound.nextSubscription() == .began(state))
            #expect(try pair.bound.socket.receiveSubscription() == nil)
            try pair.bound.send("solo.state", "\(turn)")
            #expect(try pair.connected.nextTexts() == ["solo.state", "\(turn)"])
        }
    }

    @Test("The other order ends the subscription in between, and the XPUB hears both")
    func askAgainTheOtherWay() throws {
        let pair = try Pair(.xpub, .sub) { try $0.bound.socket.set(.xpubVerbose, true) }
        try pair.connected.socket.subscribe(state)
        try pair.connected.socket.unsubscribe(state)
        try pair.connected.socket.subscribe(state)
        for expected in [Subscription.began(state), .ended(state), .began(state)] {
            #expect(try pair.bound.nextSubscription() == expected)
        }
    }

    @Test(
        "What is no subscription is a value",
        arguments: [[[9]], [[]], [[9], [3]]] as [[[UInt8]]])
    func malformed(frames: [[UInt8]]) throws {
        let pair = try Pair(.xpub, .pair)
        // An inproc PAIR speaks to any socket: here as a peer that does not keep to the pattern.
        #expect(try pair.connected.socket.send(frames) == .sent)
        #expect(try pair.bound.nextSubscription() == .malformed)
    }
}

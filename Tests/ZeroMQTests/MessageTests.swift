import Testing
import ZeroMQ

@Suite struct MessageTests {
    @Test(
        "A frame arrives whole, whatever its size",
        arguments: [0, 1, 33, 34, 255, 256, 1 << 20], ["inproc", "ipc"])
    func sizes(size: Int, transport: String) throws {
        let folder = try Folder()
        let place = transport == "ipc" ? "ipc://\(folder.path)/s" : "inproc://\(unique())"
        let pair = try Pair(.pair, .pair, at: place)
        let frame = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        #expect(try pair.connected.wait(for: .writable))
        #expect(try pair.connected.socket.send([frame, [7]]) == .sent)
        let received = try pair.bound.next(.init(bytes: 1 + (1 << 20)))
        #expect(received == .message(Multipart(frames: [frame, [7]])))
    }

    @Test("Nothing to receive is a value")
    func nothing() throws {
        let pair = try Pair(.pair, .pair)
        #expect(try pair.bound.socket.receive() == nil)
        #expect(try pair.bound.wait(for: .writable))
    }

    @Test("A message over the limit is cut, dropped to its end, and the next one is whole")
    func limits() throws {
        let pair = try Pair(.pair, .pair)
        let long = Array(repeating: [UInt8](repeating: 1, count: 10), count: 100)
        for _ in 0..<2 { #expect(try pair.connected.socket.send(long) == .sent) }
        try pair.connected.send("next")

        let cut = Received.oversized(Multipart(frames: Array(long.prefix(3))))
        #expect(try pair.bound.next(.init(frames: 3)) == cut)
        #expect(try pair.bound.next(.init(frames: 1000, bytes: 39)) == cut)
        #expect(try pair.bound.nextTexts() == ["next"])
    }

    @Test("A message at the limit is whole")
    func atTheLimit() throws {
        let pair = try Pair(.pair, .pair)
        try pair.connected.send("ab", "cd")
        let whole = Multipart(frames: [Array("ab".utf8), Array("cd".utf8)])
        #expect(try pair.bound.next(.init(frames: 2, bytes: 4)) == .message(whole))
    }

    @Test("A frame lends its bytes and says whether more follow")
    func frames() throws {
        let pair = try Pair(.pair, .pair)
        try pair.connected.send("first", "last")
        #expect(try pair.bound.wait())
        guard let first = try pair.bound.socket.receiveFrame(),
            let last = try pair.bound.socket.receiveFrame()
        else {
            Issue.record("nothing came")
            return
        }
        let (more, count) = (first.more, first.count)
        #expect(more && count == 5)
        #expect(first.withBytes { $0[0] } == UInt8(ascii: "f"))
        #expect(!last.more && last.bytes == Array("last".utf8))
        #expect(last.property("User-Id") == nil)
    }

    @Test("A request out of step is an error that says so")
    func outOfStep() throws {
        let pair = try Pair(.rep, .req)
        #expect(try pair.connected.sendWhenReady("one") == .sent)
        let error = #expect(throws: ZeroMQError.self) { try pair.connected.send("two") }
        #expect(error?.code == .outOfStep)
        #expect(error?.operation == "zmq_msg_send")
    }

    @Test("A message without frames ends the process")
    func noFrames() async {
        await #expect(processExitsWith: .failure) { try Link(.pair).send() }
    }
}

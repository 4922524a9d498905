import Testing
import ZeroMQ

@Suite struct ContextTests {
    @Test("A socket keeps its context alive")
    func keptAlive() throws {
        let socket = try Socket(.pair, in: Context())
        try socket.bind("inproc://\(unique())")
        #expect(try socket.receive() == nil)
    }

    @Test(
        "F16: the end of a context waits for what is still to be sent, no longer than linger",
        arguments: [nil, .milliseconds(50)] as [Duration?])
    func linger(time: Duration?) throws {
        let folder = try Folder()
        let begin = now
        do {
            let socket = try Socket(.dealer, in: Context())
            if let time { try socket.set(.linger, time) }
            try socket.connect("ipc://\(folder.path)/nobody")
            #expect(try socket.send([[1]]) == .sent)
        }
        let took = now - begin
        // The library's clock is a millisecond coarse: it waits, but not to the hair.
        #expect(took >= (time == nil ? 0.15 : 0.04))
        #expect(took < patience)
    }

    @Test("What was sent before a close arrives")
    func sentBeforeClose() throws {
        let folder = try Folder()
        let router = try Link(.router)
        try router.socket.bind("ipc://\(folder.path)/s")
        let dealer = try Socket(.dealer, in: context)
        try dealer.set(.linger, .seconds(10))
        try dealer.connect("ipc://\(folder.path)/s")
        for number in 0..<50 { #expect(try dealer.send([[UInt8(number)]]) == .sent) }
        dealer.close()
        for number in 0..<50 {
            guard case .message(let message) = try router.next() else {
                Issue.record("message \(number) did not come")
                return
            }
            #expect(message.frames[1] == [UInt8(number)])
        }
    }

    @Test("A full context says so")
    func full() throws {
        let small = Context(maximumSockets: 1)
        let one = try Socket(.pair, in: small)
        let error = #expect(throws: ZeroMQError.self) { _ = try Socket(.pair, in: small) }
        #expect(error?.code == .tooManyDescriptors)
        one.close()
    }

    @Test("The library is one that we know, with all that we need")
    func version() {
        #expect(Version.library.hasPrefix("4.3."))
        for feature in Version.Feature.allCases { #expect(feature.isPresent) }
    }

    @Test("Times are rounded up to milliseconds, and refused where the library has no room")
    func times() throws {
        let socket = try Socket(.pair, in: context)
        try socket.set(.linger, .microseconds(1))
        try socket.set(.heartbeatTimeToLive, .seconds(2))
        for time in [Duration.milliseconds(-1), .seconds(30 * 24 * 3600)] {
            let error = #expect(throws: ZeroMQError.self) { try socket.set(.linger, time) }
            #expect(error?.code == .invalidArgument)
        }
    }

    @Test("Every option exists in this library")
    func options() throws {
        let router = try Socket(.router, in: context)
        for option in [
            Option<Duration>.linger, .handshakeInterval, .heartbeatInterval, .heartbeatTimeout,
            .heartbeatTimeToLive, .reconnectInterval, .reconnectIntervalMaximum,
        ] { try router.set(option, .seconds(1)) }
        for option in [Option<Int32>.sendHighWaterMark, .receiveHighWaterMark] {
            try router.set(option, 7)
        }
        try router.set(.maximumMessageSize, 65_536)
        try router.set(.ipcFilterUser, 0)
        for option in [Option<Bool>.immediate, .routerMandatory, .curveServer, .zapEnforceDomain] {
            try router.set(option, true)
        }
    }
}

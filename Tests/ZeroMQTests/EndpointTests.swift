import Foundation
import Testing
import ZeroMQ

@Suite struct EndpointTests {
    private let folder: Folder
    private var endpoint: String { "ipc://\(folder.path)/s" }

    init() throws { folder = try Folder() }

    @Test("A path of 107 bytes can be bound and connected, with room for its lock")
    func longestPath() throws {
        let pair = try Pair(.pair, .pair, at: "ipc://\(folder.path(ofLength: 107))")
        #expect(try pair.connected.sendWhenReady("hello") == .sent)
        #expect(try pair.bound.nextTexts() == ["hello"])
    }

    @Test("A longer path is refused with its length and the limit, before anything is made of it")
    func pathLength() throws {
        let path = folder.path(ofLength: 108)
        let link = try Link(.pair)
        for connect in [false, true] {
            let error = #expect(throws: ZeroMQError.self) {
                try connect
                    ? link.socket.connect("ipc://\(path)") : link.socket.bind("ipc://\(path)")
            }
            #expect(error?.code == .nameTooLong)
            #expect(
                error?.message == "\(path) is 108 bytes long, and a socket's path has 107 at most")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("An address in brackets is one of IPv6")
    func brackets() throws {
        let bound = try Link(.pair)
        try bound.socket.bind("tcp://[::1]:*")
        let connected = try Link(.pair)
        try connected.socket.connect(bound.socket.lastEndpoint)
        #expect(try connected.sendWhenReady("hello") == .sent)
        #expect(try bound.nextTexts() == ["hello"])
    }

    @Test("P24: an endpoint without a file to guard it is refused", arguments: ["", "@name", "*"])
    func noFile(name: String) throws {
        let link = try Link(.pair)
        for connect in [false, true] {
            let error = #expect(throws: ZeroMQError.self) {
                try connect
                    ? link.socket.connect("ipc://\(name)") : link.socket.bind("ipc://\(name)")
            }
            #expect(error?.code == .invalidArgument)
        }
    }

    @Test("F9: a living owner keeps its path, and whoever it serves")
    func livingOwner() throws {
        let pair = try Pair(.pair, .pair, at: endpoint)
        let thief = try Link(.pair)
        let error = #expect(throws: ZeroMQError.self) { try thief.socket.bind(endpoint) }
        #expect(error?.code == .addressInUse)
        #expect(error?.message == "another process has the endpoint \(folder.path)/s")
        #expect(try pair.connected.sendWhenReady("still there") == .sent)
        #expect(try pair.bound.nextTexts() == ["still there"])
    }

    @Test("B11: the socket file of a killed owner is taken over")
    func deadOwner() async throws {
        let path = "\(folder.path)/s"
        let result = await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let owner = try Link(.pair)
            try owner.socket.bind("ipc://\(path)")
            kill(getpid(), SIGKILL)
        }
        #expect(result != nil)
        #expect(FileManager.default.fileExists(atPath: path))
        let pair = try Pair(.pair, .pair, at: endpoint)
        #expect(try pair.connected.sendWhenReady("hello") == .sent)
        #expect(try pair.bound.nextTexts() == ["hello"])
    }

    @Test("A file that is not a socket is not replaced")
    func foreignFile() throws {
        try Data("precious".utf8).write(to: URL(filePath: "\(folder.path)/s"))
        let link = try Link(.pair)
        let error = #expect(throws: ZeroMQError.self) { try link.socket.bind(endpoint) }
        #expect(error?.code == .addressInUse)
        #expect(try String(contentsOfFile: "\(folder.path)/s", encoding: .utf8) == "precious")
    }

    @Test("The path is free for the next as soon as its socket has closed or is unbound")
    func freed() throws {
        let first = try Socket(.pair, in: context)
        try first.bind(endpoint)
        first.close()
        let second = try Link(.pair)
        try second.socket.bind(endpoint)
        try second.socket.unbind(endpoint)
        let third = try Link(.pair)
        try third.socket.bind(endpoint)
        #expect(try third.socket.lastEndpoint == endpoint)
    }

    @Test("A lock that could not be had leaves no descriptor behind")
    func noLeak() throws {
        let lock = try EndpointLock(path: "\(folder.path)/s")
        #expect(lock.path == "\(folder.path)/s")
        let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            .filter { lockTarget($0) }
        for _ in 0..<10 {
            #expect(throws: ZeroMQError.self) { _ = try EndpointLock(path: lock.path) }
        }
        let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            .filter { lockTarget($0) }
        #expect(before.count == 1)
        #expect(after == before)
    }

    @Test("A lock is free with its owner, though a child that is being spawned has its descriptor")
    func lockDuringSpawn() throws {
        let lock = try EndpointLock(path: "\(folder.path)/s")
        let descriptor = try #require(
            FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
                .first { lockTarget($0) }.flatMap { Int32($0) })
        // What a fork does, for as long as the child has not begun its program.
        let copy = dup(descriptor)
        defer { close(copy) }
        _ = consume lock
        let next = try EndpointLock(path: "\(folder.path)/s")
        #expect(next.path == "\(folder.path)/s")
    }

    /// Whether a descriptor of ours is open on the lock file.
    private func lockTarget(_ descriptor: String) -> Bool {
        let target = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/fd/\(descriptor)")
        return target == "\(folder.path)/s.lock"
    }

    @Test("A socket is bound to one path at most")
    func onePath() throws {
        let link = try Link(.pair)
        try link.socket.bind(endpoint)
        let error = #expect(throws: ZeroMQError.self) { try link.socket.bind("\(endpoint)2") }
        #expect(error?.code == .invalidArgument)
    }

    @Test("Nobody else may use the socket file, whatever the umask")
    func mode() throws {
        let link = try Link(.pair)
        try link.socket.bind(endpoint)
        for file in ["s", "s.lock"] {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: "\(folder.path)/\(file)")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("What the library refuses carries the call and the endpoint")
    func refusal() throws {
        let link = try Link(.pair)
        let error = #expect(throws: ZeroMQError.self) { try link.socket.bind("carrier://pigeon") }
        #expect(
            error?.description == "zmq_bind: Protocol not supported (carrier://pigeon)")
        let unknown = #expect(throws: ZeroMQError.self) {
            try link.socket.unbind("inproc://nobody")
        }
        #expect(unknown?.code == .noSuchFile)
    }

    @Test("A disconnected peer is not sent to any more")
    func disconnect() throws {
        let pair = try Pair(.router, .dealer, at: endpoint)
        #expect(try pair.connected.sendWhenReady("hello") == .sent)
        try pair.connected.socket.disconnect(endpoint)
        #expect(try pair.connected.send("hello") == .wouldBlock)
    }
}

import CLinux
import Glibc
import Synchronization
import Testing
import ZeroMQ

/// How somebody comes to an endpoint that wants a key.
enum Stranger: String, CaseIterable, Sendable {
    case noKey
    case password
    case unknownKey
    case wrongServerKey

    func dress(_ socket: borrowing Socket, server: CurveKeys) throws {
        switch self {
        case .noKey: break
        case .password:
            try socket.set(.plainUser, "relay")
            try socket.set(.plainPassword, "relay")
        case .unknownKey: try socket.show(CurveKeys(), to: server.publicKey)
        case .wrongServerKey: try socket.show(CurveKeys(), to: CurveKeys().publicKey)
        }
    }

    /// What the door's side may say of it: of two that do not fit the one who sees it first hangs
    /// up, and the other one knows no more than that.
    var ends: [Handshake] {
        switch self {
        case .noKey, .password: [.mismatched, .hungUp]
        case .unknownKey: [.denied]
        case .wrongServerKey: [.mismatched]
        }
    }
}

extension Socket {
    /// Shows a key to a server that is known by its own.
    func show(_ keys: CurveKeys, to server: String) throws {
        try set(.curveServerKey, server)
        try set(.curvePublicKey, keys.publicKey)
        try set(.curveSecretKey, keys.secretKey)
    }
}

/// A router that wants keys, in a context of its own, as a context has one authenticator.
private final class GuardedRouter {
    let context = Context()
    let keys: CurveKeys
    let friend: CurveKeys
    let authenticator: Authenticator
    var socket: Socket

    init(decide: (@Sendable (Newcomer) -> Admission)? = nil) throws {
        keys = try CurveKeys()
        friend = try CurveKeys()
        let known = friend.publicKey
        authenticator = try Authenticator(in: context) { newcomer in
            if let decide { return decide(newcomer) }
            guard newcomer.proof == .key(known), newcomer.domain == "door" else { return .denied }
            return .granted(user: known)
        }
        socket = try Socket(.router, in: context)
        try socket.watchHandshakes([.denied, .mismatched, .hungUp], in: context)
        // Who is denied, or not decided about, is let go after it: 30 s unless set.
        try socket.set(.handshakeInterval, .milliseconds(200))
        try socket.set(.curveServer, true)
        try socket.set(.curveSecretKey, keys.secretKey)
        try socket.set(.zapDomain, "door")
        try socket.set(.zapEnforceDomain, true)
        try socket.bind("tcp://127.0.0.1:*")
    }

    /// A dealer that has come to the door, and has left a word for whoever opens.
    func visitor(_ dress: (borrowing Socket) throws -> Void) throws -> Link {
        let link = try Link(.dealer)
        try link.socket.watchHandshakes(Handshake.allCases, in: ZeroMQTests.context)
        try dress(link.socket)
        try link.socket.connect(socket.lastEndpoint)
        try link.send("hello")
        return link
    }

    /// Waits for the end of a handshake of ours.
    func nextFailure() throws -> Handshake? {
        var poller = try Poller()
        poller.add(handshakesOf: socket)
        try poller.wait(until: now + patience)
        return try socket.nextHandshake()
    }

    func message() throws -> Multipart? {
        var poller = try Poller()
        poller.add(socket)
        try poller.wait(until: now + patience)
        guard case .message(let message) = try socket.receive() else { return nil }
        return message
    }
}

extension Link {
    /// Waits for the end of a handshake.
    func nextHandshake() throws -> Handshake? {
        var poller = try Poller()
        poller.add(handshakesOf: socket)
        try poller.wait(until: now + patience)
        return try socket.nextHandshake()
    }
}

@Suite struct AdmissionTests {
    @Test("Who is known comes in, under the name that was decided")
    func known() throws {
        let door = try GuardedRouter()
        let friend = try door.visitor { try $0.show(door.friend, to: door.keys.publicKey) }
        let message = try door.message()
        #expect(message?.user == door.friend.publicKey)
        #expect(message?.frames.last == Array("hello".utf8))
        #expect(try friend.nextHandshake() == .succeeded)
    }

    @Test("P32: a stranger is sent away, and both ends are told", arguments: Stranger.allCases)
    private func sentAway(_ stranger: Stranger) throws {
        let door = try GuardedRouter()
        let visitor = try door.visitor { try stranger.dress($0, server: door.keys) }
        #expect(try [.mismatched, .hungUp].contains(visitor.nextHandshake()))
        #expect(try door.nextFailure().map(stranger.ends.contains) == true)
        // Who comes after it and is known finds nothing of the stranger's before its own word.
        let friend = try door.visitor { try $0.show(door.friend, to: door.keys.publicKey) }
        #expect(try door.message()?.user == door.friend.publicKey)
        withExtendedLifetime((visitor, friend)) {}
    }

    @Test("F8: who was denied comes in when it is known later, without doing anything")
    func later() throws {
        let isOpen = Flag()
        let door = try GuardedRouter { _ in isOpen.isSet ? .granted(user: "late") : .denied }
        let visitor = try door.visitor { try $0.show(CurveKeys(), to: door.keys.publicKey) }
        #expect(try visitor.nextHandshake() == .hungUp)
        isOpen.set()
        #expect(try door.message()?.user == "late")
    }

    @Test("F2: where the authenticator has ended, nobody comes in, and who is in stays in")
    func dead() throws {
        let door = try GuardedRouter()
        let friend = try door.visitor { try $0.show(door.friend, to: door.keys.publicKey) }
        #expect(try door.message() != nil)
        door.authenticator.end()
        let second = try door.visitor { try $0.show(door.friend, to: door.keys.publicKey) }
        #expect(try second.nextHandshake() == .hungUp)
        try friend.send("again")
        #expect(try door.message()?.frames.last == Array("again".utf8))
    }

    @Test("P29: while the authenticator is stuck newcomers wait, and who is in is served")
    func stuck() throws {
        let gate = Turnstile()
        let door = try GuardedRouter { _ in
            gate.pass()
            return .granted(user: "guest")
        }
        gate.open()
        let first = try door.visitor { try $0.show(CurveKeys(), to: door.keys.publicKey) }
        #expect(try door.message()?.user == "guest")
        gate.waitForKnock()
        let second = try door.visitor { try $0.show(CurveKeys(), to: door.keys.publicKey) }
        gate.waitForKnock()
        for word in ["one", "two"] {
            try first.send(word)
            #expect(try door.message()?.frames.last == Array(word.utf8))
        }
        #expect(try second.socket.nextHandshake() == nil)
        gate.open()
        #expect(try door.message()?.user == "guest")
    }

    @Test("Whoever decides is told the door, where somebody comes from, and the key")
    func questions() throws {
        let door = try GuardedRouter { newcomer in
            newcomer.address == "127.0.0.1" && newcomer.domain == "door"
                ? .granted(user: "seen") : .denied
        }
        let visitor = try door.visitor { try $0.show(CurveKeys(), to: door.keys.publicKey) }
        #expect(try door.message()?.user == "seen")
        withExtendedLifetime(visitor) {}
    }

    @Test("Z85: what one way makes the other reads; what is no text of it is refused")
    func z85() throws {
        let bytes: [UInt8] = [0x86, 0x4f, 0xd2, 0x6f, 0xb5, 0x59, 0xf7, 0x5b]
        #expect(Z85.text(of: bytes) == "HelloWorld")
        #expect(Z85.bytes(of: "HelloWorld") == bytes)
        #expect(Z85.text(of: [1, 2, 3]) == nil)
        #expect(Z85.bytes(of: "Hello") != nil)
        for text in ["HelloWorld!", "####\u{7f}", "#####", "Hell\u{0}", "Hell\u{e9}"] {
            #expect(Z85.bytes(of: text) == nil, "\(text)")
        }
    }
}

/// Something that is once so.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
}

/// Lets one pass for each time that it is opened, and tells of those who wait.
private final class Turnstile: Sendable {
    private let knock = eventfd()
    private let token = eventfd()

    private static func eventfd() -> Int32 { clinux_eventfd() }

    func pass() {
        add(to: knock)
        take(from: token)
    }

    func open() { add(to: token) }

    /// Waits until somebody waits here who has not been let through.
    func waitForKnock() {
        take(from: knock)
    }

    private func add(to descriptor: Int32) {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    private func take(from descriptor: Int32) {
        var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&item, 1, Int32(patience * 1_000))
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}

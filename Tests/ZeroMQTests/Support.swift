import Foundation
import ZeroMQ

/// The one context of the tests: CURVE in 4.3.4 does not bear a second one that ends.
let context = Context()

/// How long a test waits at most for what has to happen, in seconds.
let patience = 10.0

/// The moment on CLOCK_BOOTTIME, in seconds.
var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// A name that no other test has.
func unique() -> String { UUID().uuidString }

/// A folder of mode 0700 that goes with its owner, short enough for socket paths.
final class Folder {
    let path: String

    init() throws {
        path = "/tmp/zmq-\(unique().prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700]
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A path of just so many bytes in the folder.
    func path(ofLength length: Int) -> String {
        path + "/" + String(repeating: "x", count: length - path.utf8.count - 1)
    }
}

/// A socket where an owner has it: in a class, as a link of the bus.
final class Link {
    var socket: Socket

    init(_ kind: Socket.Kind) throws { socket = try Socket(kind, in: context) }

    /// Waits until the socket is ready.
    func wait(for interest: Readiness = .readable) throws -> Bool {
        var poller = try Poller()
        let item = poller.add(socket, for: interest)
        return try poller.wait(until: now + patience) && poller[item].contains(interest)
    }

    /// Waits for the next message, and takes its frames.
    func next(_ limit: ReceiveLimit = .init()) throws -> Received? {
        _ = try wait()
        return try socket.receive(limit)
    }

    /// Waits for the next message, and takes its frames as text.
    func nextTexts() throws -> [String]? {
        guard case .message(let message) = try next() else { return nil }
        return message.frames.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Waits for what an XPUB hears next.
    func nextSubscription() throws -> Subscription? {
        _ = try wait()
        return try socket.receiveSubscription()
    }

    /// Sends texts as frames.
    @discardableResult
    func send(_ frames: String...) throws -> Sent { try socket.send(frames.map { Array($0.utf8) }) }

    /// Waits until texts can be sent as frames, and sends them.
    func sendWhenReady(_ frames: String...) throws -> Sent {
        _ = try wait(for: .writable)
        return try socket.send(frames.map { Array($0.utf8) })
    }
}

/// Two links, the second connected to the first.
struct Pair {
    let bound: Link
    let connected: Link

    init(
        _ kind: Socket.Kind, _ other: Socket.Kind, at endpoint: String = "inproc://\(unique())",
        set: (Pair) throws -> Void = { _ in }
    ) throws {
        bound = try Link(kind)
        connected = try Link(other)
        try set(self)
        try bound.socket.bind(endpoint)
        try connected.socket.connect(endpoint)
    }
}

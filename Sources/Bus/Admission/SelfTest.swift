import Messages
import ZeroMQ

/// Comes to a process's own endpoints as strangers do, before anybody relies on their guard.
///
/// A libzmq that was built without the one or the other part would let strangers in without a
/// word. So a process that is not proof against them does not start.
struct SelfTest {
    /// A stranger at a door.
    private final class Stranger {
        private let socket: Socket
        private(set) var end: Handshake?

        init(
            at door: Door, _ endpoint: String, keys: CurveKeys?, server: String, context: Context
        ) throws(ZeroMQError) {
            socket = try Socket(door == .events ? .sub : .dealer, in: context)
            try socket.set(.linger, .zero)
            // On a machine under load a first try may come to nothing.
            try socket.set(.reconnectInterval, .seconds(3))
            try socket.watchHandshakes(Handshake.allCases, in: context)
            if let keys { try socket.seal(own: keys, server: server) }
            try socket.connect(endpoint)
        }

        func look() throws(ZeroMQError) {
            while let handshake = try socket.nextHandshake() { end = handshake }
        }
    }

    /// How long a proof may take, on a machine under load, in seconds.
    private static let patience: Seconds = 10
    /// How often it is looked how far they are, in seconds.
    private static let glance: Seconds = 0.002

    private static let doubt = "The guard cannot be tried"

    let doors: [(door: Door, endpoint: String)]
    let server: String
    let context: Context

    /// Sends two strangers to each door, and waits until both have been sent away: one without a
    /// key, then one with a key of its own.
    ///
    /// The library's word about the second is its word about the first, too, who has hung up by
    /// then: nothing of theirs is told later, where it would be counted for somebody else's.
    ///
    /// - Parameters:
    ///   - desk: Where those with a key are decided about.
    ///   - denied: The doors at which the library has sent somebody away whom the desk denied,
    ///     since the last time it was asked.
    /// - Throws: A `BusError` of code `unguarded` where one got in, or nobody was sent away.
    func run(desk: AdmissionDesk, denied: () throws(ZeroMQError) -> [Door]) throws(BusError) {
        try Self.wait(for: strangers(keys: nil)) { strangers in
            strangers.allSatisfy { $0.end != nil }
        }
        let keys = try BusError.wrapping(Self.doubt) { () throws(ZeroMQError) in try CurveKeys() }
        desk.watch(keys.publicKey)
        var sentAway: Set<Door> = []
        try Self.wait(for: strangers(keys: keys)) { _ throws(ZeroMQError) in
            sentAway.formUnion(try denied())
            return desk.doorsDenied == sentAway && sentAway.count == doors.count
        }
    }

    private func strangers(keys: CurveKeys?) throws(BusError) -> [Stranger] {
        try BusError.wrapping(Self.doubt) { () throws(ZeroMQError) in
            var strangers: [Stranger] = []
            for (door, endpoint) in doors {
                strangers.append(
                    try Stranger(
                        at: door, endpoint, keys: keys, server: server, context: context))
            }
            return strangers
        }
    }

    /// Waits until strangers are known to be out.
    private static func wait(
        for strangers: [Stranger], areOut: ([Stranger]) throws(ZeroMQError) -> Bool
    ) throws(BusError) {
        try wait { () throws(ZeroMQError) in
            for stranger in strangers { try stranger.look() }
            if strangers.contains(where: { $0.end == .succeeded }) { return false }
            return try areOut(strangers) ? true : nil
        }
    }

    /// Proves that the library lets nobody in while no authenticator is there.
    ///
    /// On an endpoint of its own, as who comes to the process's own one meanwhile would have to
    /// wait until the handshake is given up.
    static func enforcement(in context: Context) throws(BusError) {
        let keys = try BusError.wrapping(doubt) { () throws(ZeroMQError) in try CurveKeys() }
        let router = try BusError.wrapping(doubt) { () throws(ZeroMQError) in
            let router = try Socket(.router, in: context)
            try router.watchHandshakes(Handshake.allCases, in: context)
            try router.guardDoor(Gate.Lock(door: .control, keys: keys))
            try router.bind("tcp://127.0.0.1:*")
            return router
        }
        let stranger = try BusError.wrapping(doubt) { () throws(ZeroMQError) in
            try Stranger(
                at: .control, router.lastEndpoint, keys: CurveKeys(), server: keys.publicKey,
                context: context)
        }
        try wait { () throws(ZeroMQError) in
            try stranger.look()
            if stranger.end == .succeeded { return false }
            return try router.nextHandshake().map { $0 != .succeeded }
        }
    }

    /// Looks again and again until it is known whether the guard holds.
    private static func wait(_ look: () throws(ZeroMQError) -> Bool?) throws(BusError) {
        let deadline = Stamp.now + patience
        let isProof = try BusError.wrapping(doubt) {
            () throws(ZeroMQError) -> Bool? in
            var poller = try Poller()
            while Stamp.now < deadline {
                if let isProof = try look() { return isProof }
                try poller.wait(until: Stamp.now + glance)
            }
            return nil
        }
        guard isProof != true else { return }
        throw BusError(
            .unguarded,
            isProof == nil
                ? "it could not be shown that a stranger is sent away; is the machine overloaded?"
                : "libzmq \(Version.library) lets strangers in; use Debian's libzmq5, or ipc only")
    }
}

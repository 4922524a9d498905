import Messages
import ZeroMQ

/// Comes to a process's own endpoints as strangers do, before anybody relies on their guard.
///
/// A libzmq that was built without the one or the other part would let strangers in without a
/// word. So a process that is not proof against them does not start.
struct SelfTest {
    /// A stranger at a door.
    private final class Stranger {
        let door: Door
        let hasKey: Bool
        private let socket: Socket
        private(set) var end: Handshake?

        init(
            at door: Door, _ endpoint: String, keys: CurveKeys?, server: String, context: Context
        ) throws(ZeroMQError) {
            self.door = door
            hasKey = keys != nil
            socket = try Socket(door == .events ? .sub : .dealer, in: context)
            try socket.set(.linger, .zero)
            // Where it was sent away at once it does not come again, as it would be counted for
            // somebody else; on a machine under load its first try may come to nothing.
            try socket.set(.reconnectInterval, .seconds(3))
            try socket.watchHandshakes([.succeeded, .failed], in: context)
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

    private let strangers: [Stranger]
    private let key: String

    /// Sends two strangers to each door: one without a key, and one with a key of its own.
    init(_ doors: [(Door, String)], server: String, context: Context) throws(BusError) {
        (key, strangers) = try BusError.wrapping(Self.doubt) {
            () throws(ZeroMQError) in
            let keys = try CurveKeys()
            var strangers: [Stranger] = []
            for (door, endpoint) in doors {
                for keys in [nil, keys] {
                    strangers.append(
                        try Stranger(
                            at: door, endpoint, keys: keys, server: server, context: context))
                }
            }
            return (keys.publicKey, strangers)
        }
    }

    /// Waits until each of them has been sent away.
    ///
    /// - Parameters:
    ///   - desk: Where those with a key are decided about.
    ///   - strangersAt: How many the library has sent away since the last time it was asked.
    /// - Returns: How many others were sent away meanwhile.
    /// - Throws: A `BusError` of code `unguarded` where one got in, or nobody was sent away.
    func run(
        desk: AdmissionDesk, strangersAt: () throws(ZeroMQError) -> Int
    ) throws(BusError) -> Int {
        desk.watch(key)
        let doors = Set(strangers.map(\.door))
        var sentAway = 0
        try Self.wait { () throws(ZeroMQError) in
            for stranger in strangers { try stranger.look() }
            if strangers.contains(where: { $0.end == .succeeded }) { return false }
            sentAway += try strangersAt()
            let areBareOut = strangers.allSatisfy { $0.hasKey || $0.end == .failed }
            return areBareOut && desk.doorsDenied == doors && sentAway >= strangers.count
                ? true : nil
        }
        return sentAway - strangers.count
    }

    /// Proves that the library lets nobody in while no authenticator is there.
    ///
    /// On an endpoint of its own, as who comes to the process's own one meanwhile would have to
    /// wait until the handshake is given up.
    static func enforcement(in context: Context) throws(BusError) {
        let keys = try BusError.wrapping(doubt) { () throws(ZeroMQError) in try CurveKeys() }
        let router = try BusError.wrapping(doubt) { () throws(ZeroMQError) in
            let router = try Socket(.router, in: context)
            try router.watchHandshakes([.succeeded, .failed], in: context)
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
            return try router.nextHandshake().map { $0 == .failed }
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

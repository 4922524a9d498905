/// Sends a group's processes what nobody should send, the same for the same seed.
package struct FrameFuzzer {
    /// Requests that change nothing, from which most of what is sent is made.
    private static let requests = [
        ("solo.status", "{}"), ("solo.receipts", #"{"last":5}"#), ("vitals.get", "{}"),
        ("face.look", "{}"), ("group.status", "{}"), ("nav.status", "{}"),
        ("outbox.ack", #"{"id":"nobody"}"#), ("broadcast.set", #"{"on_air":7}"#),
    ]

    private var random: SplitMix64
    private let paths: [String]
    private var peers: [String: RawPeer] = [:]
    /// How many messages have been sent.
    package private(set) var sent = 0

    /// Attacks processes of a group by their sockets.
    package init(_ processes: [String], in runDirectory: String, seed: UInt64) {
        random = SplitMix64(seed: seed)
        paths = processes.flatMap { process in
            ["requests", "control", "events"].map { "\(runDirectory)/\(process).\($0)" }
        }
    }

    /// Sends one message, or half of one, to some endpoint.
    package mutating func attack() {
        let path = paths[Int(random.next() % UInt64(paths.count))]
        guard let peer = peers[path] ?? connect(to: path) else { return }
        sent += 1
        let bytes = message(asSubscriber: path.hasSuffix("events"))
        // A peer that says too much, or half of something, is cut; the next comes as another one.
        if !peer.send(bytes) || random.chance(0.02) { peers[path] = nil }
    }

    private mutating func connect(to path: String) -> RawPeer? {
        guard let peer = RawPeer(path) else { return nil }
        if random.chance(0.03) {
            peer.send(noise(upTo: 100))
            return peer
        }
        peer.greet(as: path.hasSuffix("events") ? .subscriber : .dealer)
        peers[path] = peer
        return peer
    }

    private mutating func message(asSubscriber isSubscriber: Bool) -> [UInt8] {
        switch random.next() % 16 {
        case 0: noise(upTo: 300)
        case 1: RawPeer.announcement(of: random.next() >> (random.next() % 64)) + noise(upTo: 50)
        case 2: [0x04] + RawPeer.frame(noise(upTo: 200)).dropFirst()
        case 3, 4:
            (0..<random.next() % 12).flatMap { _ in RawPeer.frame(noise(upTo: 40), more: true) }
                + RawPeer.frame([])
        case 5...7 where isSubscriber:
            RawPeer.frame([UInt8(random.next() % 3)] + noise(upTo: 300))
        default: request()
        }
    }

    /// A request whose JSON has some bytes too many, too few, or other ones.
    private mutating func request() -> [UInt8] {
        let (type, data) = Self.requests[Int(random.next() % UInt64(Self.requests.count))]
        let head =
            #"{"specversion":"1.0","id":"\#(random.next())","source":"/fuzz","type":"\#(type)""#
        var json = Array("\(head),\"data\":\(data)}".utf8)
        for _ in 0..<random.next() % 4 {
            let place = Int(random.next() % UInt64(max(1, json.count)))
            switch random.next() % 4 {
            case 0: json[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: json.remove(at: place)
            case 2: json.insert(contentsOf: noise(upTo: 8), at: place)
            default:
                let count = Int(random.next() % 3_000)
                json.insert(contentsOf: [UInt8](repeating: json[place], count: count), at: place)
            }
        }
        return RawPeer.frame([], more: true) + RawPeer.frame(Array(type.utf8), more: true)
            + RawPeer.frame(json)
    }

    private mutating func noise(upTo limit: UInt64) -> [UInt8] {
        (0..<random.next() % limit).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
}

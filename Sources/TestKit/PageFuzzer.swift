/// Sends the port that browsers use what no browser would, the same for the same seed.
package struct PageFuzzer {
    private var random: SplitMix64
    private let port: Int
    private let token: String

    /// Attacks a port of this machine.
    package init(port: Int, token: String, seed: UInt64) {
        random = SplitMix64(seed: seed)
        self.port = port
        self.token = token
    }

    /// Those who stay do so for one try to read.
    private static var patience: Guard { Guard(seconds: 0.01) }

    /// Opens one connection, and sends something.
    package mutating func attack() {
        switch random.next() % 4 {
        case 0: TCPStream(port: port)?.send(noise(upTo: 3_000))
        case 1, 2:
            let stream = TCPStream(port: port)
            stream?.send(mutated(random.pick(requests)))
            // Half of them stay for the answer.
            if random.chance(0.5) { _ = stream?.take(1, within: Self.patience) }
        default:
            guard let page = PageSocket(port: port) else { return }
            if random.chance(0.7) {
                page.say(#"{"type":"hello","token":"\#(token)","view":"noise"}"#)
            }
            for _ in 0..<(1 + random.next() % 6) { page.stream.send(frame()) }
            if random.chance(0.3) { _ = page.stream.take(20, within: Self.patience) }
        }
    }

    /// Requests most of which are served as they are.
    private var requests: [[UInt8]] {
        let host = "Host: 127.0.0.1:\(port)\r\n"
        let body = #"{"view":"noise","down":1,"up":1}"#
        return [
            "GET / HTTP/1.1\r\n\(host)\r\n",
            "POST /stop HTTP/1.1\r\n\(host)Origin: http://127.0.0.1:\(port)\r\n"
                + "X-Handrail-Token: \(token)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)",
            PageSocket.request(port: port),
            "CONNECT / HTTP/1.1\r\n\(host)Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"
                + "Connection: Upgrade, HTTP2-Settings\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0",
        ].map { Array($0.utf8) }
    }

    /// Changes a few places.
    private mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let pieces = ["\r\n", "\0", "\r\n\r\n", "%00", "%2e%2e/", "../", ":", "HTTP/1.1", "\n"]
        for _ in 0..<(1 + random.next() % 4) where !bytes.isEmpty {
            let place = Int(random.next() % UInt64(bytes.count))
            let end = min(bytes.count, place + 1 + Int(random.next() % 20))
            switch random.next() % 5 {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: noise(upTo: 30), at: place)
            case 3: bytes.insert(contentsOf: random.pick(pieces).utf8, at: place)
            default:
                let count = Int(random.next() % 9_000)
                bytes.insert(contentsOf: repeatElement(0x61, count: count), at: place)
            }
        }
        return bytes
    }

    /// A frame that is right more often than not.
    private mutating func frame() -> [UInt8] {
        let texts = [
            #"{"type":"press","id":1,"control":"eye","down":1,"up":1.1}"#,
            #"{"type":"shown","number":1}"#, #"{"type":"pointer","id":2}"#, "[[[[", "",
        ]
        let body = random.chance(0.5) ? Array(random.pick(texts).utf8) : noise(upTo: 400)
        let kind = random.chance(0.6) ? 1 : UInt8(random.next() % 16)
        let lengths = [0, 125, 126, 8_193, 70_000, 1 << 31, Int.max]
        let length = random.chance(0.8) ? body.count : random.pick(lengths)
        var frame = PageSocket.frame(body, kind: kind, announcing: length)
        if random.chance(0.1) { frame[0] = UInt8(truncatingIfNeeded: random.next()) }
        if random.chance(0.05) { frame[1] &= 0x7f }
        return frame
    }

    private mutating func noise(upTo most: Int) -> [UInt8] {
        (0..<(1 + Int(random.next() % UInt64(most)))).map { _ in
            UInt8(truncatingIfNeeded: random.next())
        }
    }
}

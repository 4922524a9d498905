import JSON
import Messages

/// A page's socket, by hand: what a browser would send, and what no browser would.
package final class PageSocket {
    /// What came.
    package enum Piece: Sendable {
        /// A text.
        case text(String, type: String)
        /// The end, with its code.
        case closed(Int)
    }

    /// The bytes beneath.
    package let stream: TCPStream
    /// Whether each view that comes is said to be shown, which makes room for the next one.
    package var showsViews = false
    /// The answer to the request for a socket.
    package let answer: String

    /// The request for a socket of a page at a port of this machine.
    package static func request(port: Int) -> String {
        """
        GET /socket HTTP/1.1\r
        Host: 127.0.0.1:\(port)\r
        Origin: http://127.0.0.1:\(port)\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        Sec-WebSocket-Protocol: handrail\r
        \r

        """
    }

    /// Asks for a socket; nil where there is none.
    package init?(port: Int) {
        guard let stream = TCPStream(port: port), stream.send(Self.request(port: port)) else {
            return nil
        }
        self.stream = stream
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let next = stream.take(1) else { return nil }
            head += next
        }
        answer = String(decoding: head, as: UTF8.self)
        guard answer.hasPrefix("HTTP/1.1 101") else { return nil }
    }

    /// Opens a socket, and says hello.
    package convenience init?(port: Int, token: String, view: String) {
        self.init(port: port)
        say(#"{"type":"hello","token":"\#(token)","view":"\#(view)"}"#)
    }

    /// Says a text.
    package func say(_ text: String) {
        stream.send(Self.frame(Array(text.utf8)))
    }

    /// The next piece, nil where nothing comes in time; pings are answered, beats passed over.
    package func next(within guardian: Guard = Guard(), beats: Bool = false) -> Piece? {
        while let (kind, body) = frame(within: guardian) {
            switch kind {
            case 1:
                let text = String(decoding: body, as: UTF8.self)
                let value = try? Value(body)
                let type = (try? value?["type"]?.decode(String.self)) ?? ""
                if showsViews, type == "view", let number = try? value?["number"]?.decode(Int.self)
                {
                    say(#"{"type":"shown","number":\#(number)}"#)
                }
                if type != "beat" || beats { return .text(text, type: type) }
            case 8: return .closed(body.prefix(2).reduce(0) { $0 << 8 + Int($1) })
            case 9: stream.send(Self.frame(body, kind: 10))
            default: continue
            }
        }
        return nil
    }

    /// The next text of a type that has something in it; nil where none comes in time.
    package func text(
        _ type: String, with part: String = "", within guardian: Guard = Guard()
    ) -> String? {
        while let piece = next(within: guardian, beats: type == "beat") {
            guard case .text(let text, let found) = piece else { return nil }
            if found == type, text.contains(part) { return text }
        }
        return nil
    }

    /// The code of the close that comes; nil where none comes in time.
    package func closeCode(within guardian: Guard = Guard()) -> Int? {
        while let piece = next(within: guardian) {
            if case .closed(let code) = piece { return code }
        }
        return nil
    }

    /// A frame as a page sends it, its mask all zeros.
    package static func frame(
        _ body: [UInt8], kind: UInt8 = 1, announcing length: Int? = nil
    ) -> [UInt8] {
        let length = length ?? body.count
        let head: [UInt8] =
            switch length {
            case ..<126: [0x80 | UInt8(length)]
            case ..<65_536: [0xfe, UInt8(length >> 8), UInt8(length & 0xff)]
            default: [0xff] + (0..<8).reversed().map { UInt8(length >> ($0 * 8) & 0xff) }
            }
        return [0x80 | kind] + head + [0, 0, 0, 0] + body
    }

    private func frame(within guardian: Guard) -> (kind: UInt8, body: [UInt8])? {
        guard let head = stream.take(2, within: guardian) else { return nil }
        var length = Int(head[1] & 0x7f)
        if length >= 126 {
            guard let more = stream.take(length == 126 ? 2 : 8, within: guardian) else {
                return nil
            }
            length = more.reduce(0) { $0 << 8 + Int($1) }
        }
        guard let body = stream.take(length, within: guardian) else { return nil }
        return (head[0] & 0x0f, body)
    }
}

import Glibc
import Linux

/// A stranger at an endpoint: speaks ZMTP 3.0 by hand, and keeps to it as far as a test wants.
///
/// It blocks while the other side takes nothing, for a second at most.
package final class RawPeer {
    /// What it says that it is.
    package enum Kind: String, Sendable {
        case dealer = "DEALER"
        case subscriber = "SUB"
    }

    private let descriptor: Int32

    /// Connects to a socket's path; nil where nobody is there, or nobody takes it in.
    package init?(_ path: String) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_UNIX, kind, 0)
        var second = timeval(tv_sec: 1, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &second, size)
        }
        guard UnixAddress(path)?.connect(descriptor) == true else { return nil }
    }

    deinit { close(descriptor) }

    /// Sends bytes as they are; false where the other side has gone, or takes nothing any more.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { buffer in
                Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Says who it is, as the protocol wants it.
    @discardableResult
    package func greet(as kind: Kind) -> Bool {
        let greeting =
            [0xff] + [UInt8](repeating: 0, count: 8) + [0x7f, 3, 0] + Array("NULL".utf8)
            + [UInt8](repeating: 0, count: 16 + 1 + 31)
        let name = Array("Socket-Type".utf8)
        let value = Array(kind.rawValue.utf8)
        let property =
            [UInt8(name.count)] + name + [0, 0, 0, UInt8(value.count)] + value
        let ready = [5] + Array("READY".utf8) + property
        return send(greeting + [0x04, UInt8(ready.count)] + ready)
    }

    /// Sends a message of several frames.
    @discardableResult
    package func send(_ frames: [[UInt8]]) -> Bool {
        send(
            frames.indices.flatMap { index in
                Self.frame(frames[index], more: index < frames.count - 1)
            })
    }

    /// A frame on the wire.
    package static func frame(_ body: [UInt8], more: Bool = false) -> [UInt8] {
        announcement(of: UInt64(body.count), more: more) + body
    }

    /// The beginning of a frame of so many bytes.
    package static func announcement(of count: UInt64, more: Bool = false) -> [UInt8] {
        let flags: UInt8 = more ? 1 : 0
        if count < 256 { return [flags, UInt8(count)] }
        return [flags | 2] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
    }

    /// Whether the other side ends the connection; what it says until then is read.
    package func isCut(within guardian: Guard = Guard()) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while !guardian.isOver {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count == 0 || (count < 0 && errno == ECONNRESET) { return true }
        }
        return false
    }
}

import Glibc

/// A connection to a port of this machine, byte by byte.
///
/// It blocks while the other side takes or says nothing, for a fraction of a second at most.
package final class TCPStream {
    private let descriptor: Int32
    /// What has come and was not taken yet.
    private var waiting: [UInt8] = []

    /// Connects; nil where nobody listens.
    package init?(port: Int) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        let code = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { return nil }
        var patience = timeval(tv_sec: 0, tv_usec: 200_000)
        let size = socklen_t(MemoryLayout<timeval>.size)
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &patience, size)
        }
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

    /// Sends a text.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Takes so many bytes; nil where the other side ends before, or the guard's time is over.
    package func take(_ count: Int, within guardian: Guard = Guard()) -> [UInt8]? {
        while waiting.count < count {
            guard !guardian.isOver, receive() else { return nil }
        }
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }

    /// Takes everything up to the other side's end; what has come where the guard's time is over.
    package func takeAll(within guardian: Guard = Guard()) -> String {
        while !guardian.isOver, receive() {}
        defer { waiting = [] }
        return String(decoding: waiting, as: UTF8.self)
    }

    /// Whether the other side ends the connection; what it says until then is read.
    package func isCut(within guardian: Guard = Guard()) -> Bool {
        while !guardian.isOver {
            if !receive() { return true }
        }
        return false
    }

    /// Whether the other side ends the connection, found out without reading from it.
    package func isHungUp(within guardian: Guard = Guard()) -> Bool {
        // Linux's own event for an end that comes behind what was not read; Glibc's module lacks it.
        let peerHungUp: Int16 = 0x2000
        while !guardian.isOver {
            var watched = pollfd(fd: descriptor, events: peerHungUp, revents: 0)
            if poll(&watched, 1, 200) > 0 { return true }
        }
        return false
    }

    /// Receives what there is, or nothing; false where there will be no more.
    private func receive() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return count < 0 && [EAGAIN, EINTR].contains(errno) }
        waiting += bytes.prefix(count)
        return true
    }
}

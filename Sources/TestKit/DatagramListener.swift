import Glibc
import Linux

/// A socket that hears datagrams, as a service manager's does.
package final class DatagramListener {
    /// Its path.
    package let path: String
    private let descriptor: Int32

    /// Binds a path; nil where that cannot be.
    package init?(at path: String) {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard UnixAddress(path)?.bind(descriptor) == true else { return nil }
    }

    deinit { close(descriptor) }

    /// Waits for the next datagram.
    ///
    /// - Parameter seconds: How long it is waited for; 0 only looks.
    /// - Returns: It as text; nil where none has come.
    package func next(within seconds: Int32 = 20) -> String? {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, seconds * 1_000) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}

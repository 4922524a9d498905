package import Glibc

/// The address of a socket on this machine: a path, or behind an at sign an abstract name.
package struct UnixAddress {
    private var address = sockaddr_un()
    private let size: socklen_t

    /// Takes a path for an address; nil where it is longer than one may be (107 bytes).
    package init?(_ path: String) {
        var bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        // The first byte of an abstract name is zero.
        if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    }

    /// Lends the address as the system's calls want it.
    package func withPointer<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
    }

    /// Connects a socket; false where nobody takes it in, and `errno` says why.
    package func connect(_ socket: Int32) -> Bool {
        withPointer { Glibc.connect(socket, $0, $1) == 0 }
    }

    /// Binds a socket; false where that cannot be, and `errno` says why.
    package func bind(_ socket: Int32) -> Bool {
        withPointer { Glibc.bind(socket, $0, $1) == 0 }
    }
}

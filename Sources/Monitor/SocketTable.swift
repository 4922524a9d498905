import Glibc
import Linux

/// The machine's sockets and who has them, from the kernel.
package enum SocketTable {
    /// All connected and listening stream sockets, of Unix paths and of TCP ports.
    ///
    /// - Throws: A `SocketTableError` where the kernel doesn't tell.
    package static func sockets() throws(SocketTableError) -> [SocketEntry] {
        try UnixSockets.all() + TCPSockets.all()
    }

    /// Who has which socket, by its inode; only of the processes that this user may look into.
    package static func owners() -> [UInt32: SocketOwner] {
        var owners: [UInt32: SocketOwner] = [:]
        for name in File.names(in: "/proc") {
            guard let pid = Int32(name) else { continue }
            let command = File.text(of: "/proc/\(name)/comm").map {
                String($0.prefix { $0 != "\n" })
            }
            for descriptor in File.names(in: "/proc/\(name)/fd") {
                guard let inode = inode(of: "/proc/\(name)/fd/\(descriptor)") else { continue }
                owners[inode] = SocketOwner(pid: pid, command: command ?? "?")
            }
        }
        return owners
    }

    /// The inode of a descriptor that is a socket: its link says `socket:[INODE]`.
    private static func inode(of path: String) -> UInt32? {
        guard let target = File.target(of: path),
            target.hasPrefix("socket:[")
        else { return nil }
        return UInt32(target.dropFirst("socket:[".count).dropLast())
    }
}

/// The kernel would not tell about sockets.
package struct SocketTableError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The call that failed, and the system's own words.
    package let description: String

    init(_ call: String, number: Int32 = errno) {
        description = "\(call): \(String(cString: strerror(number)))"
    }
}

import Linux

/// The TCP sockets, from the kernel's text tables.
enum TCPSockets {
    private static let listening = "0A"

    static func all() -> [SocketEntry] {
        ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { entries(File.text(of: $0) ?? "") }
    }

    /// Reads a table: its second, third, fourth and tenth words are the two addresses, the state
    /// and the inode.
    static func entries(_ table: String) -> [SocketEntry] {
        let rows = table.split(separator: "\n").dropFirst().map { $0.split(separator: " ") }
            .filter { $0.count > 9 }
        let inodes = Dictionary(
            rows.map { ([$0[1], $0[2]], UInt32($0[9]) ?? 0) }, uniquingKeysWith: { one, _ in one })
        return rows.map { row in
            let port = row[1].split(separator: ":").last.flatMap { UInt16($0, radix: 16) } ?? 0
            return SocketEntry(
                inode: UInt32(row[9]) ?? 0, address: "tcp:\(port)",
                isListening: row[3] == listening, peer: inodes[[row[2], row[1]]])
        }
    }
}

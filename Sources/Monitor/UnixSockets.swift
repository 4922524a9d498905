import Glibc

/// The Unix sockets, by a netlink dump: only it tells which two sockets are the ends of one
/// connection (`sock_diag(7)`).
enum UnixSockets {
    private static let byFamily: UInt16 = 20
    private static let done: UInt16 = 3
    private static let failed: UInt16 = 2
    private static let nameAttribute: UInt16 = 0
    private static let peerAttribute: UInt16 = 2
    private static let listening: UInt8 = 10

    static func all() throws(SocketTableError) -> [SocketEntry] {
        let link = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue) | O_CLOEXEC, 4)
        guard link >= 0 else { throw SocketTableError("socket(AF_NETLINK)") }
        defer { close(link) }
        let question = Self.question
        guard send(link, question, question.count, 0) == question.count else {
            throw SocketTableError("send(AF_NETLINK)")
        }
        var entries: [SocketEntry] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(link, &buffer, buffer.count, 0)
            guard count > 0 else { throw SocketTableError("recv(AF_NETLINK)") }
            guard try read(Array(buffer[..<count]), into: &entries) else { return entries }
        }
    }

    /// `nlmsghdr` and `unix_diag_req`: a dump of all states, with names and peers.
    private static var question: [UInt8] {
        let request =
            [UInt8(AF_UNIX), 0, 0, 0] + bytes(UInt32.max) + bytes(UInt32(0)) + bytes(UInt32(5))
            + bytes(UInt64(0))
        let flags: UInt16 = 0x301  // NLM_F_REQUEST | NLM_F_DUMP
        return bytes(UInt32(16 + request.count)) + bytes(byFamily) + bytes(flags)
            + bytes(UInt64(0)) + request
    }

    /// Takes in one datagram of the answer; false where it was the last.
    static func read(
        _ datagram: [UInt8], into entries: inout [SocketEntry]
    ) throws(SocketTableError) -> Bool {
        var rest = datagram[...]
        while rest.count >= 16 {
            let length = Int(number(rest, as: UInt32.self))
            let kind = number(rest.dropFirst(4), as: UInt16.self)
            if kind == done { return false }
            if kind == failed {
                let code = number(rest.dropFirst(16), as: Int32.self)
                throw SocketTableError("sock_diag", number: -code)
            }
            guard length >= 16, length <= rest.count else { return true }
            if let entry = entry(rest.prefix(length).dropFirst(16)) { entries.append(entry) }
            rest = rest.dropFirst(aligned(length))
        }
        return true
    }

    /// Reads `unix_diag_msg` and its attributes; nil of a socket that has no name.
    private static func entry(_ message: ArraySlice<UInt8>) -> SocketEntry? {
        guard message.count >= 16 else { return nil }
        var entry = SocketEntry(
            inode: number(message.dropFirst(4), as: UInt32.self), address: "",
            isListening: message[message.startIndex + 2] == listening)
        var rest = message.dropFirst(16)
        while rest.count >= 4 {
            let length = Int(number(rest, as: UInt16.self))
            guard length >= 4, length <= rest.count else { break }
            let content = rest.prefix(length).dropFirst(4)
            switch number(rest.dropFirst(2), as: UInt16.self) {
            case nameAttribute:
                entry.address = String(decoding: content.prefix { $0 != 0 }, as: UTF8.self)
            case peerAttribute: entry.peer = number(content, as: UInt32.self)
            default: break
            }
            rest = rest.dropFirst(aligned(length))
        }
        return entry.address.isEmpty ? nil : entry
    }

    private static func aligned(_ length: Int) -> Int { (length + 3) & ~3 }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// Reads a number in the byte order of all machines that this is built for; 0 where it is cut.
    private static func number<Number: FixedWidthInteger>(
        _ bytes: ArraySlice<UInt8>, as type: Number.Type
    ) -> Number {
        guard bytes.count >= type.bitWidth / 8 else { return 0 }
        return bytes.prefix(type.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Number($1) }
    }
}

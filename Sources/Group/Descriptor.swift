internal import Glibc

/// An open file descriptor that is closed with its last owner.
final class Descriptor: Sendable {
    let number: Int32

    /// Takes over an open descriptor.
    init(_ number: Int32) {
        self.number = number
    }

    deinit { close(number) }

    /// Opens a file, not to be inherited by children.
    static func open(
        _ path: String, _ flags: Int32, mode: mode_t = 0o600
    ) throws(GroupError) -> Descriptor {
        let number = Glibc.open(path, flags | O_CLOEXEC, mode)
        guard number >= 0 else {
            throw GroupError(.system, "\(path): cannot be opened", cause: systemMessage())
        }
        return Descriptor(number)
    }

    /// A pipe, not to be inherited by children but where a spawn says so.
    ///
    /// Both ends have numbers that no child's descriptor gets, so that a spawn can place them in
    /// any order without overwriting one.
    static func pipe() throws(GroupError) -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else {
            throw GroupError(.system, "no pipe can be made", cause: systemMessage())
        }
        // These are closed again before this thread, the only one that spawns, can spawn.
        let low = ends.map { Descriptor($0) }
        let high = low.map { Descriptor(fcntl($0.number, F_DUPFD_CLOEXEC, firstHigh)) }
        guard high.allSatisfy({ $0.number >= 0 }) else {
            throw GroupError(.system, "no pipe can be made", cause: systemMessage())
        }
        return (high[0], high[1])
    }

    private static let firstHigh: Int32 = 10

    /// Makes reads return at once where there is nothing.
    func setNonBlocking() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }

    /// Reads what is there; empty at the end, nil where there is nothing now.
    func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = Glibc.read(number, &buffer, buffer.count)
        guard count >= 0 else { return errno == EAGAIN || errno == EINTR ? nil : [] }
        return Array(buffer.prefix(count))
    }

    /// Opens 0 to 2 on `/dev/null` where they are closed.
    ///
    /// Otherwise the next descriptor of any library gets such a number, and prints go into it.
    static func openStandardStreams() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            _ = Glibc.open("/dev/null", O_RDWR)
        }
    }
}

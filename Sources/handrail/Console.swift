import Bus
import Glibc
import Linux
import Messages
import Monitor

/// Standard output and standard error, a line at a time.
final class Console {
    /// The most bytes that a pipe which can be written to takes without waiting.
    private static let atOnce = 4_096

    /// The colours that suit standard output.
    let palette: Palette
    /// Ends a write that nobody takes; see `Interrupts`.
    var interrupt: Int32?

    /// Whether standard output is shown on a terminal.
    let isTerminal = isatty(STDOUT_FILENO) == 1

    /// Standard output where it is a pipe: its other end may close while nothing is written.
    var pipe: Int32? {
        var status = stat()
        let isPipe = fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
        return isPipe ? STDOUT_FILENO : nil
    }

    /// Uses the process's own streams.
    init() {
        palette = Palette(
            isTerminal: isTerminal, environment: Environment.variables)
        // A closed pipe is told by the write, and is no death.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Prints a line, made fit for a terminal (V11).
    ///
    /// - Throws: `Failure.enough` where nobody reads any more, or an interrupt came first.
    func line(_ text: String) throws(Failure) {
        try write("\(PlainText.shown(text))\n")
    }

    /// Prints lines.
    ///
    /// - Throws: As `line`.
    func lines(_ texts: [String]) throws(Failure) {
        for text in texts { try line(text) }
    }

    /// Prints facts as one line of JSON.
    ///
    /// - Throws: As `line`; a `Failure` where the facts have no JSON form.
    func json(_ facts: some Encodable) throws(Failure) {
        let text: String
        do {
            text = try JSONText.line(facts)
        } catch {
            throw .refused("this has no JSON form: \(error)")
        }
        try line(text)
    }

    /// Prints what a message says as one line of JSON.
    ///
    /// - Throws: As `line`.
    func json(of incoming: Incoming) throws(Failure) {
        try line((JSONValue(bytes: incoming.bytes)?["data"] ?? .null).text)
    }

    /// Says something that is not the command's result, on standard error.
    func note(_ text: String) {
        let line = Array("handrail: \(PlainText.shown(text))\n".utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }

    /// Writes a text as it is: nothing from outside may stand in it as it came.
    ///
    /// - Throws: As `line`.
    func write(_ text: String) throws(Failure) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try waitForReader()
            let piece = Array(rest.prefix(Self.atOnce))
            let count = Glibc.write(STDOUT_FILENO, piece, piece.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR, errno != EAGAIN {
                throw .enough
            }
        }
    }

    /// Waits until standard output takes something, or an interrupt has come.
    private func waitForReader() throws(Failure) {
        var watched = [
            pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: interrupt ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&watched, nfds_t(watched.count), -1)
        if watched[1].revents != 0 { throw .enough }
    }
}

/// The time of day, for people.
enum TimeOfDay {
    /// Now, in the machine's time zone, to the millisecond.
    static var now: String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        var parts = tm()
        localtime_r(&time.tv_sec, &parts)
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0), to: 2) }
        return clock.joined(separator: ":") + "." + padded(time.tv_nsec / 1_000_000, to: 3)
    }

    private static func padded(_ number: Int, to digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

import Glibc
import Messages

/// What goes to the terminal beside the figures, and what this process has used.
enum Terminal {
    /// Tells whoever watches, beside what is printed.
    static func note(_ text: String) {
        write("\(text)\n")
    }

    /// Writes over the line that was written so before.
    static func overwrite(_ text: String) {
        write("\r\u{1B}[K\(text)")
    }

    /// The processor time that this process has used itself, in seconds.
    static var processorTime: Seconds {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Seconds(usage.ru_utime.tv_sec) + Seconds(usage.ru_utime.tv_usec) / 1e6
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}

import Glibc

/// How much a line of the log matters.
package enum LogLevel: String, Sendable, CaseIterable {
    case debug
    case info
    case warning
    case error
}

/// Writes lines to standard error, a level first; the launcher puts the process's name before them.
package enum Log {
    /// Writes one line.
    package static func write(_ level: LogLevel, _ text: String) {
        // One write a line, so that lines of several threads do not mix; a line that the launcher's
        // full pipe has no room for is lost, as a bus thread must not wait for a reader of logs.
        let line = Array("\(level.rawValue): \(text.replacingNewlines())\n".utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }
}

/// Lets a few lines of one sort through, and counts the rest (B5).
struct RateLimit: Sendable {
    /// The least time between two lines, in seconds.
    private let interval: Double
    private var last: Double?
    private var suppressed = 0

    init(every interval: Double = 1) {
        self.interval = interval
    }

    /// How many lines were kept back before this one; nil where this one is kept back as well.
    mutating func admit(at now: Double) -> Int? {
        if let last, now - last < interval {
            suppressed += 1
            return nil
        }
        defer {
            last = now
            suppressed = 0
        }
        return suppressed
    }
}

extension String {
    fileprivate func replacingNewlines() -> String {
        String(map { $0.isNewline ? " " : $0 })
    }
}

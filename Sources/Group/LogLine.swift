package import Bus
internal import JSON

/// One line of a group's log.
package struct LogLine: Codable, Sendable, Equatable {
    /// The wall clock, for people.
    package var time: String
    /// Whose line it is.
    package var process: String
    /// How much it matters.
    package var level: String
    /// What it says.
    package var text: String

    /// Describes a line.
    package init(time: String, process: String, level: LogLevel, text: String) {
        self.time = time
        self.process = process
        self.level = level.rawValue
        self.text = text
    }

    /// Describes a line that a process has printed: ours begin with their level.
    init(time: String, process: String, printed: String) {
        let level = LogLevel.allCases.first { printed.hasPrefix("\($0.rawValue): ") }
        let prefix = level.map { $0.rawValue.count + 2 } ?? 0
        self.init(
            time: time, process: process, level: level ?? .info,
            text: String(printed.dropFirst(prefix)))
    }
}

/// How lines of a log look, and which are shown (G8).
package struct LogStyle: Sendable, Equatable {
    /// The looks that there are.
    package enum Format: Sendable, Equatable {
        /// Process first, then the text.
        case text(isColored: Bool)
        /// One object a line.
        case json
    }

    /// How lines look.
    package var format: Format
    /// The least level that is shown.
    package var threshold: LogLevel

    /// Chooses a look.
    package init(format: Format, threshold: LogLevel = .info) {
        self.format = format
        self.threshold = threshold
    }

    /// The line as it is printed, without its end; nil where it matters too little.
    package func render(_ line: LogLine) -> String? {
        let level = LogLevel(rawValue: line.level) ?? .info
        let ranks = LogLevel.allCases
        guard let rank = ranks.firstIndex(of: level),
            let least = ranks.firstIndex(of: threshold), rank >= least
        else { return nil }
        switch format {
        case .json:
            return (try? [UInt8](json: line)).map { String(decoding: $0, as: UTF8.self) }
        case .text(let isColored):
            let gap = String(repeating: " ", count: max(0, 9 - line.process.count))
            let text = level == .info ? line.text.printable : "\(level): \(line.text.printable)"
            guard isColored else { return "\(line.process)\(gap)  \(text)" }
            let name = "\u{1b}[36m\(line.process)\u{1b}[0m"
            return
                "\(name)\(gap)  \(Self.color(of: level).map { "\($0)\(text)\u{1b}[0m" } ?? text)"
        }
    }

    private static func color(of level: LogLevel) -> String? {
        switch level {
        case .debug: "\u{1b}[2m"
        case .info: nil
        case .warning: "\u{1b}[33m"
        case .error: "\u{1b}[31m"
        }
    }
}

extension String {
    /// The text without control characters: what a process prints must not steer a terminal.
    fileprivate var printable: String {
        var text = ""
        for scalar in unicodeScalars {
            if scalar.properties.generalCategory == .control, scalar != "\t" {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

/// Cuts what a process prints into lines.
struct LineSplitter: Sendable, Equatable {
    /// A longer line is cut, so that a process that never ends one takes no memory.
    static let limit = 8_192

    private var rest: [UInt8] = []

    /// Takes in what has come, and gives the lines that it completes.
    mutating func split(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines += finish()
            } else {
                rest.append(byte)
                if rest.count >= Self.limit { lines += finish() }
            }
        }
        return lines
    }

    /// Gives what is left when nothing more comes.
    mutating func finish() -> [String] {
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        guard !rest.isEmpty else { return [] }
        defer { rest.removeAll(keepingCapacity: true) }
        return [String(decoding: rest, as: UTF8.self)]
    }
}

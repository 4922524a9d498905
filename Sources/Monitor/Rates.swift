package import Bus
package import Messages

/// How often and how much is published, by process and topic.
package struct Rates: Sendable {
    private struct Key: Hashable, Comparable {
        var process: String
        var topic: String

        static func < (one: Key, other: Key) -> Bool {
            (one.process, one.topic) < (other.process, other.topic)
        }
    }

    private struct Count {
        var messages = 0
        var bytes = 0
        var missed = 0
        var last: Seconds?
        var intervals = Spread()

        mutating func take(_ size: Int, missed: Int, at now: Seconds) {
            messages += 1
            bytes += size
            self.missed += missed
            if let last { intervals.take(now - last) }
            last = now
        }
    }

    private let began: Seconds
    private var counts: [Key: Count] = [:]
    private var intake = Intake()

    /// Begins to count.
    package init(at now: Seconds) {
        began = now
    }

    /// Counts one thing that was heard.
    package mutating func receive(_ overheard: Overheard, at now: Seconds) {
        guard case .message(let incoming, let process) = overheard,
            case .new(let missed) = intake.take(incoming, from: process)
        else { return }
        let key = Key(process: process, topic: incoming.topic)
        counts[key, default: Count()].take(incoming.bytes.count, missed: missed, at: now)
    }

    /// What has been counted, by process and topic.
    package func report(at now: Seconds) -> [TopicRate] {
        let elapsed = max(now - began, .leastNormalMagnitude)
        return counts.sorted { $0.key < $1.key }.map { key, count in
            TopicRate(
                source: key.process, topic: key.topic, messages: count.messages,
                perSecond: Double(count.messages) / elapsed,
                bytesPerSecond: Double(count.bytes) / elapsed,
                interval: count.intervals.count > 0 ? count.intervals : nil, missed: count.missed)
        }
    }
}

/// How often and how much is published on one topic.
package struct TopicRate: Encodable, Sendable, Equatable {
    /// The process.
    package let source: String
    /// The topic.
    package let topic: String
    /// How many messages came.
    package let messages: Int
    /// How many came in a second.
    package let perSecond: Double
    /// How many bytes of CloudEvents came in a second.
    package let bytesPerSecond: Double
    /// The times between two messages, in seconds; absent where fewer than two came.
    package let interval: Spread?
    /// How many were missed here.
    package let missed: Int

    enum CodingKeys: String, CodingKey {
        case source
        case topic
        case messages
        case perSecond = "messages_per_s"
        case bytesPerSecond = "bytes_per_s"
        case interval = "interval_s"
        case missed
    }

    /// The rates as a table.
    package static func table(_ rates: [TopicRate]) -> Table {
        var table = Table(
            [
                "PROCESS", "TOPIC", "MESSAGES", "PER S", "BYTES/S", "EVERY", "MIN", "MAX", "DEV",
                "MISSED",
            ], numbers: Set(2...9))
        for rate in rates {
            let interval = rate.interval
            let times = [interval?.mean, interval?.min, interval?.max, interval?.deviation]
            table.add(
                [
                    rate.source, rate.topic, String(rate.messages), Figure.of(rate.perSecond),
                    Figure.of(rate.bytesPerSecond),
                ] + times.map { $0.map(Figure.time) ?? "-" } + [String(rate.missed)])
        }
        return table
    }
}

/// Mean, extremes and standard deviation of numbers that are not kept.
package struct Spread: Encodable, Sendable, Equatable {
    /// How many there were.
    package private(set) var count = 0
    /// Their mean; 0 before the first.
    package private(set) var mean = 0.0
    /// The least.
    package private(set) var min = Double.infinity
    /// The greatest.
    package private(set) var max = -Double.infinity
    // Welford's sum of squares: differences from a mean that moves, so that many near numbers do
    // not cancel out.
    private var squares = 0.0

    enum CodingKeys: String, CodingKey {
        case mean
        case min
        case max
        case deviation
    }

    /// Has seen no number.
    package init() {}

    /// Their standard deviation, as of all there are.
    package var deviation: Double { count > 1 ? (squares / Double(count)).squareRoot() : 0 }

    /// Takes one in.
    package mutating func take(_ number: Double) {
        count += 1
        let before = number - mean
        mean += before / Double(count)
        squares += before * (number - mean)
        min = Swift.min(min, number)
        max = Swift.max(max, number)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(mean, forKey: .mean)
        try container.encode(min, forKey: .min)
        try container.encode(max, forKey: .max)
        try container.encode(deviation, forKey: .deviation)
    }
}

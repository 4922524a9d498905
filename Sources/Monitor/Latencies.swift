package import Bus
package import Messages

/// How long processes take from a request to its reply, as it passes a tap.
///
/// Both are mirrored by the process that is asked (B7), over one connection: what lies between is
/// its own time, without the way of the request to it and that of the reply back.
package struct Latencies: Sendable {
    private struct Key: Hashable, Comparable {
        var process: String
        var type: String

        static func < (one: Key, other: Key) -> Bool {
            (one.process, one.type) < (other.process, other.type)
        }
    }

    private struct Question {
        var key: Key
        var askedAt: Seconds
    }

    private var outstanding = Outstanding<Question>()
    private var spans: [Key: [Seconds]] = [:]
    private var asked: [Key: Int] = [:]

    /// Has seen no request.
    package init() {}

    /// Takes in one thing that was heard.
    package mutating func receive(_ overheard: Overheard, at now: Seconds) {
        guard case .message(let incoming, let process) = overheard else { return }
        switch Topic.type(of: incoming.topic) {
        case Topic.request:
            let key = Key(process: process, type: incoming.type)
            asked[key, default: 0] += 1
            outstanding.put(
                Question(key: key, askedAt: now), of: incoming.header.id, to: process)
        case Topic.reply:
            guard let request = incoming.header.correlationid,
                let question = outstanding.take(request, of: process)
            else { return }
            spans[question.key, default: []].append(now - question.askedAt)
        default: break
        }
    }

    /// What has been measured, by process and type.
    package var report: [TypeLatency] {
        asked.sorted { $0.key < $1.key }.map { key, asked in
            let spans = (spans[key] ?? []).sorted()
            return TypeLatency(
                process: key.process, type: key.type, answered: spans.count,
                unanswered: asked - spans.count, p50: spans.quantile(0.5),
                p99: spans.quantile(0.99), max: spans.last)
        }
    }
}

extension [Seconds] {
    /// The least of these sorted numbers that is not exceeded by a share of them; nil of none.
    fileprivate func quantile(_ share: Double) -> Seconds? {
        isEmpty ? nil : self[Swift.max(0, Int((share * Double(count)).rounded(.up)) - 1)]
    }
}

/// How long a process takes to answer one type of request; times in seconds.
package struct TypeLatency: Encodable, Sendable, Equatable {
    /// The process that is asked.
    package let process: String
    /// The request's type.
    package let type: String
    /// How many were answered.
    package let answered: Int
    /// How many were not, or not yet.
    package let unanswered: Int
    /// Half of the answers took no longer.
    package let p50: Seconds?
    /// 99 of 100 answers took no longer.
    package let p99: Seconds?
    /// The longest that an answer took.
    package let max: Seconds?

    enum CodingKeys: String, CodingKey {
        case process
        case type
        case answered
        case unanswered
        case p50 = "p50_s"
        case p99 = "p99_s"
        case max = "max_s"
    }

    /// The latencies as a table.
    package static func table(_ latencies: [TypeLatency]) -> Table {
        var table = Table(
            ["PROCESS", "TYPE", "ANSWERED", "UNANSWERED", "P50", "P99", "MAX"],
            numbers: Set(2...6))
        for one in latencies {
            table.add(
                [one.process, one.type, String(one.answered), String(one.unanswered)]
                    + [one.p50, one.p99, one.max].map { $0.map(Figure.time) ?? "-" })
        }
        return table
    }
}

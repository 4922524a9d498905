/// The answers given to the newest requests, so that each is done once per key (B3, N16).
package struct Remembered<Request: Sendable & Equatable, Reply: Sendable & Equatable>: Sendable,
    Equatable
{
    /// What a request turns out to be.
    package enum Verdict: Sendable, Equatable {
        /// It has not been seen.
        case new
        /// It was answered so before.
        case seen(Reply)
        /// Its key has been used for something else.
        case reused
    }

    private struct Entry: Sendable, Equatable {
        var request: Request
        var reply: Reply
    }

    private var entries: [RequestKey: Entry] = [:]
    private var order: [RequestKey] = []
    private var oldest = 0
    private let limit: Int

    /// Makes an empty memory.
    ///
    /// - Parameter limit: How many requests are remembered.
    package init(limit: Int = 1_000) {
        self.limit = limit
    }

    /// Looks a request up.
    package func verdict(on request: Request, key: RequestKey) -> Verdict {
        guard let entry = entries[key] else { return .new }
        return entry.request == request ? .seen(entry.reply) : .reused
    }

    /// Remembers an answer, and forgets the oldest beyond the limit.
    package mutating func remember(_ request: Request, key: RequestKey, reply: Reply) {
        if entries.updateValue(Entry(request: request, reply: reply), forKey: key) == nil {
            order.append(key)
        }
        guard entries.count > limit else { return }
        entries[order[oldest]] = nil
        oldest += 1
        if oldest > limit {
            order.removeFirst(oldest)
            oldest = 0
        }
    }
}

extension Problem {
    /// The answer to a key that comes again with other content (B3).
    package static let reusedKey = Problem(
        .malformed, "the request's id was used before",
        detail: "A request of this source and id has been answered, with other content than this.",
        field: "id")
}

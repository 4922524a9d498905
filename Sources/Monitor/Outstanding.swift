package import Messages

/// What is remembered of requests until their replies pass, the newest of them only.
package struct Outstanding<Fact: Sendable>: Sendable {
    private struct Key: Hashable, Sendable {
        var process: String
        var id: RequestID
    }

    private var facts: [Key: [Fact]] = [:]
    private var order: [Key] = []
    private var oldest = 0
    private let limit: Int

    /// Makes an empty memory.
    ///
    /// - Parameter limit: How many requests are remembered; what nobody answers is forgotten.
    package init(limit: Int = 10_000) {
        self.limit = limit
    }

    /// How many requests have not been answered.
    package var count: Int { facts.values.reduce(0) { $0 + $1.count } }

    /// Remembers a fact of a request; the same one asked twice has two.
    package mutating func put(_ fact: Fact, of id: RequestID, to process: String) {
        let key = Key(process: process, id: id)
        facts[key, default: []].append(fact)
        order.append(key)
        guard order.count - oldest > limit else { return }
        facts[order[oldest]] = nil
        oldest += 1
        if oldest > limit {
            order.removeFirst(oldest)
            oldest = 0
        }
    }

    /// Takes back the oldest fact of a request; nil where its asking has not been seen.
    package mutating func take(_ id: RequestID, of process: String) -> Fact? {
        let key = Key(process: process, id: id)
        guard var left = facts[key] else { return nil }
        let fact = left.removeFirst()
        facts[key] = left.isEmpty ? nil : left
        return fact
    }
}

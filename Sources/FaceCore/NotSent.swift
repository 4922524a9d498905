import Messages

/// What was not sent, for the person to see (O6).
struct NotSent: Sendable, Equatable {
    /// One item that left the outbox unsent.
    struct Item: Sendable, Equatable {
        let removed: OutboxRemoved
        let putAt: Seconds
        let removedAt: Seconds
    }

    /// How many are shown at most; beyond that the oldest goes.
    static let limit = 5
    /// How long each is shown, in seconds.
    static let shownFor: Seconds = 300

    /// What is shown, the newest last.
    private(set) var items: [Item] = []

    /// Shows one more.
    mutating func add(_ removed: OutboxRemoved, putAt: Seconds, at now: Seconds) {
        items.append(Item(removed: removed, putAt: putAt, removedAt: now))
        if items.count > Self.limit { items.removeFirst() }
    }

    /// Takes away what has been shown long enough.
    mutating func expire(at now: Seconds) {
        items.removeAll { now - $0.removedAt >= Self.shownFor }
    }

    /// When the next one has been shown long enough.
    var deadline: Seconds? { items.first.map { $0.removedAt + Self.shownFor } }
}

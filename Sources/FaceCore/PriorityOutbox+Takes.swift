package import Messages

extension PriorityOutbox {
    /// Serves a take, at once or when something comes (O9).
    ///
    /// A take of another boot of the relay ends what the old one had: its leases and its takes. The
    /// same request once more is served by what the first one gets (B3).
    package mutating func take(
        _ take: OutboxTake, key: RequestKey, token: ReplyToken, at now: Seconds
    ) -> [Effect] {
        step(at: now) { outbox, effects in
            guard (0...OutboxTake.longestWait).contains(take.wait) else {
                effects.append(.refuse(.wrongWait, to: token))
                return
            }
            switch outbox.takes.verdict(on: take, key: key, token: token) {
            case .new:
                if outbox.takes.arrive(take.boot, &effects) { outbox.endAllLeases() }
                outbox.takes.open(take, key: key, token: token, at: now, &effects)
            case .waits: break
            case .served(let id): effects.append(outbox.again(id, key: key, token: token))
            case .reused: effects.append(.refuse(.reusedKey, to: token))
            }
        }
    }

    /// Ends the takes of an asker that is gone; one that is there after all hears of it (O9).
    package mutating func leave(_ source: String, at now: Seconds) -> [Effect] {
        step(at: now) { outbox, effects in
            outbox.takes.endAll(&effects) { $0.key.source == source }
        }
    }

    /// Answers a take that was served before: with the same item, unless that has moved on.
    private func again(_ id: RequestID?, key: RequestKey, token: ReplyToken) -> Effect {
        guard let id, let entry = entry(id), entry.lease?.take == key else { return .empty(token) }
        return .hand(item(entry), to: token)
    }
}

extension Problem {
    fileprivate static let wrongWait = Problem(
        .invalid, "the wait is not from 0 to 25 s",
        detail: "A take waits for at least 0 and at most 25 seconds.", field: "wait")
    fileprivate static let tooManyTakes = Problem(
        .busy, "too many takes are open", detail: "Take again when an earlier take is answered.")
}

/// The takes that wait for an item, in the order in which they came.
struct OpenTakes: Sendable, Equatable {
    /// A take that waits; it ends with an item, or with its wait.
    struct Take: Sendable, Equatable {
        let ask: OutboxTake
        let key: RequestKey
        /// One for each time that the request came.
        var tokens: [ReplyToken]
        let since: Seconds
    }

    /// What a take turns out to be.
    enum Verdict: Sendable, Equatable {
        case new
        /// It came before and waits still.
        case waits
        /// It came before and was given this, or nothing.
        case served(RequestID?)
        /// Its key was used for something else.
        case reused
    }

    /// How many can wait; a relay has one open at a time, so more are somebody's mistake.
    static let limit = 64

    private var takes: [Take] = []
    private var served = Remembered<OutboxTake, RequestID?>()
    private var boot: Boot?

    /// The one to be served next.
    var first: Take? { takes.first }

    /// When the next wait is over.
    var deadline: Seconds? { takes.lazy.map { $0.since + $0.ask.wait }.min() }

    /// Looks a take up; a repeated one that waits is answered on this token as well.
    mutating func verdict(on ask: OutboxTake, key: RequestKey, token: ReplyToken) -> Verdict {
        if let index = takes.firstIndex(where: { $0.key == key }) {
            guard takes[index].ask == ask else { return .reused }
            takes[index].tokens.append(token)
            return .waits
        }
        switch served.verdict(on: ask, key: key) {
        case .new: return .new
        case .seen(let id): return .served(id)
        case .reused: return .reused
        }
    }

    /// Notices the relay's boot, and says whether it is another one than before.
    mutating func arrive(_ boot: Boot, _ effects: inout [PriorityOutbox.Effect]) -> Bool {
        guard boot != self.boot else { return false }
        self.boot = boot
        endAll(&effects) { $0.ask.boot != boot }
        return true
    }

    /// Lets a take wait.
    mutating func open(
        _ ask: OutboxTake, key: RequestKey, token: ReplyToken, at now: Seconds,
        _ effects: inout [PriorityOutbox.Effect]
    ) {
        guard takes.count < Self.limit else {
            effects.append(.refuse(.tooManyTakes, to: token))
            return
        }
        takes.append(Take(ask: ask, key: key, tokens: [token], since: now))
    }

    /// Gives an item to the take that has waited longest.
    mutating func serveFirst(with item: OutboxItem, _ effects: inout [PriorityOutbox.Effect]) {
        let take = takes.removeFirst()
        served.remember(take.ask, key: take.key, reply: item.id)
        for token in take.tokens { effects.append(.hand(item, to: token)) }
    }

    /// Ends the takes whose wait is over.
    mutating func end(at now: Seconds, _ effects: inout [PriorityOutbox.Effect]) {
        endAll(&effects) { now - $0.since >= $0.ask.wait }
    }

    /// Ends some takes with nothing.
    mutating func endAll(
        _ effects: inout [PriorityOutbox.Effect], where isOver: (Take) -> Bool
    ) {
        for take in takes where isOver(take) {
            served.remember(take.ask, key: take.key, reply: nil)
            for token in take.tokens { effects.append(.empty(token)) }
        }
        takes.removeAll(where: isOver)
    }
}

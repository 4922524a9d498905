package import Messages

/// What the face wants from others, waiting to be taken: a Stop first, the rest in order.
///
/// A value with the caller's monotonic clock, in seconds. Each method first does what time alone
/// has brought about, so it doesn't matter whether `elapse` was called in between.
package struct PriorityOutbox: Sendable, Equatable {
    /// What the owner of the outbox has to do.
    package enum Effect: Sendable, Equatable {
        /// Give an item, now on lease, to whoever asked.
        case hand(OutboxItem, to: ReplyToken)
        /// Tell an asker that nothing came.
        case empty(ReplyToken)
        /// Answer an acknowledgement.
        case acknowledged(RequestID, to: ReplyToken)
        /// Answer a take that cannot be served.
        case refuse(Problem, to: ReplyToken)
        /// Tell of an item that left without having been sent (O6), and when it was put.
        case removed(OutboxRemoved, putAt: Seconds)
        /// The Stop's lease is over and nobody has taken it again yet.
        case returned(RequestID)
    }

    /// How many items wait at most, those on lease not counted (O4).
    package static let capacity = 20
    /// After so many seconds an ordinary item that waits is swept (O5).
    package static let patience: Seconds = 90
    /// How long an ordinary item stays on lease, in seconds (O7).
    package static let lease: Seconds = 10
    /// How long a Stop stays on lease, in seconds (O7).
    package static let stopLease: Seconds = 2

    /// An item: waiting without a lease, on lease with one; it can go back and forth (O7).
    struct Entry: Sendable, Equatable {
        let id: RequestID
        let request: OutboxRequest
        let putAt: Seconds
        /// Its place among all that was ever put.
        let place: Int
        var lease: Lease?
    }

    /// Who has an item to itself, and since when.
    struct Lease: Sendable, Equatable {
        let take: RequestKey
        let since: Seconds
    }

    /// A lease that will end, in the order in which ordinary leases do: all are equally long.
    private struct Ending: Sendable, Equatable {
        let id: RequestID
        let since: Seconds
    }

    private let source: String
    private var places = 0
    /// The Stop, waiting or on lease: at most one (O2).
    var stop: Entry?
    /// The ordinary items that wait, in their places.
    ///
    /// O4 bounds it, so going through it costs the same whatever waits (O10).
    var waiting: [Entry] = []
    private var leased: [RequestID: Entry] = [:]
    /// Those of `leased` that a Stop withdraws.
    private var leasedPlays: Set<RequestID> = []
    /// May name leases that are over already: a later lease of the same item began later.
    private var endings = Fifo<Ending>()
    var takes = OpenTakes()

    /// Makes an empty outbox.
    ///
    /// - Parameter source: The name under which its items are asked for.
    package init(source: String) {
        self.source = source
    }

    /// Puts an item: a Stop to the front, anything else at the end (O1 to O4).
    ///
    /// An id that is here already changes nothing.
    package mutating func put(
        _ request: OutboxRequest, id: RequestID, at now: Seconds
    ) -> [Effect] {
        step(at: now) { outbox, effects in
            guard outbox.entry(id) == nil else { return }
            outbox.places += 1
            let entry = Entry(id: id, request: request, putAt: now, place: outbox.places)
            if request.action == .stop {
                outbox.withdrawPlays(&effects)
                outbox.stop = entry
            } else {
                outbox.waiting.append(entry)
            }
        }
    }

    /// Takes an acknowledgement: the end of an ordinary item, and nothing to a Stop (O7).
    package mutating func acknowledge(
        _ id: RequestID, token: ReplyToken, at now: Seconds
    ) -> [Effect] {
        step(at: now) { outbox, effects in
            outbox.endLease(of: id)
            outbox.waiting.removeAll { $0.id == id }
            effects.append(.acknowledged(id, to: token))
        }
    }

    /// Takes an item back whose asker turned out to be gone, and hands it on (O9).
    package mutating func giveBack(_ id: RequestID, at now: Seconds) -> [Effect] {
        step(at: now) { outbox, _ in
            if outbox.stop?.id == id { outbox.stop?.lease = nil }
            outbox.put(back: [id])
        }
    }

    /// Lets a Stop go that the face has settled, or whose note has ended (O7).
    package mutating func settle(_ id: RequestID, at now: Seconds) -> [Effect] {
        step(at: now) { outbox, _ in
            if outbox.stop?.id == id { outbox.stop = nil }
        }
    }

    /// Does what time alone has brought about.
    package mutating func elapse(at now: Seconds) -> [Effect] {
        step(at: now) { _, _ in }
    }

    /// How many items are here, waiting or on lease.
    package var depth: Int { waiting.count + leased.count + (stop == nil ? 0 : 1) }

    /// When time alone will matter next; may be early, never late.
    package var deadline: Seconds? {
        (stop?.lease.map { $0.since + Self.stopLease })
            .orEarlier(endings.first.map { $0.since + Self.lease })
            .orEarlier(waiting.first.map { $0.putAt + Self.patience })
            .orEarlier(takes.deadline)
    }
}

extension PriorityOutbox {
    /// Makes one change between what time has brought about and the serving of the takes.
    mutating func step(
        at now: Seconds, _ change: (inout Self, inout [Effect]) -> Void
    ) -> [Effect] {
        var effects: [Effect] = []
        let takenStop = stop?.lease == nil ? nil : stop?.id
        endLeases(at: now)
        sweep(at: now, &effects)
        takes.end(at: now, &effects)
        change(&self, &effects)
        // Once more, as what a new boot brought back from its leases may be too old by now.
        sweep(at: now, &effects)
        serve(at: now, &effects)
        takes.end(at: now, &effects)
        trim(&effects)
        if let stop, stop.id == takenStop, stop.lease == nil {
            effects.append(.returned(stop.id))
        }
        return effects
    }

    /// The item of an id, waiting or on lease.
    func entry(_ id: RequestID) -> Entry? {
        if let stop, stop.id == id { return stop }
        return leased[id] ?? waiting.first { $0.id == id }
    }

    /// Describes an item to the one who takes it.
    func item(_ entry: Entry) -> OutboxItem {
        OutboxItem(
            source: source, id: entry.id, request: entry.request, putAt: entry.putAt,
            lease: entry.request.action == .stop ? Self.stopLease : Self.lease)
    }

    /// Ends all leases; what was on lease returns to its place (O9).
    mutating func endAllLeases() {
        stop?.lease = nil
        put(back: Array(leased.keys))
    }

    private mutating func endLeases(at now: Seconds) {
        if let lease = stop?.lease, now - lease.since >= Self.stopLease { stop?.lease = nil }
        var over: [RequestID] = []
        while let ending = endings.first, now - ending.since >= Self.lease {
            endings.removeFirst()
            if leased[ending.id]?.lease?.since == ending.since { over.append(ending.id) }
        }
        put(back: over)
    }

    private mutating func put(back ids: [RequestID]) {
        guard !ids.isEmpty else { return }
        for id in ids {
            guard var entry = endLease(of: id) else { continue }
            entry.lease = nil
            waiting.append(entry)
        }
        waiting.sort { $0.place < $1.place }
    }

    @discardableResult
    private mutating func endLease(of id: RequestID) -> Entry? {
        leasedPlays.remove(id)
        return leased.removeValue(forKey: id)
    }

    /// Hands out what waits to those who wait, both in order (O1, O9).
    private mutating func serve(at now: Seconds, _ effects: inout [Effect]) {
        while let take = takes.first, let entry = lease(to: take.key, at: now) {
            takes.serveFirst(with: item(entry), &effects)
        }
    }

    private mutating func lease(to take: RequestKey, at now: Seconds) -> Entry? {
        let lease = Lease(take: take, since: now)
        if let stop, stop.lease == nil {
            self.stop?.lease = lease
            return self.stop
        }
        guard !waiting.isEmpty else { return nil }
        var entry = waiting.removeFirst()
        entry.lease = lease
        leased[entry.id] = entry
        if entry.request.kind == .soloPlay { leasedPlays.insert(entry.id) }
        endings.append(Ending(id: entry.id, since: now))
        return entry
    }

    /// Withdraws all of solo play, on lease or not (O2).
    private mutating func withdrawPlays(_ effects: inout [Effect]) {
        var withdrawn = waiting.filter { $0.request.kind == .soloPlay }
        waiting.removeAll { $0.request.kind == .soloPlay }
        for id in leasedPlays {
            if let entry = leased.removeValue(forKey: id) { withdrawn.append(entry) }
        }
        leasedPlays = []
        if let stop { withdrawn.append(stop) }
        for entry in withdrawn.sorted(by: { $0.place < $1.place }) {
            effects.append(removal(of: entry, .superseded))
        }
    }

    /// Removes what nobody took in time; what came back from a lease too late counts as well, or
    /// an old wish would be done long after the person gave it up (O5).
    private mutating func sweep(at now: Seconds, _ effects: inout [Effect]) {
        let old = waiting.prefix { now - $0.putAt >= Self.patience }
        for entry in old { effects.append(removal(of: entry, .expired)) }
        waiting.removeFirst(old.count)
    }

    /// Removes the oldest beyond the capacity, in which a waiting Stop has its place (O4).
    private mutating func trim(_ effects: inout [Effect]) {
        let stops = stop.map { $0.lease == nil ? 1 : 0 } ?? 0
        let excess = waiting.prefix(max(0, waiting.count + stops - Self.capacity))
        for entry in excess { effects.append(removal(of: entry, .trimmed)) }
        waiting.removeFirst(excess.count)
    }

    private func removal(of entry: Entry, _ reason: OutboxRemoved.Reason) -> Effect {
        .removed(
            OutboxRemoved(
                id: entry.id, kind: entry.request.kind, action: entry.request.action,
                reason: reason),
            putAt: entry.putAt)
    }
}

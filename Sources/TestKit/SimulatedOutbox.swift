import FaceCore
import Messages

/// What an outbox must hold by its rules (O1 to O9), kept beside the real one without its cunning.
struct SimulatedOutbox {
    /// Something that is done to an outbox.
    enum Deed {
        case put(OutboxRequest, RequestID)
        case take(OutboxTake, RequestKey, ReplyToken)
        case acknowledge(RequestID, ReplyToken)
        case settle(RequestID)
        case giveBack(RequestID)
        case leave(String)
        case elapse
    }

    private struct Entry {
        let id: RequestID
        let isStop: Bool
        let isPlay: Bool
        let putAt: Seconds
        /// The take that has it on lease, and since when.
        var lease: (take: RequestKey, since: Seconds)?

        var length: Seconds { isStop ? PriorityOutbox.stopLease : PriorityOutbox.lease }
    }

    private struct Take {
        let key: RequestKey
        let boot: Boot
        let wait: Seconds
        let since: Seconds
    }

    /// All that is here, in the order of putting.
    private var entries: [Entry] = []
    private var takes: [Take] = []
    private var boot: Boot?
    /// Which take each way back belongs to.
    private var keys: [ReplyToken: RequestKey] = [:]
    /// The takes that have come.
    private var seen: Set<RequestKey> = []
    /// What was broken, once something was.
    private(set) var broken: (promise: SimulatedPromise, what: String)?

    /// Whether somebody waits for an item.
    var hasTake: Bool { !takes.isEmpty }

    /// Whether an item is here that has not been acknowledged.
    func holds(_ id: RequestID) -> Bool { entries.contains { $0.id == id } }

    /// Goes along with what is done, and looks at what the outbox made of it.
    mutating func follow(
        _ deed: Deed, _ effects: [PriorityOutbox.Effect], depth: Int, at now: Seconds
    ) {
        pass(to: now)
        begin(deed, at: now)
        for effect in effects { follow(effect, deed, at: now) }
        takes.removeAll { now - $0.since >= $0.wait }
        checkWhatIsLeft(depth: depth, at: now)
    }

    private mutating func pass(to now: Seconds) {
        for index in entries.indices {
            if let lease = entries[index].lease, now - lease.since >= entries[index].length {
                entries[index].lease = nil
            }
        }
        takes.removeAll { now - $0.since >= $0.wait }
    }

    private mutating func begin(_ deed: Deed, at now: Seconds) {
        switch deed {
        case .put(let request, let id):
            guard !holds(id) else { return }
            entries.append(
                Entry(
                    id: id, isStop: request.action == .stop, isPlay: request.kind == .soloPlay,
                    putAt: now))
        case .take(let take, let key, let token):
            let isNew = seen.insert(key).inserted
            keys[token] = key
            // One of an earlier boot that comes once more, late, is nobody's return.
            if isNew, take.boot != boot {
                boot = take.boot
                takes.removeAll { $0.boot != take.boot }
                for index in entries.indices { entries[index].lease = nil }
            }
            if isNew { takes.append(Take(key: key, boot: take.boot, wait: take.wait, since: now)) }
        case .acknowledge(let id, _): entries.removeAll { $0.id == id && !$0.isStop }
        case .settle(let id): entries.removeAll { $0.id == id && $0.isStop }
        case .giveBack(let id):
            for index in entries.indices where entries[index].id == id {
                entries[index].lease = nil
            }
        case .leave(let source): takes.removeAll { $0.key.source == source }
        case .elapse: break
        }
    }

    private mutating func fail(_ promise: SimulatedPromise, _ what: String) {
        if broken == nil { broken = (promise, what) }
    }
}

extension SimulatedOutbox {
    private mutating func follow(
        _ effect: PriorityOutbox.Effect, _ deed: Deed, at now: Seconds
    ) {
        switch effect {
        case .hand(let item, let token): hand(item.id, to: token, at: now)
        case .removed(let removed, _): remove(removed, deed, at: now)
        case .empty, .acknowledged, .refuse, .returned: break
        }
    }

    private mutating func hand(_ id: RequestID, to token: ReplyToken, at now: Seconds) {
        guard let index = entries.firstIndex(where: { $0.id == id }), let key = keys[token] else {
            fail(.nothingUntold, "\(id) is handed out, which has left")
            return
        }
        if let lease = entries[index].lease {
            if lease.take != key { fail(.leased, "\(id) is handed out while it is on lease") }
            return
        }
        let waiting = entries.filter { $0.lease == nil }
        if let stop = waiting.first(where: \.isStop), stop.id != id {
            fail(.stopAtFront, "\(id) leaves before \(stop.id)")
        } else if !entries[index].isStop, let first = waiting.first, first.id != id {
            fail(.inOrder, "\(id) leaves before \(first.id)")
        }
        if takes.first?.key != key {
            fail(.takesInOrder, "\(id) is handed to a take that is not the first one")
        }
        takes.removeAll { $0.key == key }
        entries[index].lease = (key, now)
    }

    private mutating func remove(_ removed: OutboxRemoved, _ deed: Deed, at now: Seconds) {
        guard let index = entries.firstIndex(where: { $0.id == removed.id }) else {
            fail(.nothingUntold, "\(removed.id) leaves twice")
            return
        }
        let entry = entries.remove(at: index)
        let waiting = entries.filter { $0.lease == nil }
        switch removed.reason {
        case .superseded:
            if case .put(.stop, _) = deed, entry.isPlay { return }
            fail(.othersStay, "\(entry.id) is withdrawn by none of its kind")
        case .trimmed:
            let isOldest = !entries[..<index].contains { $0.lease == nil && !$0.isStop }
            let isOver = waiting.count >= PriorityOutbox.capacity
            if !isOldest || !isOver || entry.isStop || entry.lease != nil {
                fail(.bounded, "\(entry.id) is trimmed beside \(waiting.count) others")
            }
        case .expired:
            if entry.isStop || entry.lease != nil || now - entry.putAt < PriorityOutbox.patience {
                fail(.swept, "\(entry.id) is swept after \(now - entry.putAt) s")
            }
        }
    }

    private mutating func checkWhatIsLeft(depth: Int, at now: Seconds) {
        let waiting = entries.lazy.filter { $0.lease == nil }
        if entries.count(where: \.isStop) > 1 { fail(.stopAtFront, "two Stops are here") }
        if waiting.count > PriorityOutbox.capacity { fail(.bounded, "\(waiting.count) wait") }
        if let old = waiting.first(where: { now - $0.putAt >= PriorityOutbox.patience }),
            !old.isStop
        {
            fail(.swept, "\(old.id) waits after \(now - old.putAt) s")
        }
        if let first = waiting.first, hasTake {
            fail(.takesInOrder, "\(first.id) waits, and so does a take")
        }
        if depth != entries.count {
            fail(.nothingUntold, "\(depth) items are here and ought to be \(entries.count)")
        }
    }
}

extension PriorityOutbox {
    /// Does one thing.
    mutating func handle(_ deed: SimulatedOutbox.Deed, at now: Seconds) -> [Effect] {
        switch deed {
        case .put(let request, let id): put(request, id: id, at: now)
        case .take(let ask, let key, let token): take(ask, key: key, token: token, at: now)
        case .acknowledge(let id, let token): acknowledge(id, token: token, at: now)
        case .settle(let id): settle(id, at: now)
        case .giveBack(let id): giveBack(id, at: now)
        case .leave(let source): leave(source, at: now)
        case .elapse: elapse(at: now)
        }
    }
}

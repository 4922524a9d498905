import Messages

@testable import FaceCore

/// An outbox with what its last call has brought about, sorted.
struct OutboxUnderTest {
    /// A removal, in one line.
    struct Removal: Equatable {
        let id: RequestID
        let kind: OutboxKind
        let action: SoloAction?
        let reason: OutboxRemoved.Reason
        let putAt: Seconds

        init(
            _ id: RequestID, _ kind: OutboxKind, action: SoloAction? = nil,
            _ reason: OutboxRemoved.Reason, putAt: Seconds
        ) {
            self.id = id
            self.kind = kind
            self.action = action
            self.reason = reason
            self.putAt = putAt
        }

        init(
            _ id: RequestID, _ action: SoloAction, _ reason: OutboxRemoved.Reason,
            putAt: Seconds
        ) {
            self.init(id, .soloPlay, action: action, reason, putAt: putAt)
        }
    }

    private(set) var value = PriorityOutbox(source: "/group/face")
    private(set) var effects: [PriorityOutbox.Effect] = []
    private var tokens: UInt64 = 0

    var deadline: Seconds? { value.deadline }

    var removed: [Removal] {
        effects.compactMap { effect in
            guard case .removed(let told, let putAt) = effect else { return nil }
            return Removal(
                told.id, told.kind, action: told.action, told.reason, putAt: putAt)
        }
    }

    var returned: [RequestID] {
        effects.compactMap { effect in
            guard case .returned(let id) = effect else { return nil }
            return id
        }
    }

    var handed: [RequestID] {
        effects.compactMap { effect in
            guard case .hand(let item, _) = effect else { return nil }
            return item.id
        }
    }

    mutating func put(_ id: RequestID, _ request: OutboxRequest, at now: Seconds) {
        effects = value.put(request, id: id, at: now)
    }

    mutating func acknowledge(_ id: RequestID, at now: Seconds) {
        effects = value.acknowledge(id, token: ReplyToken(0), at: now)
    }

    mutating func giveBack(_ id: RequestID, at now: Seconds) {
        effects = value.giveBack(id, at: now)
    }

    mutating func settle(_ id: RequestID, at now: Seconds) {
        effects = value.settle(id, at: now)
    }

    mutating func elapse(at now: Seconds) {
        effects = value.elapse(at: now)
    }

    mutating func leave(_ source: String, at now: Seconds) {
        effects = value.leave(source, at: now)
    }

    /// Opens a take; its token is the running number of all takes, from 1.
    mutating func open(
        _ id: RequestID, source: String = "/group/relay", boot: Boot = "relay", wait: Seconds,
        at now: Seconds
    ) {
        tokens += 1
        effects = value.take(
            OutboxTake(wait: wait, boot: boot), key: RequestKey(source: source, id: id),
            token: ReplyToken(tokens), at: now)
    }

    /// Takes what can be had at once.
    mutating func take(at now: Seconds) -> OutboxItem? {
        open(RequestID("take \(tokens)"), wait: 0, at: now)
        for case .hand(let item, _) in effects { return item }
        return nil
    }

    /// Takes until nothing is left.
    mutating func takeAll(at now: Seconds) -> [RequestID] {
        var ids: [RequestID] = []
        while let item = take(at: now) { ids.append(item.id) }
        return ids
    }
}

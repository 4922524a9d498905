import Bus
import FaceCore
import Messages

/// What the face wants from others, kept for the relay's takes; on the bus thread like the face.
actor Outbox {
    private let thread: BusThread
    private var items: PriorityOutbox

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Makes an empty outbox whose items are asked for under a name.
    init(source: String, thread: BusThread) {
        self.thread = thread
        items = PriorityOutbox(source: source)
    }

    /// When time alone will matter next.
    var deadline: Seconds? { items.deadline }

    /// How many items are here, waiting or on lease.
    var depth: Int { items.depth }

    /// Serves a take or an acknowledgement.
    func serve(
        _ ask: OutboxAsk, key: RequestKey, token: ReplyToken, at now: Seconds
    ) -> [PriorityOutbox.Effect] {
        switch ask {
        case .take(let take): items.take(take, key: key, token: token, at: now)
        case .acknowledge(let ack): items.acknowledge(ack.id, token: token, at: now)
        }
    }

    /// Puts an item.
    func put(
        _ request: OutboxRequest, id: RequestID, at now: Seconds
    ) -> [PriorityOutbox.Effect] {
        items.put(request, id: id, at: now)
    }

    /// Takes an item back whose asker was not there to get it.
    func giveBack(_ id: RequestID, at now: Seconds) -> [PriorityOutbox.Effect] {
        items.giveBack(id, at: now)
    }

    /// Lets a Stop go that has been settled.
    func settle(_ id: RequestID, at now: Seconds) -> [PriorityOutbox.Effect] {
        items.settle(id, at: now)
    }

    /// Ends the takes of an asker that is gone.
    func leave(_ source: String, at now: Seconds) -> [PriorityOutbox.Effect] {
        items.leave(source, at: now)
    }

    /// Does what time alone has brought about.
    func elapse(at now: Seconds) -> [PriorityOutbox.Effect] {
        items.elapse(at: now)
    }
}

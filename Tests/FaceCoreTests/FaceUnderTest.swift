import Messages

@testable import FaceCore

/// A face and its outbox as one, with all that its last event has brought about.
struct FaceUnderTest {
    private(set) var core: FaceCore
    private(set) var outbox = PriorityOutbox(source: "/group/face")
    /// The effects of the last event, in order.
    private(set) var effects: [FaceCore.Effect] = []
    /// The items handed out by the last event.
    private(set) var handed: [OutboxItem] = []
    /// The newest view model that was published.
    private(set) var view: FaceView?
    /// What the journal holds after the writes that it was let do.
    private(set) var journal = FaceRecord()
    private var requests: UInt64 = 0
    private var now: Seconds = 0

    /// Makes a face that has recovered a record at 0 s, and knows nothing else.
    init(_ record: FaceRecord = FaceRecord(), options: FaceOptions = FaceOptions()) {
        core = FaceCore(
            settings: Settings(
                group: "group", process: "face", runDirectory: "/run", stateDirectory: "/state",
                processes: [:], companion: "Pippa", face: options))
        journal = record
        receive(.recovered(.found(record)), at: 0)
    }

    /// Hands an event to the core and its effects to the outbox, until nothing more comes of it.
    mutating func receive(_ event: FaceCore.Event, at now: Seconds) {
        self.now = now
        effects = []
        handed = []
        var events = [event]
        while !events.isEmpty {
            for effect in core.receive(events.removeFirst(), at: now) {
                effects.append(effect)
                events += carryOut(effect, at: now)
            }
        }
    }

    private mutating func carryOut(
        _ effect: FaceCore.Effect, at now: Seconds
    ) -> [FaceCore.Event] {
        switch effect {
        case .put(let id, let request): return tell(outbox.put(request, id: id, at: now))
        case .settle(let id): return tell(outbox.settle(id, at: now))
        case .publish(let view): self.view = view
        case .journal, .reply, .ready: break
        }
        return []
    }

    private mutating func tell(_ effects: [PriorityOutbox.Effect]) -> [FaceCore.Event] {
        effects.compactMap { effect in
            switch effect {
            case .hand(let item, _):
                handed.append(item)
                return .taken(item.id)
            case .removed(let removed, let putAt): return .removed(removed, putAt: putAt)
            case .returned(let id): return .returned(id)
            case .empty, .acknowledged, .refuse: return nil
            }
        }
    }

    /// Lets the relay take once, waiting not at all.
    mutating func take(at now: Seconds) -> OutboxItem? {
        requests += 1
        let events = tell(
            outbox.take(
                OutboxTake(wait: 0, boot: "relay"),
                key: RequestKey(source: "/group/relay", id: RequestID("take \(requests)")),
                token: ReplyToken(1_000_000 + requests), at: now))
        let item = handed.last
        for event in events { receive(event, at: now) }
        return item
    }

    /// Makes a request; its token and key are the running number, from 1, unless a key is given.
    mutating func ask(_ request: FaceRequest, key: RequestID? = nil, at now: Seconds) {
        requests += 1
        let key = RequestKey(source: "/group/web", id: key ?? RequestID("key \(requests)"))
        receive(
            .request(
                request, key: key, token: ReplyToken(requests),
                fresh: RequestID("item \(requests)")),
            at: now)
    }

    /// Presses a control once.
    mutating func press(_ control: FaceControl, view: String = "a", at now: Seconds) {
        ask(.press(FacePress(control: control, view: view)), at: now)
    }

    /// Presses a control twice, the second time at `now`, and lets the journal answer.
    mutating func confirm(_ control: FaceControl, view: String = "a", at now: Seconds) {
        press(control, view: view, at: now - 1)
        press(control, view: view, at: now)
        write()
    }

    /// Lets the journal do the writes of the last event.
    mutating func write() {
        let earlier = effects
        for case .journal(let write, let record) in earlier {
            journal = record
            receive(.journaled(write), at: now)
            effects = earlier + effects
        }
    }

    /// The replies of the last event.
    var replies: [FaceReply] {
        effects.compactMap { effect in
            guard case .reply(let reply, _) = effect else { return nil }
            return reply
        }
    }

    /// What the last event has put.
    var put: [OutboxRequest] {
        effects.compactMap { effect in
            guard case .put(_, let request) = effect else { return nil }
            return request
        }
    }

    /// What the last event has published.
    var published: [FaceView] {
        effects.compactMap { effect in
            guard case .publish(let view) = effect else { return nil }
            return view
        }
    }

    /// The writes that the last event has asked for.
    var writes: [WriteID] {
        effects.compactMap { effect in
            guard case .journal(let write, _) = effect else { return nil }
            return write
        }
    }
}

extension FaceView {
    /// One of the controls.
    func control(_ id: FaceControl) -> Control? { controls.first { $0.id == id } }
}

extension FaceReply {
    static let armed = FaceReply.pressed(FacePressed(.armed))
    static let confirmed = FaceReply.pressed(FacePressed(.confirmed))
    static func refused(_ reason: String) -> FaceReply {
        .pressed(FacePressed(.refused, reason: reason))
    }
}

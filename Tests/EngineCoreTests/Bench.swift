import EngineCore
import Messages

typealias Event = EngineCore.Event
typealias Effect = EngineCore.Effect

let boot: Boot = "00112233445566778899aabbccddeeff"
let memory = ControllerID(kind: "memory")
let face = "/home/face"
/// The ids of the first sessions of `boot`.
let one: SessionID = "0011223344556677-1"
let two: SessionID = "0011223344556677-2"

/// An engine under test, and what the world around it would answer.
struct Bench {
    var core: EngineCore
    /// What has been journaled, as the next life will find it.
    private(set) var journal: [JournalRecord]

    /// An engine that has read a journal at 0.
    init(
        boot: Boot = boot, controller: ControllerID = memory, deadMan: Seconds? = nil,
        journal: [JournalRecord] = []
    ) {
        core = EngineCore(
            EngineCore.Configuration(
                boot: boot, controller: controller, performer: "Pippa", players: ["demo"],
                deadMan: deadMan))
        self.journal = journal
        _ = core.receive(.recovered(journal), at: 0)
    }

    /// An engine with the session `one` open from 10 to 70.
    static func playing(deadMan: Seconds? = nil, controller: ControllerID = memory) -> Bench {
        var bench = Bench(controller: controller, deadMan: deadMan)
        bench.settle(.request(.start(chess), key: key("s1"), token: token(1)), at: 10)
        return bench
    }

    /// The session `one` closed by a Stop at 20, with nothing said by the controller yet.
    static func closing(holding inputs: [String] = []) -> Bench {
        var bench = playing()
        for input in inputs { bench.settle(.player(.press(input), of: one), at: 15) }
        bench.settle(stop(.session(one), id: "k1"), at: 20)
        return bench
    }

    /// The session `one` closed by a Stop at 20, with a receipt at 21 that says `false`.
    static func stuck(holding input: String = "Right") -> Bench {
        var bench = closing(holding: [input])
        bench.settle(.readBack(ReleaseID(1), of: memory, shown: [input]), at: 21)
        return bench
    }

    mutating func receive(_ event: Event, at now: Seconds) -> [Effect] {
        core.receive(event, at: now)
    }

    /// Takes an event in, with the journal answering at once; leaves the journal's part out.
    @discardableResult
    mutating func settle(_ event: Event, at now: Seconds) -> [Effect] {
        var effects: [Effect] = []
        var events = [event]
        while !events.isEmpty {
            for effect in core.receive(events.removeFirst(), at: now) {
                if case .journal(let id, let records) = effect {
                    journal += records
                    events.append(.journaled(id))
                } else {
                    effects.append(effect)
                }
            }
        }
        return effects
    }

    /// The state as `solo.status` tells it.
    mutating func state(at now: Seconds) -> SoloState? {
        let asked = Event.request(.status(SoloStatus()), key: key("status"), token: token(0))
        guard case .reply(.state(let state), _) = core.receive(asked, at: now).last else {
            return nil
        }
        return state
    }
}

let chess = SoloStart(title: "Chess", mode: "coached", seconds: 60, player: "demo")

func key(_ id: RequestID) -> RequestKey { RequestKey(source: face, id: id) }

func token(_ number: UInt64) -> ReplyToken { ReplyToken(number) }

func stop(_ target: StopTarget, id: RequestID, token number: UInt64 = 9) -> Event {
    .request(.stop(SoloStop(target)), key: key(id), token: token(number))
}

func asked(_ id: RequestID) -> AskedStop { AskedStop(source: face, id: id) }

func session(_ id: SessionID = one, startedAt: Seconds = 10, expiresAt: Seconds = 70) -> SoloSession
{
    SoloSession(
        id: id, performer: "Pippa", title: "Chess", mode: .coached, startedAt: startedAt,
        expiresAt: expiresAt)
}

/// A receipt about the session `one`, made and sent at once.
func receipt(
    _ session: SessionID? = one, released: Bool = true, held: [String] = [],
    cause: CloseCause = .stop, reason: String? = nil, stops: [RequestID] = [],
    revision: Int, now: Seconds, made: SoloReceipt.Made? = nil
) -> SoloReceipt {
    SoloReceipt(
        session: session, boot: boot, revision: revision,
        made: made ?? SoloReceipt.Made(boot: boot, revision: revision, now: now),
        controller: "memory", released: released, held: held, cause: cause, reason: reason,
        stops: stops.map(asked), title: session == nil ? nil : "Chess", now: now)
}

func state(
    revision: Int, now: Seconds, session: SoloSession? = nil, closing: SoloClosing? = nil,
    receipt: SoloReceipt? = nil
) -> SoloState {
    SoloState(
        boot: boot, now: now, revision: revision, open: session != nil, session: session,
        closing: closing, receipt: receipt)
}

extension [EngineCore.Effect] {
    /// The problem in the only reply.
    var problem: Problem? {
        let problems = compactMap { effect in
            if case .reply(.problem(let problem), _) = effect { problem } else { nil }
        }
        return problems.count == 1 ? problems.first : nil
    }

    /// The receipts that are published.
    var receipts: [SoloReceipt] {
        compactMap { if case .publishReceipt(let receipt) = $0 { receipt } else { nil } }
    }

    /// The replies, without their tokens.
    var replies: [SoloReply] {
        compactMap { if case .reply(let reply, _) = $0 { reply } else { nil } }
    }

    /// The orders to release.
    var orders: [[String]] {
        compactMap { if case .release(_, _, let inputs) = $0 { inputs } else { nil } }
    }

    /// The strokes for the controller.
    var strokes: [Stroke] {
        compactMap { if case .stroke(let stroke) = $0 { stroke } else { nil } }
    }
}

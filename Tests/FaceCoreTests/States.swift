import Messages

@testable import FaceCore

/// States and answers as a relay would tell them, of the engine's boot "e1" unless another is said.
extension FaceState {
    static func open(
        _ session: SessionID = "s", boot: Boot = "e1", revision: Int = 1,
        expiresAt: Seconds? = 1_000, now: Seconds? = 400, receipt: SoloReceipt? = nil,
        answered: [Answered] = [], broadcast: BroadcastState = BroadcastState()
    ) -> FaceState {
        FaceState(
            open: .open, boot: boot, revision: revision, session: session, performer: "Pippa",
            mode: .coached, title: "Chess of \(session)", expiresAt: expiresAt, now: now,
            receipt: receipt, answered: answered, broadcast: broadcast)
    }

    static func closed(
        _ receipt: SoloReceipt?, boot: Boot = "e1", revision: Int = 2,
        answered: [Answered] = []
    ) -> FaceState {
        FaceState(
            open: .closed, boot: boot, revision: revision, now: 500, receipt: receipt,
            answered: answered)
    }

    static func unknown(
        _ reason: String? = "engine silent", answered: [Answered] = []
    ) -> FaceState {
        FaceState(open: .unknown, reason: reason, answered: answered)
    }
}

extension SoloReceipt {
    static func of(
        _ session: SessionID?, released: Bool = true, cause: CloseCause = .stop,
        made revision: Int = 2, boot: Boot = "e1", stops: [RequestID] = []
    ) -> SoloReceipt {
        SoloReceipt(
            session: session, boot: boot, revision: revision,
            made: Made(boot: boot, revision: revision, now: 500), controller: "memory",
            released: released, held: released ? [] : ["Right"], cause: cause,
            stops: stops.map { AskedStop(source: "/group/face", id: $0) }, now: 500)
    }
}

extension Answered {
    /// A receipt's word about a Stop.
    static func stop(
        _ id: RequestID = "stop", session: SessionID? = "s", released: Bool,
        boot: Boot = "e1", revision: Int = 2
    ) -> Answered {
        Answered(
            id: id, action: .stop, session: session, title: session.map { "Chess of \($0)" },
            boot: boot, revision: revision, released: released)
    }

    /// A Stop that has come to no outcome.
    static func stop(
        _ id: RequestID = "stop", session: SessionID? = nil, stage: Stage, revision: Int = 1
    ) -> Answered {
        Answered(
            id: id, action: .stop, session: session, title: session.map { "Chess of \($0)" },
            boot: "e1", revision: revision, stage: stage)
    }

    /// A problem as answer to a Stop.
    static func stop(
        _ id: RequestID = "stop", error: String, problem: Problem.Sort = .unreachable,
        session: SessionID? = nil, boot: Boot = "e1", revision: Int = 1
    ) -> Answered {
        Answered(
            id: id, action: .stop, session: session, boot: boot, revision: revision,
            error: error, problem: problem)
    }

    /// An answer to a "+".
    static func more(_ id: RequestID = "+", error: String? = nil, stage: Stage? = nil) -> Answered {
        Answered(
            id: id, action: .extend, session: "s", boot: "e1", revision: 1, stage: stage,
            error: error)
    }
}

/// A bar that has heard of some states, each a second after the other, from 0 on.
func bar(after states: FaceState...) -> SoloBar {
    var bar = SoloBar()
    for (second, state) in states.enumerated() { _ = bar.hear(state, at: Seconds(second)) }
    return bar
}

import Messages
import RelayCore

let face = "face"
let phone = "phone"
let source = "/play/face"
let bootA: Boot = "boot-a"
let bootB: Boot = "boot-b"
let faceBoot: Boot = "boot-f"
let maze: SessionID = "maze"

extension RelayCore {
    /// A relay that started at 100 s with its faces there: the engine's sign of life is due at
    /// each whole second, and each face's first take is open.
    static func started(faces: [String] = [face]) -> RelayCore {
        var relay = RelayCore(faces: faces)
        _ = relay.receive(.start, at: 100)
        for face in faces { _ = relay.receive(.face(face, .connected), at: 100) }
        return relay
    }

    /// A relay whose engine connected at 100 s and answered then with this state.
    static func knowing(_ state: SoloState, faces: [String] = [face]) -> RelayCore {
        var relay = started(faces: faces)
        _ = relay.receive(.engine(.connected), at: 100)
        _ = relay.receive(.answered(.status(1), .state(state)), at: 100)
        return relay
    }

    /// What is published of a face by an input.
    mutating func told(_ event: Event, at now: Seconds, face name: String = face) -> [FaceState] {
        receive(event, at: now).compactMap {
            guard case .publish(let state, name) = $0 else { return nil }
            return state
        }
    }

    /// What is published of the face's own requests by an input.
    mutating func entries(_ event: Event, at now: Seconds) -> [[Answered]] {
        told(event, at: now).map(\.answered)
    }

    /// What is asked because of an input.
    mutating func asked(_ event: Event, at now: Seconds) -> [Ask] {
        receive(event, at: now).compactMap {
            guard case .ask(let ask) = $0 else { return nil }
            return ask
        }
    }
}

extension SoloState {
    /// The engine with the maze open until 900 s of its clock, which shows 300 s.
    static func playing(
        boot: Boot = bootA, revision: Int = 1, now: Seconds? = 300, expiresAt: Seconds = 900,
        session: SessionID = maze
    ) -> SoloState {
        SoloState(
            boot: boot, now: now, revision: revision, open: true,
            session: SoloSession(
                id: session, performer: "Pippa", title: "Maze", mode: .coached, startedAt: 290,
                expiresAt: expiresAt))
    }

    /// The engine with an empty slot.
    static func empty(
        boot: Boot = bootA, revision: Int = 1, now: Seconds? = 300,
        closing: SoloClosing? = nil, receipt: SoloReceipt? = nil
    ) -> SoloState {
        SoloState(
            boot: boot, now: now, revision: revision, open: false, closing: closing,
            receipt: receipt)
    }
}

extension SoloReceipt {
    /// The maze's receipt, made at revision 3 of the first boot.
    static func ofMaze(
        _ released: Bool, boot: Boot = bootA, revision: Int = 3, now: Seconds? = 302,
        stops: [RequestID] = ["stop-1"]
    ) -> SoloReceipt {
        SoloReceipt(
            session: maze, boot: boot, revision: revision,
            made: Made(boot: bootA, revision: 3, now: 302), controller: "memory",
            released: released, cause: .stop,
            stops: stops.map { AskedStop(source: source, id: $0) }, title: "Maze", now: now)
    }
}

extension FaceState {
    /// What a face is told of the maze while it is played, at this moment of the engine's clock.
    static func playing(
        boot: Boot = bootA, revision: Int = 1, now: Seconds?, expiresAt: Seconds = 900,
        answered: [Answered] = [], broadcast: BroadcastState = BroadcastState()
    ) -> FaceState {
        FaceState(
            open: .open, boot: boot, revision: revision, session: maze, performer: "Pippa",
            mode: .coached, title: "Maze", expiresAt: expiresAt, now: now, answered: answered,
            broadcast: broadcast)
    }

    /// What a face is told when nothing can be told.
    static func unknown(_ reason: String, answered: [Answered] = []) -> FaceState {
        FaceState(open: .unknown, reason: reason, answered: answered)
    }
}

/// An item as the face hands it out.
func item(_ id: RequestID, _ request: OutboxRequest) -> OutboxItem {
    OutboxItem(source: source, id: id, request: request, putAt: 50, lease: 10)
}

/// The face's key for one of its requests.
func key(_ id: RequestID) -> RequestKey {
    RequestKey(source: source, id: id)
}

/// The maze's Stop.
let stopMaze = SoloStop(.session(maze), view: "shell")

/// The question that passes the maze's Stop on.
func stopAsk(_ id: RequestID = "stop-1", _ stop: SoloStop = stopMaze) -> RelayCore.Ask {
    .stop(stop, key: key(id), face: face)
}

/// Five minutes more for the maze.
let moreMaze = SoloExtend(session: maze, seconds: 300, boot: bootA, notAfter: 900)

/// The question that passes the maze's "+" on.
func extendAsk(_ id: RequestID = "more-1") -> RelayCore.Ask {
    .extend(moreMaze, key: key(id), face: face)
}

/// What the face is told of a Stop that the relay has taken and nobody has answered.
func stopTaken(_ id: RequestID = "stop-1") -> Answered {
    Answered(id: id, action: .stop, stage: .taken)
}

/// What the face is told of the maze's Stop once the engine has answered it.
func stopAnswered(
    _ id: RequestID = "stop-1", boot: Boot = bootA, revision: Int,
    stage: Answered.Stage? = nil, released: Bool? = nil
) -> Answered {
    Answered(
        id: id, action: .stop, session: maze, title: "Maze", boot: boot, revision: revision,
        stage: stage, released: released)
}

import Messages

/// The connection of one simulated process to another: its events, and the two ways to ask.
struct SimulatedConnection {
    /// A way for messages in one direction: those on one way stay in order.
    enum Way: Hashable, CaseIterable {
        case events
        case requests
        case control
        case replies
        case controlReplies
    }

    /// What a bus tells its process of another one.
    enum Change {
        case connected
        case disconnected
        case silent
        case heard(Boot)
    }

    /// A request that waits for its outcome.
    struct Pending {
        let request: SimulatedRequest
        let isControl: Bool
        let conclude: (SimulatedOutcome) -> Void
        var isSent = false
    }

    let client: Member
    let server: Member
    /// Raised each time that it comes to stand or breaks.
    var epoch = 0
    var stands = false
    /// Whether the client's bus believes that it stands.
    var isKnown = false
    /// Until when it cannot stand.
    var cutUntil: Seconds = 0
    /// When the newest message of a way arrives.
    var arrival: [Way: Seconds] = [:]
    /// The broken epoch of which the messages under way still arrive, on some of the ways.
    var afterlife: [Way: Int] = [:]

    var pending: [Int: Pending] = [:]
    /// The life of the server whose events the client takes, and the newest of each topic.
    var life = 0
    var newest: [String: Int] = [:]
    /// The topics whose newest event counts once more, as nobody goes by what came before a loss.
    var doubted: Set<String> = []
    var running = RunningTime()
    var heardAt: Seconds = 0
    var isSilent = true

    /// Describes a connection that does not stand yet.
    init(from client: Member, to server: Member) {
        self.client = client
        self.server = server
    }
}

/// What a simulated process is asked.
enum SimulatedRequest {
    case solo(SoloRequest, key: RequestKey)
    case outbox(OutboxAsk, key: RequestKey)
    case vitals
}

/// What a simulated process answers.
enum SimulatedOutcome {
    case solo(SoloReply)
    /// A take is over, with an item or with nothing.
    case item(OutboxItem?)
    case done
    /// There is no answer.
    case nothing
}

/// What a simulated process publishes.
enum SimulatedEvent {
    case state(SoloState)
    case receipt(SoloReceipt)
    case face(FaceState, Member)
    case navigator(NavigatorState)
    /// A sign of life, with the newest sequence of each topic (B2).
    case beat([String: Int])

    /// The event as it is sent so much later (B1).
    func carried(_ elapsed: Seconds) -> SimulatedEvent {
        switch self {
        case .state(var state):
            state.now = state.now.map { $0 + elapsed }
            return .state(state)
        case .receipt(var receipt):
            receipt.now = receipt.now.map { $0 + elapsed }
            return .receipt(receipt)
        case .face(var state, let face):
            state.now = state.now.map { $0 + elapsed }
            return .face(state, face)
        case .navigator, .beat: return self
        }
    }

    /// Whether a process listens to it.
    func isFor(_ client: Member) -> Bool {
        switch self {
        case .state, .receipt, .navigator, .beat: true
        case .face(_, let face): face == client
        }
    }
}

/// What a process has published, and kept for those who come late.
struct SimulatedTopics {
    struct Kept {
        let event: SimulatedEvent
        let sequence: Int
        let moment: Seconds
    }

    var kept: [String: Kept] = [:]
    private var sequences: [String: Int] = [:]

    /// Takes an event in as the newest of its topic.
    mutating func keep(_ event: SimulatedEvent, topic: String, at now: Seconds) -> Kept {
        sequences[topic, default: 0] += 1
        let kept = Kept(event: event, sequence: sequences[topic, default: 0], moment: now)
        self.kept[topic] = kept
        return kept
    }
}

/// The way back to whoever asked.
struct SimulatedReturn {
    let connection: Int
    let epoch: Int
    let ask: Int
    let isControl: Bool
}

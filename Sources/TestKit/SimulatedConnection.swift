import Messages

/// The connection of one simulated process to another: its events, and the two ways to ask.
final class SimulatedConnection {
    /// A way for messages in one direction: those on one way stay in order.
    enum Way: Int, CaseIterable {
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
        /// When nobody waits for it any longer.
        let due: Seconds
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
    var arrival = Way.allCases.map { _ in Seconds(0) }
    /// The broken epoch of which the messages under way still arrive, on some of the ways.
    var afterlife = Way.allCases.map { _ in Int?.none }

    var pending: [Int: Pending] = [:]
    /// The life of the server whose events the client takes, and the newest of each topic.
    var life = 0
    var newest = SimulatedTopic.allCases.map { _ in 0 }
    /// The topics whose newest event counts once more, as nobody goes by what came before a loss.
    var doubted = SimulatedTopic.allCases.map { _ in false }
    var running = RunningTime()
    var heardAt: Seconds = 0
    var isSilent = true

    /// Describes a connection that does not stand yet.
    init(from client: Member, to server: Member) {
        self.client = client
        self.server = server
    }

    /// Has every event be news again.
    func forgetEvents() {
        for topic in newest.indices { newest[topic] = 0 }
        for topic in doubted.indices { doubted[topic] = false }
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

/// What a simulated process publishes about.
enum SimulatedTopic: Int, CaseIterable {
    case beat
    case state
    case receipt
    case leftFace
    case rightFace
    case navigator

    /// What the relay tells a face.
    init(face: Member) {
        self = face == .right ? .rightFace : .leftFace
    }
}

/// What a simulated process publishes; boxed, as it is passed on more often than it is made.
indirect enum SimulatedEvent {
    case state(SoloState)
    case receipt(SoloReceipt)
    case face(FaceState, Member)
    case navigator(NavigatorState)
    /// A sign of life, with the newest sequence of each topic (B2).
    case beat([Int])

    /// The event as it is sent so much later (B1).
    func carried(_ elapsed: Seconds) -> SimulatedEvent {
        guard elapsed > 0 else { return self }
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

    /// By topic; nil where nothing has been published.
    private(set) var kept = SimulatedTopic.allCases.map { _ in Kept?.none }
    /// The newest sequence of each topic, from 1.
    private(set) var newest = SimulatedTopic.allCases.map { _ in 0 }

    /// Takes an event in as the newest of its topic.
    mutating func keep(_ event: SimulatedEvent, topic: SimulatedTopic, at now: Seconds) -> Kept {
        newest[topic.rawValue] += 1
        let kept = Kept(event: event, sequence: newest[topic.rawValue], moment: now)
        self.kept[topic.rawValue] = kept
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

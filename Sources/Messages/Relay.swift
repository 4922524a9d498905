/// Whether a session is in the engine's slot, as far as anybody can tell (R2).
package enum Openness: Sendable, Equatable {
    case open
    case closed
    /// It can't be told; a reason stands beside it.
    case unknown

    /// Takes the engine's own word.
    package init(_ open: Bool?) {
        switch open {
        case true?: self = .open
        case false?: self = .closed
        case nil: self = .unknown
        }
    }
}

extension Openness: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .unknown : Openness(try container.decode(Bool.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .open: try container.encode(true)
        case .closed: try container.encode(false)
        case .unknown: try container.encodeNil()
        }
    }
}

/// What the relay knows of the engine, told to one face as a state topic (R2 to R6).
package struct FaceState: Message, Dated {
    package static let type = "face.state"

    /// Whether a session is open.
    package var open: Openness
    /// Why it can't be told.
    package var reason: String?
    /// The engine's boot.
    package var boot: Boot?
    /// The engine's revision.
    package var revision: Int?
    /// The open session.
    package var session: SessionID?
    /// Whose name is on the face.
    package var performer: String?
    /// How the session is watched over.
    package var mode: SoloMode?
    /// What is played.
    package var title: String?
    /// The session's deadline, on the engine's clock.
    package var expiresAt: Seconds?
    /// The engine's clock, carried forward by the relay's own elapsed time (R3).
    package var now: Seconds?
    /// The engine's newest receipt.
    package var receipt: SoloReceipt?
    /// What this face's requests have come to: its newest Stop and its newest "+" (R5).
    package var answered: [Answered]
    /// The broadcast that the relay holds.
    package var broadcast: BroadcastState

    enum CodingKeys: String, CodingKey {
        case open
        case reason
        case boot
        case revision
        case session
        case performer
        case mode
        case title
        case expiresAt = "expires_at"
        case now
        case receipt
        case answered
        case broadcast
    }

    /// Describes what can be told.
    package init(
        open: Openness, reason: String? = nil, boot: Boot? = nil, revision: Int? = nil,
        session: SessionID? = nil, performer: String? = nil, mode: SoloMode? = nil,
        title: String? = nil, expiresAt: Seconds? = nil, now: Seconds? = nil,
        receipt: SoloReceipt? = nil, answered: [Answered] = [],
        broadcast: BroadcastState = BroadcastState()
    ) {
        self.open = open
        self.reason = reason
        self.boot = boot
        self.revision = revision
        self.session = session
        self.performer = performer
        self.mode = mode
        self.title = title
        self.expiresAt = expiresAt
        self.now = now
        self.receipt = receipt
        self.answered = answered
        self.broadcast = broadcast
    }

    package mutating func carryForward(by elapsed: Seconds) {
        now = now.map { $0 + elapsed }
        receipt?.carryForward(by: elapsed)
    }
}

/// What one request of a face has come to (R5).
package struct Answered: Codable, Sendable, Equatable {
    /// How far a Stop is; "taken is not done" (B10).
    package enum Stage: String, Codable, Sendable {
        case taken
        case closing
        case readingBack = "reading_back"
    }

    /// The request's id.
    package var id: RequestID
    /// What was asked.
    package var action: SoloAction
    /// The session that the answer is about.
    package var session: SessionID?
    /// That session's title.
    package var title: String?
    /// The engine's boot when it answered; absent while nothing has answered.
    package var boot: Boot?
    /// The engine's revision when it answered.
    package var revision: Int?
    /// How far it is, until there is an outcome.
    package var stage: Stage?
    /// The engine's receipt's word, and no one else's.
    package var released: Bool?
    /// The problem's words.
    package var error: String?
    /// The problem's sort, by which the face tells a final answer from others (F13).
    package var problem: Problem.Sort?

    /// Describes an answer.
    package init(
        id: RequestID, action: SoloAction, session: SessionID? = nil, title: String? = nil,
        boot: Boot? = nil, revision: Int? = nil, stage: Stage? = nil, released: Bool? = nil,
        error: String? = nil, problem: Problem.Sort? = nil
    ) {
        self.id = id
        self.action = action
        self.session = session
        self.title = title
        self.boot = boot
        self.revision = revision
        self.stage = stage
        self.released = released
        self.error = error
        self.problem = problem
    }
}

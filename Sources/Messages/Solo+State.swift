/// The engine's slot and its newest receipt, as a state topic.
package struct SoloState: Message, Dated {
    package static let type = "solo.state"

    /// The engine's boot.
    package var boot: Boot
    /// The engine's clock when this was sent.
    package var now: Seconds?
    /// Raised by each change of what this says; never goes back within a boot (R9).
    package var revision: Int
    /// Whether a session is in the slot.
    package var open: Bool
    /// The session in the slot.
    package var session: SoloSession?
    /// The session that has left the slot and has no receipt yet.
    package var closing: SoloClosing?
    /// The newest receipt.
    package var receipt: SoloReceipt?

    /// Describes the engine.
    package init(
        boot: Boot, now: Seconds?, revision: Int, open: Bool, session: SoloSession? = nil,
        closing: SoloClosing? = nil, receipt: SoloReceipt? = nil
    ) {
        self.boot = boot
        self.now = now
        self.revision = revision
        self.open = open
        self.session = session
        self.closing = closing
        self.receipt = receipt
    }

    package mutating func carryForward(by elapsed: Seconds) {
        now = now.map { $0 + elapsed }
        receipt?.carryForward(by: elapsed)
    }
}

/// A session in the engine's slot.
package struct SoloSession: Codable, Sendable, Equatable {
    /// Its id.
    package var id: SessionID
    /// Whose name is on the face.
    package var performer: String
    /// What is played.
    package var title: String
    /// How it is watched over.
    package var mode: SoloMode
    /// When it started, on the engine's clock.
    package var startedAt: Seconds
    /// When it ends, on the engine's clock.
    package var expiresAt: Seconds

    enum CodingKeys: String, CodingKey {
        case id
        case performer
        case title
        case mode
        case startedAt = "started_at"
        case expiresAt = "expires_at"
    }

    /// Describes a session.
    package init(
        id: SessionID, performer: String, title: String, mode: SoloMode, startedAt: Seconds,
        expiresAt: Seconds
    ) {
        self.id = id
        self.performer = performer
        self.title = title
        self.mode = mode
        self.startedAt = startedAt
        self.expiresAt = expiresAt
    }
}

/// A session on its way out.
package struct SoloClosing: Codable, Sendable, Equatable {
    /// The session.
    package var session: SessionID
    /// How far it is.
    package var stage: ClosingStage

    /// Describes a closing session.
    package init(session: SessionID, stage: ClosingStage) {
        self.session = session
        self.stage = stage
    }
}

/// Why a session ended.
package enum CloseCause: String, Codable, Sendable, CaseIterable {
    case stop
    case deadline
    case playerEnded = "player_ended"
    case controllerLost = "controller_lost"
    case shutdown
    case restart
    /// Nobody could have stopped it any more (E14).
    case unreachable
    /// A Stop with nothing open: released and read back at that moment (E7).
    case noneOpen = "none_open"
}

/// A Stop that was asked about a session.
package struct AskedStop: Hashable, Codable, Sendable {
    /// The face that asked.
    package var source: String
    /// The Stop's id.
    package var id: RequestID
    /// The view session in which it was pressed.
    package var view: String?

    /// Names a Stop.
    package init(source: String, id: RequestID, view: String? = nil) {
        self.source = source
        self.id = id
        self.view = view
    }

    /// The request's key.
    package var key: RequestKey { RequestKey(source: source, id: id) }
}

/// What a read-back of the controller showed when a session had ended; as event and as reply.
package struct SoloReceipt: Message, Dated {
    package static let type = "solo.receipt"

    /// The moment at which a receipt was made.
    package struct Made: Codable, Sendable, Equatable {
        /// The boot that made it.
        package var boot: Boot
        /// That boot's revision.
        package var revision: Int
        /// That boot's clock.
        package var now: Seconds

        /// Names a moment.
        package init(boot: Boot, revision: Int, now: Seconds) {
            self.boot = boot
            self.revision = revision
            self.now = now
        }
    }

    /// The session; absent where nothing was open.
    package var session: SessionID?
    /// The engine's boot at the moment of sending.
    package var boot: Boot
    /// The engine's revision at the moment of sending.
    package var revision: Int
    /// When the receipt itself was made.
    package var made: Made
    /// The controller that was read back.
    package var controller: String
    /// Whether a read-back showed no input of ours held (E5).
    package var released: Bool
    /// Inputs of ours that the read-back still shows.
    package var held: [String]
    /// Other inputs that the controller shows; they make no receipt false (E11).
    package var heldByOthers: [String]
    /// Why the session ended.
    package var cause: CloseCause
    /// Why the release is not confirmed, or what else a person should know.
    package var reason: String?
    /// All Stops ever asked about the session (E15).
    package var stops: [AskedStop]
    /// What was played.
    package var title: String?
    /// The engine's clock at the moment of sending.
    package var now: Seconds?

    enum CodingKeys: String, CodingKey {
        case session
        case boot
        case revision
        case made
        case controller
        case released
        case held
        case heldByOthers = "held_by_others"
        case cause
        case reason
        case stops
        case title
        case now
    }

    /// Describes a read-back.
    package init(
        session: SessionID?, boot: Boot, revision: Int, made: Made, controller: String,
        released: Bool, held: [String] = [], heldByOthers: [String] = [], cause: CloseCause,
        reason: String? = nil, stops: [AskedStop] = [], title: String? = nil, now: Seconds?
    ) {
        self.session = session
        self.boot = boot
        self.revision = revision
        self.made = made
        self.controller = controller
        self.released = released
        self.held = held
        self.heldByOthers = heldByOthers
        self.cause = cause
        self.reason = reason
        self.stops = stops
        self.title = title
        self.now = now
    }

    package mutating func carryForward(by elapsed: Seconds) {
        now = now.map { $0 + elapsed }
    }
}

/// An input that the controller took; published only while somebody subscribes.
package struct SoloInput: Message {
    package static let type = "solo.input"

    /// The session that pressed it.
    package var session: SessionID
    /// The input that went down.
    package var press: String?
    /// The input that was let go.
    package var release: String?
    /// The engine's clock.
    package var now: Seconds

    /// Describes an input.
    package init(
        session: SessionID, press: String? = nil, release: String? = nil, now: Seconds
    ) {
        self.session = session
        self.press = press
        self.release = release
        self.now = now
    }
}

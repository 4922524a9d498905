/// What a Stop is about (E7, F4).
package enum StopTarget: Sendable, Equatable, Hashable {
    /// Whatever is open or closing: pressed without knowledge of the state. Absent on the wire.
    case whateverRuns
    /// Pressed while nothing was open. Null on the wire.
    case nothing
    /// The session that was on the screen.
    case session(SessionID)
}

extension KeyedDecodingContainer {
    /// Reads a Stop's target, for which absent and null are two things.
    package func decodeTarget(forKey key: Key) throws -> StopTarget {
        guard contains(key) else { return .whateverRuns }
        if try decodeNil(forKey: key) { return .nothing }
        return .session(try decode(SessionID.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Writes a Stop's target, for which absent and null are two things.
    package mutating func encode(_ target: StopTarget, forKey key: Key) throws {
        switch target {
        case .whateverRuns: break
        case .nothing: try encodeNil(forKey: key)
        case .session(let session): try encode(session, forKey: key)
        }
    }
}

/// Ends a session; answered by `SoloStopping` or `SoloReceipt` (E4, E7).
///
/// It carries neither boot nor `not_after`: a Stop never goes stale (B9).
package struct SoloStop: Message {
    package static let type = "solo.stop"

    /// What it is about.
    package var target: StopTarget
    /// The view session in which it was pressed.
    package var view: String?

    enum CodingKeys: String, CodingKey {
        case target = "session"
        case view
    }

    /// Asks for the end.
    package init(_ target: StopTarget, view: String? = nil) {
        self.target = target
        self.view = view
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        target = try container.decodeTarget(forKey: .target)
        view = try container.decodeIfPresent(String.self, forKey: .view)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(target, forKey: .target)
        try container.encodeIfPresent(view, forKey: .view)
    }
}

/// How far the closing of a session has come.
package enum ClosingStage: String, Codable, Sendable {
    /// The slot is empty, the inputs are being released.
    case closing
    /// Released, and being read back from the controller.
    case readingBack = "reading_back"
}

/// A Stop is under way; a receipt will follow.
package struct SoloStopping: Message {
    package static let type = "solo.stopping"

    /// The session that it ends; absent where it is about none.
    package var session: SessionID?
    /// The engine's boot.
    package var boot: Boot
    /// The engine's revision when it answered.
    package var revision: Int
    /// How far it is.
    package var stage: ClosingStage

    /// Answers a Stop that is under way.
    package init(session: SessionID?, boot: Boot, revision: Int, stage: ClosingStage) {
        self.session = session
        self.boot = boot
        self.revision = revision
        self.stage = stage
    }
}

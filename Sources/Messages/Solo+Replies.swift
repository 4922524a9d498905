/// The deadline that a session has now.
package struct SoloDeadline: Codable, Sendable, Equatable {
    /// The session.
    package var session: SessionID
    /// Its deadline on the engine's clock.
    package var expiresAt: Seconds
    /// The engine's clock.
    package var now: Seconds
    /// The engine's boot.
    package var boot: Boot

    enum CodingKeys: String, CodingKey {
        case session
        case expiresAt = "expires_at"
        case now
        case boot
    }

    /// Names a session's deadline.
    package init(session: SessionID, expiresAt: Seconds, now: Seconds, boot: Boot) {
        self.session = session
        self.expiresAt = expiresAt
        self.now = now
        self.boot = boot
    }
}

/// A session runs.
package struct SoloStarted: Message {
    package static let type = "solo.started"

    /// The session and its deadline.
    package var deadline: SoloDeadline

    /// Answers a start.
    package init(_ deadline: SoloDeadline) {
        self.deadline = deadline
    }

    package init(from decoder: any Decoder) throws {
        deadline = try SoloDeadline(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        try deadline.encode(to: encoder)
    }
}

/// A session's deadline has moved.
package struct SoloExtended: Message {
    package static let type = "solo.extended"

    /// The session and its new deadline.
    package var deadline: SoloDeadline

    /// Answers an extend.
    package init(_ deadline: SoloDeadline) {
        self.deadline = deadline
    }

    package init(from decoder: any Decoder) throws {
        deadline = try SoloDeadline(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        try deadline.encode(to: encoder)
    }
}

/// Past receipts, the newest last.
package struct SoloReceipts: Message {
    package static let type = "solo.receipts"

    /// The receipts, the newest last.
    package var receipts: [SoloReceipt]
    /// How many older ones did not fit into one message; absent where all that were asked for did.
    package var more: Int?

    /// Answers.
    package init(receipts: [SoloReceipt], more: Int? = nil) {
        self.receipts = receipts
        self.more = more
    }
}

/// How a session is watched over.
package enum SoloMode: String, Codable, Sendable, CaseIterable {
    /// Somebody watches.
    case coached
    /// Unattended.
    case unattended = "true"
    /// A stage of a broadcast.
    case broadcast
}

/// Starts a session; answered by `SoloStarted` (E2).
package struct SoloStart: Message {
    package static let type = "solo.start"

    /// What is played, 1 to 200 characters.
    package var title: String
    /// The mode as it came, judged by the engine so that the problem can name the field.
    package var mode: String
    /// How long, from 1 to 86,400 seconds.
    package var seconds: Seconds
    /// Whose name is on the face; the topology's companion where absent.
    package var performer: String?
    /// The player of the topology to run; none where absent.
    package var player: String?
    /// The engine's boot that this was meant for (E10).
    package var boot: Boot?
    /// On the engine's clock: judged later than this, it is refused (E10).
    package var notAfter: Seconds?

    enum CodingKeys: String, CodingKey {
        case title
        case mode
        case seconds
        case performer
        case player
        case boot
        case notAfter = "not_after"
    }

    /// Asks for a session.
    package init(
        title: String, mode: String, seconds: Seconds, performer: String? = nil,
        player: String? = nil, boot: Boot? = nil, notAfter: Seconds? = nil
    ) {
        self.title = title
        self.mode = mode
        self.seconds = seconds
        self.performer = performer
        self.player = player
        self.boot = boot
        self.notAfter = notAfter
    }
}

/// Moves a session's deadline; answered by `SoloExtended` (E3).
package struct SoloExtend: Message {
    package static let type = "solo.extend"

    /// The session to prolong.
    package var session: SessionID
    /// By how much, above 0.
    package var seconds: Seconds
    /// The engine's boot that this was meant for (E10).
    package var boot: Boot?
    /// On the engine's clock: judged later than this, it is refused (E10).
    package var notAfter: Seconds?

    enum CodingKeys: String, CodingKey {
        case session
        case seconds
        case boot
        case notAfter = "not_after"
    }

    /// Asks for more time.
    package init(
        session: SessionID, seconds: Seconds, boot: Boot? = nil, notAfter: Seconds? = nil
    ) {
        self.session = session
        self.seconds = seconds
        self.boot = boot
        self.notAfter = notAfter
    }
}

/// Asks for the engine's state; answered by `SoloState`.
package struct SoloStatus: Message {
    package static let type = "solo.status"

    /// Asks.
    package init() {}
}

/// Records that a person has seen to an unconfirmed release; answered by `SoloState` (E2).
package struct SoloDismiss: Message {
    package static let type = "solo.dismiss"

    /// Why it is safe to go on, in the person's words.
    package var why: String

    /// Dismisses the last receipt.
    package init(why: String) {
        self.why = why
    }
}

/// Asks for past receipts; answered by `SoloReceipts` (E15).
package struct SoloReceiptsList: Message {
    package static let type = "solo.receipts"

    /// How many of the newest; all that fit where absent.
    package var last: Int?

    /// Asks.
    package init(last: Int? = nil) {
        self.last = last
    }
}

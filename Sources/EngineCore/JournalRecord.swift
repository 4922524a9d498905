package import Messages

/// One fact in the engine's journal.
///
/// What the journal holds after a death is replayed in the order of writing (E9). A later record
/// takes the place of an earlier one about the same thing, so a journal may keep the newest only.
package enum JournalRecord: Codable, Sendable, Equatable {
    /// A session is open; it is until it has a receipt.
    case opened(OpenedRecord)
    /// An order has been carried out (E8).
    case answered(AnsweredRecord)
    /// A Stop was asked, and what it is about (E8).
    case asked(AskedStop, about: Subject)
    /// Inputs that are about to be pressed (E9).
    case holding([String], on: ControllerID)
    /// Inputs that a read-back has shown let go.
    case letGo([String], on: ControllerID)
    /// What a read-back showed; the newest about its subject counts.
    case receipt(Receipt)
    /// Everything about one subject is out of date (E15).
    case forgotten(Subject)

    /// Whether it is worth writing later when it could not be written now.
    var outlivesFailure: Bool {
        switch self {
        // An input that could not be written is not pressed; and one that was let go may have been
        // pressed anew since, which a later batch says already (E9).
        case .holding, .letGo: false
        case .opened, .answered, .asked, .receipt, .forgotten: true
        }
    }
}

/// A session as the journal knows it.
package struct OpenedRecord: Codable, Sendable, Equatable {
    /// Its id.
    package var session: SessionID
    /// What is played.
    package var title: String
    /// The controller that it plays on.
    package var controller: ControllerID

    /// Describes a session.
    package init(session: SessionID, title: String, controller: ControllerID) {
        self.session = session
        self.title = title
        self.controller = controller
    }
}

/// An order that was carried out, with what it was answered.
package struct AnsweredRecord: Codable, Sendable, Equatable {
    /// Who asked, and which of its requests.
    package var key: RequestKey
    /// What was asked.
    package var order: Order
    /// What it was about; the order is remembered as long as this is.
    package var subject: Subject
    /// The answer to a start or an extend.
    package var deadline: SoloDeadline?

    /// Describes an order.
    package init(key: RequestKey, order: Order, subject: Subject, deadline: SoloDeadline? = nil) {
        self.key = key
        self.order = order
        self.subject = subject
        self.deadline = deadline
    }
}

/// A request that is carried out once and answered the same when it comes again (E8).
package enum Order: Codable, Sendable, Equatable {
    case start(SoloStart)
    case extend(SoloExtend)
    case dismiss(SoloDismiss)
}

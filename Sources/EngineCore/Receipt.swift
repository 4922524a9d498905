package import Messages

/// What one read-back showed about one ended session, as it is kept.
///
/// The message that goes out (`SoloReceipt`) also says when it was sent and by which Stops it was
/// asked for.
package struct Receipt: Codable, Sendable, Equatable {
    /// What it is about.
    package var subject: Subject
    /// The controller that was read back.
    package var controller: ControllerID
    /// What was played.
    package var title: String?
    /// Why the session ended.
    package var cause: CloseCause
    /// When it was made.
    package var made: SoloReceipt.Made
    /// Whether the read-back showed no input of ours (E5).
    package var released: Bool
    /// Inputs of ours that the read-back showed.
    package var held: [String]
    /// Other inputs that it showed.
    package var heldByOthers: [String]
    /// Why the release is not confirmed, or what else a person should know.
    package var reason: String?
    /// Why a person found it safe to go on all the same (E2).
    package var dismissed: String?

    /// Describes a read-back.
    package init(
        subject: Subject, controller: ControllerID, title: String?, cause: CloseCause,
        made: SoloReceipt.Made, released: Bool, held: [String] = [],
        heldByOthers: [String] = [], reason: String? = nil, dismissed: String? = nil
    ) {
        self.subject = subject
        self.controller = controller
        self.title = title
        self.cause = cause
        self.made = made
        self.released = released
        self.held = held
        self.heldByOthers = heldByOthers
        self.reason = reason
        self.dismissed = dismissed
    }

    /// Adds a remark to the reason, once; cut, as it may come from anywhere.
    mutating func remark(_ text: String?) {
        guard let text else { return }
        let remark = String(text.unicodeScalars.prefix(300))
        guard reason?.contains(remark) != true else { return }
        reason = reason.map { "\($0); \(remark)" } ?? remark
    }
}

/// A session that has left the slot, or a moment at which a Stop found nothing in it.
struct Ending: Sendable, Equatable {
    /// How far its next receipt is.
    enum Progress: Sendable, Equatable {
        /// Nothing is under way; becomes awaiting (a moment that is asked about again) or writing.
        case idle
        /// The controller is being asked; becomes writing.
        case awaiting
        /// The receipt is on its way into the journal; becomes idle.
        case writing
    }

    /// What receipts call it.
    let subject: Subject
    /// The controller that its inputs went to.
    let controller: ControllerID
    /// What was played.
    let title: String?
    /// Why it ended.
    var cause: CloseCause
    /// What each of its receipts must say besides.
    var note: String?
    /// Every Stop asked about it, the newest last (E15).
    var stops: [AskedStop] = []
    /// The orders that are remembered as long as it is (E8).
    var orders: [RequestKey] = []
    /// Its newest receipt.
    var receipt: Receipt?
    /// How far its next receipt is.
    var progress = Progress.idle
    /// Its place among all endings, from 1.
    var number = 0

    /// Whether a Stop about it is answered by a receipt, not by `solo.stopping`.
    var isAnswered: Bool { receipt != nil && progress == .idle }
}

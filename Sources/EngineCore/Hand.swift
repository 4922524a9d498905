import Messages

/// What one controller may still hold of ours, and what is being done about it.
struct Hand: Sendable, Equatable {
    /// How long the controller has for an answer (E4).
    static let patience: Seconds = 2
    /// The pauses between tries, each twice the one before (E6).
    static let backOff: ClosedRange<Seconds> = 0.2...5

    /// An order to release and read back that is out.
    struct Asked: Sendable, Equatable {
        let id: ReleaseID
        /// From then on the controller counts as silent.
        let due: Seconds
    }

    /// The controller.
    let controller: ControllerID
    /// Inputs of ended sessions that no read-back has shown let go.
    var leftovers: Set<String> = []
    /// What gets a receipt from the next answer, or from its absence; the newest last.
    var awaiting: [Subject] = []
    /// The newest order, until it is answered or overdue.
    var asked: Asked?
    /// The first order that covers all leftovers; the answer to an earlier one proves nothing.
    var firstValid = ReleaseID(1)
    /// How far the order is.
    var stage = ClosingStage.closing
    /// What the controller said to the releases themselves.
    var refusal: String?
    /// When to try again.
    var retryAt: Seconds?
    /// The pause before the try after that.
    var pause = Hand.backOff.lowerBound

    /// Makes the hand on a controller.
    init(_ controller: ControllerID) {
        self.controller = controller
    }

    /// Whether nothing is asked of the controller and nobody waits for it.
    var isQuiet: Bool { asked == nil && awaiting.isEmpty }

    /// Plans another try, each later than the one before.
    mutating func tryLater(than now: Seconds) {
        retryAt = now + pause
        pause = min(2 * pause, Self.backOff.upperBound)
    }

    /// Ends the tries.
    mutating func rest() {
        retryAt = nil
        pause = Self.backOff.lowerBound
    }
}

/// A control of the face that takes two presses (`two-press.md`).
package enum FaceControl: String, Codable, Sendable, CaseIterable {
    case stop
    case extend
    case onAir = "on_air"
    case wrapUp = "wrap_up"
    case eye
}

/// One press of a control in one view session; answered by `FacePressed`.
package struct FacePress: Message {
    package static let type = "face.press"

    /// The control.
    package var control: FaceControl
    /// The view session: a page load, a terminal, a shell user.
    package var view: String
    /// When the finger came down, on the view's monotonic clock; on arrival where absent.
    package var down: Seconds?
    /// When the finger lifted, on the view's monotonic clock; on arrival where absent.
    package var up: Seconds?

    /// Presses.
    package init(
        control: FaceControl, view: String, down: Seconds? = nil, up: Seconds? = nil
    ) {
        self.control = control
        self.view = view
        self.down = down
        self.up = up
    }
}

/// A deliberate Stop, without arming; answered by `FacePressed`.
package struct FaceStop: Message {
    package static let type = "face.stop"

    /// The view session that asks.
    package var view: String

    /// Stops.
    package init(view: String) {
        self.view = view
    }
}

/// What a press has done.
package struct FacePressed: Message {
    package static let type = "face.pressed"

    /// The three answers to a press.
    package enum Outcome: String, Codable, Sendable {
        case armed
        case confirmed
        case refused
    }

    /// What the press has done.
    package var outcome: Outcome
    /// Why it was refused, or why a confirmed Stop would not survive a restart (F14).
    package var reason: String?

    /// Answers a press.
    package init(_ outcome: Outcome, reason: String? = nil) {
        self.outcome = outcome
        self.reason = reason
    }
}

/// Ends a view session's arming; answered by `FaceDisarmed`.
package struct FaceDisarm: Message {
    package static let type = "face.disarm"

    /// The view session.
    package var view: String

    /// Disarms.
    package init(view: String) {
        self.view = view
    }
}

/// Nothing is armed in the view session any more.
package struct FaceDisarmed: Message {
    package static let type = "face.disarmed"

    /// The view session.
    package var view: String

    /// Answers.
    package init(view: String) {
        self.view = view
    }
}

/// What a finger does on the microphone's button; answered by `FacePointed`.
package struct FacePointer: Message {
    package static let type = "face.pointer"

    /// What it does.
    package enum Phase: String, Codable, Sendable, CaseIterable {
        case down
        /// It has moved, or is where it was: a sign that it is still there.
        case move
        case up
        /// The touch was taken away.
        case cancel
    }

    /// The view session.
    package var view: String
    /// Which finger.
    package var pointer: Int
    /// What it does.
    package var phase: Phase
    /// Where it is, in points from the left.
    package var x: Double
    /// Where it is, in points from the top.
    package var y: Double
    /// When, in seconds on the view's monotonic clock.
    package var at: Seconds

    /// Describes a touch.
    package init(
        view: String, pointer: Int, phase: Phase, x: Double, y: Double, at: Seconds
    ) {
        self.view = view
        self.pointer = pointer
        self.phase = phase
        self.x = x
        self.y = y
        self.at = at
    }
}

/// What has come of a touch of the microphone's button.
///
/// A hold begins by time passing, too: that is seen in the view model's `microphone`.
package struct FacePointed: Message {
    package static let type = "face.pointed"

    /// What can come of it (`hold-to-talk.md`).
    package enum Outcome: String, Codable, Sendable, CaseIterable {
        case nothing
        case tap
        case began
        case ended
        case cancelled
        case refused
    }

    /// What has come of it.
    package var outcome: Outcome
    /// The number of the hold; absent where there is none.
    package var hold: Int?
    /// Why it was refused, or why nothing is kept of what ended.
    package var reason: String?

    /// Answers a touch.
    package init(_ outcome: Outcome, hold: Int? = nil, reason: String? = nil) {
        self.outcome = outcome
        self.hold = hold
        self.reason = reason
    }
}

/// Asks for the view model; answered by `FaceView`.
package struct FaceLook: Message {
    package static let type = "face.look"

    /// Asks.
    package init() {}
}

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

/// Asks for the view model; answered by `FaceView`.
package struct FaceLook: Message {
    package static let type = "face.look"

    /// Asks.
    package init() {}
}

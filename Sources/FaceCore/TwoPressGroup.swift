package import Messages

/// The controls of one view session, of which at most one is armed.
///
/// Pressing another control arms that one instead. The group shares the arming and nothing else:
/// no control learns whether another one's request has been answered.
package struct TwoPressGroup<Control: Sendable & Equatable>: Sendable, Equatable {
    /// The control that the arming is about.
    ///
    /// Like `armedAt` it outlasts the time of the arming until somebody calls `expire`.
    package private(set) var control: Control?
    private var twoPress: TwoPress

    /// Makes a group in which nothing is armed.
    ///
    /// - Parameter armedFor: How long an arming lasts, in seconds; 5 s is the floor.
    package init(armedFor: Seconds = TwoPress.armedFor) {
        twoPress = TwoPress(armedFor: armedFor)
    }

    /// Takes a press of one control, by the rules of `TwoPress`.
    package mutating func press(_ control: Control, at now: Seconds) -> TwoPress.Outcome {
        if control != self.control {
            // T9 for the group's one arming: such a press must not take it away either.
            guard now.isFinite, now >= twoPress.armedAt ?? now else { return .armed }
            twoPress.disarm()
            self.control = control
        }
        let outcome = twoPress.press(at: now)
        if twoPress.armedAt == nil { self.control = nil }
        return outcome
    }

    /// The control that is armed.
    package func armed(at now: Seconds) -> Control? {
        twoPress.armed(at: now) ? control : nil
    }

    /// Ends the arming if its time is over.
    package mutating func expire(at now: Seconds) {
        twoPress.expire(at: now)
        if twoPress.armedAt == nil { control = nil }
    }

    /// Ends the arming.
    package mutating func disarm() {
        twoPress.disarm()
        control = nil
    }

    /// The press from which the arming dates; nil while nothing has been armed.
    package var armedAt: Seconds? { twoPress.armedAt }

    /// How long an arming lasts, in seconds.
    package var armedFor: Seconds { twoPress.armedFor }
}

package import Messages

/// The rule by which a control asks back before it acts: a first press arms, a second confirms.
///
/// A value with the caller's monotonic clock, in seconds. Every comparison is made on the
/// difference `now - armedAt`: in doubles 1.4 - 1.0 is below 0.4, and a second form of the same
/// comparison would draw the line elsewhere.
package struct TwoPress: Sendable, Equatable {
    /// What a press has done.
    package enum Outcome: Sendable, Equatable {
        /// The control asks back; it has done nothing.
        case armed
        /// The question was answered: the control acts.
        case confirmed
    }

    /// How long a first press keeps the control armed, in seconds: the default and the floor.
    package static let armedFor: Seconds = 5
    /// A second press earlier than this is part of the first one, in seconds; not adjustable.
    package static let settle: Seconds = 0.4

    /// How long a first press keeps this control armed, in seconds.
    package let armedFor: Seconds
    /// The press from which the arming dates; nil while not armed.
    ///
    /// It outlasts `armedFor` until somebody calls `expire`, which is why `armed(at:)` is asked and
    /// not this.
    package private(set) var armedAt: Seconds?

    /// Makes a control that is not armed.
    ///
    /// - Parameter armedFor: For a person who needs longer than 5 s; less, or what is not finite,
    ///   counts as 5 s.
    package init(armedFor: Seconds = Self.armedFor) {
        let isLonger = armedFor.isFinite && armedFor > Self.armedFor
        self.armedFor = isLonger ? armedFor : Self.armedFor
    }

    /// Takes a press (T1 to T5, T9).
    package mutating func press(at now: Seconds) -> Outcome {
        guard now.isFinite else { return .armed }
        guard let armedAt else {
            self.armedAt = now
            return .armed
        }
        let since = now - armedAt
        // A press from before the arming has a negative `since`, and changes as little (T9).
        if since < Self.settle { return .armed }
        if since < armedFor {
            self.armedAt = nil
            return .confirmed
        }
        self.armedAt = now
        return .armed
    }

    /// Says whether the control is armed (T6).
    package func armed(at now: Seconds) -> Bool {
        armedAt.map { now - $0 < armedFor } ?? false
    }

    /// Ends an arming whose time is over (T7).
    package mutating func expire(at now: Seconds) {
        if let armedAt, now - armedAt >= armedFor { self.armedAt = nil }
    }

    /// Ends an arming (T8).
    package mutating func disarm() {
        armedAt = nil
    }
}

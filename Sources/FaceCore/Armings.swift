import Messages

/// What is armed in each view session.
///
/// Two people at two screens never take each other's arming away, and a press on one screen never
/// confirms what another one armed.
struct Armings: Sendable, Equatable {
    /// One armed control.
    struct Arming: Sendable, Equatable {
        /// The view session.
        let view: String
        /// The control.
        let control: FaceControl
        /// The press from which it dates, on the face's clock.
        let armedAt: Seconds
    }

    /// How many view sessions can have something armed at once.
    ///
    /// Beyond that the oldest arming ends, so that a flood of made-up names can't make the view
    /// model too long to be sent.
    static let limit = 64

    /// A view session while something is armed in it; it is forgotten with its arming.
    private struct Session: Sendable, Equatable {
        var group: TwoPressGroup<FaceControl>
        /// When the arming press was lifted, on the view's clock; nil where the view told none.
        var lifted: Seconds?
    }

    private var sessions: [String: Session] = [:]
    private let empty: TwoPressGroup<FaceControl>

    /// Makes a face on which nothing is armed.
    init(armedFor: Seconds) {
        empty = TwoPressGroup(armedFor: armedFor)
    }

    /// How long an arming lasts, in seconds.
    var armedFor: Seconds { empty.armedFor }

    /// Takes a press.
    ///
    /// The settle must hold on both clocks: the view's, because a slow network may deliver two taps
    /// of one graze half a second apart, and the face's.
    mutating func press(_ press: FacePress, at now: Seconds) -> TwoPress.Outcome {
        guard press.down?.isFinite ?? true, press.up?.isFinite ?? true else { return .armed }
        var session = sessions[press.view] ?? Session(group: empty)
        if let lifted = session.lifted, let down = press.down,
            session.group.armed(at: now) == press.control, down - lifted < TwoPress.settle
        {
            return .armed
        }
        let before = session.group
        let outcome = session.group.press(press.control, at: now)
        if session.group != before { session.lifted = press.up }
        sessions[press.view] = session.group.armedAt == nil ? nil : session
        if sessions.count > Self.limit { forgetOldest() }
        return outcome
    }

    /// Ends the arming of one view session.
    mutating func disarm(_ view: String) {
        sessions[view] = nil
    }

    /// Ends the armings of some controls in every view session.
    mutating func end(_ controls: [FaceControl]) {
        for (view, session) in sessions {
            guard let armed = session.group.control, controls.contains(armed) else { continue }
            sessions[view] = nil
        }
    }

    /// Ends the armings whose time is over.
    mutating func expire(at now: Seconds) {
        for (view, session) in sessions where session.group.armed(at: now) == nil {
            sessions[view] = nil
        }
    }

    /// When the next arming runs out.
    var deadline: Seconds? {
        sessions.values.lazy.compactMap(\.group.armedAt).min().map { $0 + armedFor }
    }

    /// What is armed, by the view sessions' names; `expire` first.
    var list: [Arming] {
        sessions.compactMap { view, session in
            guard let control = session.group.control, let armedAt = session.group.armedAt
            else { return nil }
            return Arming(view: view, control: control, armedAt: armedAt)
        }
        .sorted { $0.view < $1.view }
    }

    private mutating func forgetOldest() {
        let oldest = sessions.min {
            ($0.value.group.armedAt ?? 0, $0.key) < ($1.value.group.armedAt ?? 0, $1.key)
        }
        if let oldest { sessions[oldest.key] = nil }
    }
}

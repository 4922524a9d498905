package import Messages

/// Recognises a button that is held to talk: a tap, or a hold from its begin to the real lift.
///
/// A value with the caller's monotonic clock, in seconds; no timer, no view. Times are compared as
/// `now >= then + length`, as `deadline` says them: a caller who comes at it is never early. Gesture libraries call
/// a long press over when it has lasted long enough, with the finger still down; a recording that
/// ended there would be cut a third of a second after its start, and nothing would look wrong. So
/// no passing of time ends a hold here: only `up` does. The two that do are no end of the gesture,
/// and have words of their own: a hand that gives no sign (`lease`) and the cap (`longest`).
package struct HoldToTalk: Sendable, Equatable {
    /// So long a finger is down before it holds, in seconds.
    package static let minimumHold: Seconds = 0.35
    /// So far it may move until then, in points; this far itself is allowed.
    package static let maximumDrift = 30.0
    /// A shorter recording was an accident, and the person is told, in seconds.
    package static let shortestRecording: Seconds = 0.3
    /// So much is kept after a lift, for the last syllable, in seconds; nothing after a cancel.
    package static let tail: Seconds = 0.2
    /// So long a hand may give no sign, in seconds.
    package static let lease: Seconds = 1
    /// The longest recording, in seconds.
    package static let longest: Seconds = 60

    /// What a finger, or whatever stands for one, does.
    package enum Phase: Sendable, Equatable {
        case down
        /// It has moved, or is where it was: a sign of the hand in either case.
        case move
        case up
        /// The touch was taken away: by the system, a hidden page, a lost capture or connection.
        case cancel
    }

    /// What has come of it; each names the hold.
    package enum Outcome: Sendable, Equatable {
        /// The finger was up again before it held.
        case tap(Int)
        /// It holds from now on: recording starts.
        case began(Int)
        /// It was lifted, or the cap was reached: what was recorded is kept, if it is long enough.
        case ended(Int, recorded: Seconds)
        /// It was taken away: what was recorded is thrown away.
        case cancelled(Int)
    }

    private struct Touch: Sendable, Equatable {
        let pointer: Int
        let downAt: Seconds
        let x: Double
        let y: Double
        var stage: Stage
        /// The last sign of the hand.
        var signAt: Seconds
    }

    private enum Stage: Sendable, Equatable {
        /// It may become a tap or a hold.
        case pressed
        case recording(since: Seconds)
        /// Neither a tap nor a hold: the rest of it is ignored (H4).
        case spent
    }

    private var touch: Touch?
    /// The number of the newest hold.
    package private(set) var hold = 0

    /// Makes a recogniser that nobody touches.
    ///
    /// - Parameter hold: The number of the last hold before its own.
    package init(after hold: Int = 0) {
        self.hold = hold
    }

    /// Whether a recording runs.
    package var isRecording: Bool {
        guard case .recording = touch?.stage else { return false }
        return true
    }

    /// When time alone will matter next; nil while nobody touches it.
    package var deadline: Seconds? {
        guard let touch else { return nil }
        let leaseEnd = touch.signAt + Self.lease
        return switch touch.stage {
        case .pressed: min(touch.downAt + Self.minimumHold, leaseEnd)
        case .recording(let since): min(since + Self.longest, leaseEnd)
        case .spent: leaseEnd
        }
    }

    /// Takes what a finger does.
    ///
    /// - Parameters:
    ///   - phase: What it does.
    ///   - pointer: Which finger; the first one that comes down is followed (H6).
    ///   - x: Where it is, in points from the left.
    ///   - y: Where it is, in points from the top.
    ///   - now: When it did it.
    /// - Returns: What comes of it, in order.
    package mutating func receive(
        _ phase: Phase, pointer: Int, x: Double, y: Double, at now: Seconds
    ) -> [Outcome] {
        guard let touch else {
            if phase == .down { begin(pointer, x, y, at: now) }
            return []
        }
        guard touch.pointer == pointer else { return [] }
        switch phase {
        case .down:
            // The lift was lost: that hold is over, and this is another one.
            let outcomes = cancel()
            begin(pointer, x, y, at: now)
            return outcomes
        case .move: return move(touch, x, y, at: now)
        case .up: return lift(touch, at: now)
        case .cancel: return cancel()
        }
    }

    /// Takes that time has passed; it begins a hold, and never ends one that gives signs.
    package mutating func elapse(at now: Seconds) -> [Outcome] {
        guard let touch, now.isFinite else { return [] }
        // First, so that what thaws after a long freeze begins nothing.
        if now >= touch.signAt + Self.lease { return cancel() }
        switch touch.stage {
        case .pressed: return begin(touch, at: now)
        case .recording(let since):
            guard now >= since + Self.longest else { return [] }
            self.touch?.stage = .spent
            return [.ended(hold, recorded: Self.longest)]
        case .spent: return []
        }
    }

    private mutating func begin(_ pointer: Int, _ x: Double, _ y: Double, at now: Seconds) {
        touch = nil
        guard now.isFinite, x.isFinite, y.isFinite else { return }
        hold += 1
        touch = Touch(pointer: pointer, downAt: now, x: x, y: y, stage: .pressed, signAt: now)
    }

    /// Begins the hold if the finger has been down long enough (H1).
    private mutating func begin(_ touch: Touch, at now: Seconds) -> [Outcome] {
        guard now >= touch.downAt + Self.minimumHold else { return [] }
        self.touch?.stage = .recording(since: now)
        return [.began(hold)]
    }

    private mutating func move(
        _ touch: Touch, _ x: Double, _ y: Double, at now: Seconds
    ) -> [Outcome] {
        // What is late or from nowhere is no sign, and decides nothing (H7).
        guard now.isFinite, now >= touch.signAt, x.isFinite, y.isFinite else { return [] }
        self.touch?.signAt = now
        guard touch.stage == .pressed else { return [] }
        let outcomes = begin(touch, at: now)
        if outcomes.isEmpty {
            let (right, down) = (x - touch.x, y - touch.y)
            let drift = (right * right + down * down).squareRoot()
            if drift > Self.maximumDrift { self.touch?.stage = .spent }
        }
        return outcomes
    }

    /// Ends the touch, whatever its time says: a lift must never leave a recording running (H7).
    private mutating func lift(_ touch: Touch, at now: Seconds) -> [Outcome] {
        defer { self.touch = nil }
        switch touch.stage {
        case .pressed:
            guard now.isFinite, now >= touch.signAt else { return [] }
            // A lift and the begin at one time: the begin is first (H3).
            let began = begin(touch, at: now)
            return began.isEmpty ? [.tap(hold)] : began + [.ended(hold, recorded: 0)]
        case .recording(let since):
            let recorded = now.isFinite ? max(0, now - since) : 0
            return [.ended(hold, recorded: recorded)]
        case .spent: return []
        }
    }

    private mutating func cancel() -> [Outcome] {
        defer { touch = nil }
        return isRecording ? [.cancelled(hold)] : []
    }
}

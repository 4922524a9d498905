/// A clock that stands still while its process does: frozen, stopped or suspended time is left out.
///
/// Rules that judge somebody's silence count this (B4, E14, F12, G4): a process that did not run
/// could not have listened. It relies on being advanced at least every `step`; a longer gap means
/// that the process did not run, and counts as one step.
package struct RunningTime: Sendable, Equatable {
    /// The longest gap between two turns of a loop that runs, in seconds.
    package static let step: Seconds = 0.5
    /// A loop with nothing to do turns this often, in seconds: a turn that comes a little late is
    /// still no gap.
    package static let pulse: Seconds = 0.25

    /// The time that has been run through, in seconds.
    package private(set) var elapsed: Seconds = 0
    private var last: Seconds?

    /// Makes a clock that has not run yet.
    package init() {}

    /// Counts the time since the last turn, at most one step of it.
    package mutating func advance(to now: Seconds) {
        if let last, now > last { elapsed += min(now - last, Self.step) }
        last = max(last ?? now, now)
    }
}

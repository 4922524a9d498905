import Messages

/// What a person is doing at the terminal, and what has come of it as far as is known.
///
/// Where a terminal tells no releases, a key that is held looks like one that is struck again and
/// again. Such a key must only ever arm (V3), so what this terminal has armed, or may have, is kept
/// until it is sure to be over: never shorter than the face keeps it.
struct Hands: Sendable {
    /// A press that has begun and not ended.
    enum Press: Sendable, Equatable {
        case mouse(Target, since: Seconds)
        case key(number: Int, FaceControl, since: Seconds)
    }

    /// Longer than terminals wait before a held key comes again, in seconds: X11's usual 0.66.
    static let longestPause: Seconds = 0.7

    /// Whether the terminal tells when a key is let go.
    var tellsReleases = false
    /// The press that has begun.
    private(set) var press: Press?
    /// The control of which the face has not answered the press.
    private(set) var asked: FaceControl?
    /// What the face has answered to be armed and not shown yet, and until when at the latest.
    private var told: (control: FaceControl, until: Seconds)?
    /// What the face's picture shows as armed here.
    private var shown: FaceControl?
    /// The key that was struck last, and when.
    private var struck: (key: Key, at: Seconds)?

    /// What the face has answered to be armed.
    var armed: FaceControl? { told?.control }

    /// When something is over.
    var deadline: Seconds? { told?.until }

    /// Notices what is over.
    mutating func elapse(at now: Seconds) {
        if let told, now >= told.until { self.told = nil }
    }

    // MARK: Presses

    /// Begins a press.
    mutating func begin(_ press: Press) { self.press = press }

    /// Aborts the press that has begun.
    mutating func letGo() { press = nil }

    /// Whether a key that was struck may be one that is held; counts it as struck now.
    mutating func isHeld(_ key: Key, at now: Seconds) -> Bool {
        defer { struck = (key, now) }
        guard let struck, struck.key == key else { return false }
        return now - struck.at < Self.longestPause
    }

    // MARK: What the face says

    /// Counts a control as pressed.
    mutating func ask(_ control: FaceControl) {
        asked = control
        if told?.control != control { told = nil }
    }

    /// The face has armed a control.
    mutating func armed(_ control: FaceControl, until end: Seconds) {
        if asked == control { asked = nil }
        told = shown == control ? nil : (control, end)
    }

    /// Nothing is armed by a press of a control.
    mutating func failed(_ control: FaceControl) {
        if asked == control { asked = nil }
        if told?.control == control { told = nil }
    }

    /// The face shows what is armed here.
    mutating func see(_ control: FaceControl?) {
        // What was shown and is no more has ended; what was never shown may still be on its way.
        if control != nil || shown != nil { told = nil }
        shown = control
    }

    /// Nothing is armed any more.
    mutating func disarm() {
        press = nil
        asked = nil
        told = nil
    }
}

import Messages

/// On Air and Wrap up: the broadcast as the relay last told it, and what was asked of it.
///
/// These two waits are their own; the Solo bar has none (F9).
struct BroadcastControls: Sendable, Equatable {
    /// A request that the broadcast's state has not followed yet; followed, removed or failed, it
    /// is over.
    private struct Ask: Sendable, Equatable {
        let id: RequestID
        let since: Seconds
    }

    /// What did not come about; until it does, or is asked again.
    enum Failure: Sendable, Equatable {
        case onAir
        case offAir
        case wrapUp
    }

    /// After so many seconds On Air has failed.
    static let onAirWait: Seconds = 15
    /// After so many seconds Wrap up has failed.
    static let wrapUpWait: Seconds = 20

    private(set) var state = BroadcastState()
    /// What On Air is to become by the newest request.
    private var wanted: Bool?
    private var onAirAsk: Ask?
    private var onAirFailed = false
    private var wrapUpAsk: Ask?
    private var wrapUpFailed = false

    /// Whether On Air takes a press: not while its own request is unanswered.
    var canPressOnAir: Bool { onAirAsk == nil }

    /// Whether a wrap-up was asked and has not been followed yet.
    var isWrapUpAsked: Bool { wrapUpAsk != nil }

    /// Whether Wrap up takes a press: while on air and not wrapping, nor asked to.
    var canPressWrapUp: Bool {
        state.onAir == true && !state.wrapping && wrapUpAsk == nil
    }

    /// What has failed, in the order of the controls.
    var failures: [Failure] {
        var failures: [Failure] = []
        if onAirFailed { failures.append(wanted == true ? .onAir : .offAir) }
        if wrapUpFailed { failures.append(.wrapUp) }
        return failures
    }

    /// When the next wait is over.
    var deadline: Seconds? {
        onAirAsk.map { $0.since + Self.onAirWait }
            .orEarlier(wrapUpAsk.map { $0.since + Self.wrapUpWait })
    }

    /// Takes what the relay tells of the broadcast.
    mutating func hear(_ state: BroadcastState) {
        self.state = state
        if let wanted, state.onAir == wanted {
            onAirAsk = nil
            onAirFailed = false
            self.wanted = nil
        }
        if state.wrapping || state.onAir != true {
            wrapUpAsk = nil
            wrapUpFailed = false
        }
    }

    /// Asks for the opposite of what the person sees, as a value and not as a toggle.
    mutating func askOnAir(_ id: RequestID, at now: Seconds) -> Bool {
        let wanted = state.onAir != true
        self.wanted = wanted
        onAirAsk = Ask(id: id, since: now)
        onAirFailed = false
        return wanted
    }

    /// Asks for the broadcast's end.
    mutating func askWrapUp(_ id: RequestID, at now: Seconds) {
        wrapUpAsk = Ask(id: id, since: now)
        wrapUpFailed = false
    }

    /// Takes that an item left the outbox unsent: nobody will follow it.
    mutating func removed(_ id: RequestID) {
        if onAirAsk?.id == id { failOnAir() }
        if wrapUpAsk?.id == id { failWrapUp() }
    }

    /// Notices a wait that is over.
    mutating func elapse(at now: Seconds) {
        if let ask = onAirAsk, now - ask.since >= Self.onAirWait { failOnAir() }
        if let ask = wrapUpAsk, now - ask.since >= Self.wrapUpWait { failWrapUp() }
    }

    private mutating func failOnAir() {
        onAirAsk = nil
        onAirFailed = true
    }

    private mutating func failWrapUp() {
        wrapUpAsk = nil
        wrapUpFailed = true
    }
}

import Messages

/// What a person should notice though they look elsewhere (V13).
struct Alerts: Sendable, Equatable {
    /// One thing to notice.
    enum Cause: Sendable, Equatable {
        /// A Stop has ended a session.
        case ended(title: String?)
        /// A session is closed, and its inputs are not known to be released.
        case held
        /// A minute is left.
        case minuteLeft
    }

    /// One alert, with its running number.
    struct Alert: Sendable, Equatable {
        let number: Int
        let cause: Cause
    }

    /// How many are kept; a view that was away tells no old news.
    static let limit = 3
    /// How long before the end a person is told, in seconds.
    static let notice: Seconds = 60

    /// The newest ones, the newest last.
    private(set) var list: [Alert] = []
    private var count = 0
    /// The newest receipt that was seen; nil until there was a state that is known.
    private var seen: SoloReceipt.Made??
    /// When the running session ends, on the face's clock, while that is further off.
    private var endsAt: Seconds?

    /// Takes what the bar knows.
    mutating func see(_ bar: SoloBar, at now: Seconds) {
        guard case .known(let state, _) = bar.knowledge else { return }
        see(state.receipt)
        see(endsAt: bar.endsAt, isOpen: state.open == .open, at: now)
    }

    /// The first receipt that is seen is old news.
    private mutating func see(_ receipt: SoloReceipt?) {
        guard seen != .some(receipt?.made) else { return }
        defer { seen = .some(receipt?.made) }
        guard seen != nil, let receipt else { return }
        if !receipt.released {
            add(.held)
        } else if receipt.cause == .stop {
            add(.ended(title: receipt.title))
        }
    }

    private mutating func see(endsAt end: Seconds?, isOpen: Bool, at now: Seconds) {
        guard isOpen, let end else {
            if !isOpen { endsAt = nil }
            return
        }
        if end - now > Self.notice {
            endsAt = end
        } else if endsAt != nil {
            endsAt = nil
            if end > now { add(.minuteLeft) }
        }
    }

    /// When time alone will bring the next one.
    var deadline: Seconds? { endsAt.map { $0 - Self.notice } }

    private mutating func add(_ cause: Cause) {
        count += 1
        list.append(Alert(number: count, cause: cause))
        if list.count > Self.limit { list.removeFirst() }
    }
}

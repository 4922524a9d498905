package import Messages

/// How a process ended.
package enum Exit: Sendable, Equatable {
    /// By itself, with this code.
    case exited(Int32)
    /// By this signal.
    case signalled(Int32)
    /// Somebody else was its parent and has been told.
    case unknown
    /// It was never there.
    case notSpawned
}

/// What the launcher answers.
package enum GroupReply: WritableMessage {
    case status(GroupStatus)
    case problem(Problem)

    package var message: any Message {
        switch self {
        case .status(let status): status
        case .problem(let problem): problem
        }
    }
}

/// Why a group ends.
package enum Cause: Sendable, Equatable {
    /// A signal, or `process.stop` to the launcher.
    case signal
    /// `group.stop`.
    case request
    /// An essential process cannot be kept up (G3).
    case gaveUp(String)
}

/// How a group has ended.
package struct Ending: Sendable, Equatable {
    /// Why.
    package var cause: Cause
    /// Processes that had to be killed, or ended in another way than by themselves.
    package var unclean: [String]
    /// What could not be ended; the group is down only where this is empty (G5).
    package var survivors: [String]
    /// The last receipt that was heard of.
    package var receipt: SoloReceipt?
    /// Whether a release has not been confirmed.
    package var isUnconfirmed: Bool

    /// Describes an ending.
    package init(
        cause: Cause, unclean: [String] = [], survivors: [String] = [],
        receipt: SoloReceipt? = nil, isUnconfirmed: Bool = false
    ) {
        self.cause = cause
        self.unclean = unclean
        self.survivors = survivors
        self.receipt = receipt
        self.isUnconfirmed = isUnconfirmed
    }

    /// The launcher's exit code: 0 only if nothing at all is left to be seen to (G5).
    package var code: Int32 {
        if case .gaveUp = cause { return 1 }
        return unclean.isEmpty && survivors.isEmpty && !isUnconfirmed ? 0 : 1
    }
}

/// What a person is told while a group runs.
package enum Note: Sendable, Equatable {
    case ready(String, after: Seconds)
    case groupReady(after: Seconds)
    case waiting([String])
    case notSpawned(String, reason: String)
    case died(String, Exit, startsIn: Seconds)
    case gaveUp(String, deaths: Int)
    case over(String, Exit)
    case restarting(String)
    case silent(String, for: Seconds)
    case suspendRefused
    case ending(Cause)
    case forced
    case killing(String, after: Seconds)
    case left([String])
}

/// What the engine has said of its session.
struct SoloKnowledge: Sendable, Equatable {
    /// Whether a session is open or closing.
    private(set) var isOpen = false
    /// The newest receipt.
    private(set) var receipt: SoloReceipt?
    /// The newest session, until a receipt for it has been heard.
    private var owed: SessionID?

    mutating func take(_ state: SoloState) {
        isOpen = state.open || state.closing != nil
        owed = state.session?.id ?? state.closing?.session ?? owed
        if let receipt = state.receipt { take(receipt) }
    }

    mutating func take(_ receipt: SoloReceipt) {
        self.receipt = receipt
        if receipt.session == owed { owed = nil }
    }

    /// Whether a session is known that no receipt has been heard for.
    var isOwed: Bool { owed != nil }

    /// Whether the release of an input has not been confirmed.
    var isUnconfirmed: Bool { isOwed || receipt?.released == false }
}

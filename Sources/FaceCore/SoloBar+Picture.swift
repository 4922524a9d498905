package import Messages

extension SoloBar {
    /// The Stop's line.
    package enum StopLine: Sendable, Equatable {
        /// Asked and not settled.
        case requested
        /// Settled, and still borne out.
        case stopped
        /// The answer is an error; nil where it is the release that is not confirmed.
        case notConfirmed(error: String?)
        /// A session closed without a Stop of this face, and its release is not confirmed.
        case notReleased
    }

    /// How far an unsettled Stop is; "taken is not done" (B10).
    package enum Progress: Sendable, Equatable {
        case waiting
        case taken
        case closing
        case readingBack
    }

    /// What the Stop's line says; nil where there is nothing to say.
    package var stopLine: StopLine? {
        if let stop, !stop.isNote {
            if stop.isUnsettled { return stop.line }
            if case .known(let state, _) = knowledge, stop.isBorneOut(by: state) {
                return .stopped
            }
        }
        return closedReceipt?.released == false ? .notReleased : nil
    }

    /// How far the Stop is, while its line says that it was requested.
    package var progress: Progress? {
        guard stopLine == .requested, let stop else { return nil }
        switch stop.progress?.stage {
        case .readingBack: return .readingBack
        case .closing: return .closing
        case .taken: return .taken
        case nil: return stop.isTaken || stop.kept.answer != nil ? .taken : .waiting
        }
    }

    /// What an earlier Stop's note says, while it stands beside the bar (F13).
    package var note: StopLine? {
        guard let stop, stop.isUnsettled, stop.isNote else { return nil }
        return stop.line
    }

    /// Why nothing can be told.
    package var unknown: Unknown? {
        guard case .unknown(let reason) = knowledge else { return nil }
        return reason
    }

    /// Why the session on the bar ended by itself, once its release is confirmed.
    package var ended: CloseCause? {
        guard let receipt = closedReceipt, receipt.released, let session,
            receipt.session == session.id, stop.map(\.isNote) ?? true
        else { return nil }
        return receipt.cause
    }

    /// Whether Stop can be pressed (F4).
    package var canStop: Bool {
        guard case .known(let state, _) = knowledge, state.open == .closed else { return true }
        return stop?.isUnsettled == true || isReleaseUnconfirmed(in: state)
    }

    /// Whether the bar is there (F11).
    package var isThere: Bool { canStop || stop != nil }

    /// Why "+" would be refused; nil where it can be pressed (F3).
    package var moreRefusal: MoreRefusal? {
        guard case .known(let state, _) = knowledge else { return .stateUnknown }
        guard state.open == .open else { return .nothingOpen }
        if more != nil { return .unanswered }
        if let stop, stop.isUnsettled, !stop.isNote { return .stopUnsettled }
        return nil
    }

    /// The time left of an open session, in whole seconds; nil where it is unknown (F1, F2).
    package func timeLeft(at now: Seconds) -> Int? {
        guard case .known(let state, let received) = knowledge, state.open == .open,
            let deadline = state.expiresAt, let engine = state.now,
            deadline.isFinite, engine.isFinite, (now - received).isFinite
        else { return nil }
        let left = deadline - engine - max(0, now - received)
        return Int(exactly: max(0, left).rounded())
    }

    /// When the open session ends, on this face's clock; nil where it is unknown.
    var endsAt: Seconds? {
        guard case .known(let state, let received) = knowledge, state.open == .open,
            let deadline = state.expiresAt, let engine = state.now
        else { return nil }
        let end = received + (deadline - engine)
        return end.isFinite ? end : nil
    }

    /// The deadline from which the time left is told, on the engine's clock.
    package var deadlineShown: Seconds? {
        guard case .known(let state, _) = knowledge, state.open == .open else { return nil }
        return state.expiresAt
    }

    /// What a Stop that is pressed now is about (F4).
    var target: StopTarget {
        guard case .known(let state, _) = knowledge else { return .whateverRuns }
        if state.open == .open { return state.session.map { .session($0) } ?? .whateverRuns }
        switch stopLine {
        case .requested, .stopped, .notConfirmed: return stop?.about.target ?? .nothing
        case .notReleased: return state.receipt?.session.map { .session($0) } ?? .nothing
        case nil:
            guard awaitsReceipt(in: state), let session else { return .nothing }
            return .session(session.id)
        }
    }

    /// The newest receipt, while the engine is known to hold no session.
    private var closedReceipt: SoloReceipt? {
        guard case .known(let state, _) = knowledge, state.open == .closed else { return nil }
        return state.receipt
    }

    private func isReleaseUnconfirmed(in state: FaceState) -> Bool {
        state.receipt?.released == false || awaitsReceipt(in: state)
    }

    /// Whether the session on the bar has left the slot, and the engine's newest receipt is still
    /// the one from before: the inputs may be down.
    private func awaitsReceipt(in state: FaceState) -> Bool {
        guard let session, state.receipt?.session != session.id else { return false }
        return state.receipt?.made == receiptBefore && stop?.kept.settlement == nil
    }
}

extension StandingStop {
    /// What its line says while it is not settled.
    fileprivate var line: SoloBar.StopLine {
        guard let answer = kept.answer else { return .requested }
        if let error = answer.error ?? answer.problem?.word { return .notConfirmed(error: error) }
        return answer.released == false ? .notConfirmed(error: nil) : .requested
    }
}

extension StandingStop.About {
    /// What a further Stop about the same would name.
    ///
    /// With the state known, an earlier Stop whose session nobody knows leaves none to name.
    fileprivate var target: StopTarget {
        switch self {
        case .unknown, .nothing: .nothing
        case .session(let session): .session(session)
        }
    }
}

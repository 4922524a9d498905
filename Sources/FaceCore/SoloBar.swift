package import Messages

/// The bar of solo play: what is known of the session, and what became of this face's Stop and "+".
///
/// A value with the caller's monotonic clock, which runs on through system sleep, in seconds. It
/// has no timer: what was asked stands there as asked until an answer or a state says otherwise
/// (F9).
package struct SoloBar: Sendable, Equatable {
    /// What can be told of the engine.
    enum Knowledge: Sendable, Equatable {
        /// Nothing, with the reason; becomes known by a state and by nothing else (F12).
        case unknown(Unknown)
        /// A state that says open or closed, and when it came.
        case known(FaceState, at: Seconds)
    }

    /// Why nothing can be told.
    package enum Unknown: Sendable, Equatable {
        /// The relay has not been heard yet.
        case notHeard
        /// The relay has not been heard for too long (F12).
        case silent
        /// The connection to the relay is gone.
        case disconnected
        /// A state that can't be read, or that says open and names no session.
        case notUnderstood
        /// The relay's own reason.
        case told(String)
    }

    /// A "+" without an answer; over by answer, deadline, close, removal or a Stop (F10, F4).
    struct More: Sendable, Equatable {
        let id: RequestID
        /// The deadline that it was pressed on.
        let deadline: Seconds?
    }

    /// Why no time was added.
    enum MoreFailure: Sendable, Equatable {
        case error(String)
        case notSent(OutboxRemoved.Reason)
    }

    /// Why "+" is refused (F3).
    package enum MoreRefusal: Sendable, Equatable {
        case stateUnknown
        case nothingOpen
        case unanswered
        case stopUnsettled
    }

    private(set) var knowledge = Knowledge.unknown(.notHeard)
    /// The session that the bar is about: the one last seen open.
    private(set) var session: ShownSession?
    /// The newest receipt while that session was open; another one means that it has its own.
    private(set) var receiptBefore: SoloReceipt.Made?
    private(set) var stop: StandingStop?
    private(set) var more: More?
    private(set) var moreFailure: MoreFailure?
    /// What a Stop ended although it was not on the screen; until another session runs (F15).
    private(set) var unseenEnd: Answered?

    /// Makes a bar that knows nothing.
    package init() {}

    /// Takes what the relay tells.
    ///
    /// - Returns: The Stop that leaves the outbox by it, settled or as a note that has ended.
    package mutating func hear(_ state: FaceState, at now: Seconds) -> RequestID? {
        learn(state, at: now)
        if case .known(let state, _) = knowledge, let id = state.session { show(id, in: state) }
        for answer in state.answered { hear(answer) }
        guard case .known(let state, _) = knowledge else {
            stop?.see(open: nil)
            return nil
        }
        stop?.see(open: state.open == .open ? state.session : nil)
        endMore(in: state)
        return endStop(in: state)
    }

    /// Takes that nothing can be told any more; nothing else changes by it (F7, F8, F12).
    package mutating func lose(_ reason: Unknown) {
        knowledge = .unknown(reason)
    }

    /// Asks for a Stop: it waits for nothing and takes the place of an unanswered "+" (F4).
    package mutating func askStop(_ id: RequestID, view: String) -> SoloStop {
        let kept = KeptStop(id: id, target: target, view: view, shown: session)
        stop = StandingStop(kept)
        more = nil
        unseenEnd = nil
        return kept.request
    }

    /// Asks for more time, for the session and the engine on the screen (F3).
    ///
    /// - Returns: What the relay is asked for; nil where it is refused.
    package mutating func askMore(
        _ id: RequestID, seconds: Seconds, at now: Seconds
    ) -> SoloExtend? {
        guard moreRefusal == nil, case .known(let state, let received) = knowledge,
            let session = state.session
        else { return nil }
        more = More(id: id, deadline: state.expiresAt)
        moreFailure = nil
        // As long as the outbox would keep it: one that was delayed any further is not wanted.
        let notAfter = state.now.map { $0 + max(0, now - received) + PriorityOutbox.patience }
        return SoloExtend(session: session, seconds: seconds, boot: state.boot, notAfter: notAfter)
    }

    /// Takes that an item left the outbox unsent (F10).
    package mutating func removed(_ id: RequestID, reason: OutboxRemoved.Reason) {
        guard more?.id == id else { return }
        more = nil
        moreFailure = .notSent(reason)
    }

    /// Takes that the relay has the Stop on lease, or no longer has it.
    package mutating func taken(_ id: RequestID, _ isTaken: Bool) {
        if stop?.kept.id == id { stop?.isTaken = isTaken }
    }

    /// Takes up the Stop of the process's earlier life, unless a newer one was asked (F14).
    ///
    /// - Returns: Whether it stands now.
    package mutating func resume(_ kept: KeptStop) -> Bool {
        guard stop == nil else { return false }
        stop = StandingStop(kept)
        if session == nil { session = kept.shown }
        return true
    }
}

extension SoloBar {
    private mutating func learn(_ state: FaceState, at now: Seconds) {
        knowledge =
            switch state.open {
            case .unknown: .unknown(.told(state.reason ?? ""))
            case .open where state.session == nil: .unknown(.notUnderstood)
            case .open, .closed: .known(state, at: now)
            }
    }

    /// Makes the bar about an open session.
    private mutating func show(_ id: SessionID, in state: FaceState) {
        guard state.open == .open else { return }
        if session?.id != id {
            more = nil
            moreFailure = nil
            unseenEnd = nil
        }
        session = ShownSession(
            id: id, performer: state.performer, title: state.title, mode: state.mode)
        receiptBefore = state.receipt?.made
    }

    private mutating func hear(_ answer: Answered) {
        switch answer.action {
        case .stop:
            guard stop?.kept.id == answer.id else { return }
            stop?.hear(answer)
            if let stop, stop.isUnsettled, let end = stop.unseenEnd { unseenEnd = end }
        case .extend:
            // An entry with a stage says that it was taken, and taken is not done (B10).
            guard more?.id == answer.id, answer.stage == nil else { return }
            more = nil
            moreFailure = (answer.error ?? answer.problem?.word).map { .error($0) }
        }
    }

    /// Ends a "+" whose deadline has moved, or whose session has closed (F10).
    private mutating func endMore(in state: FaceState) {
        if state.open == .closed {
            more = nil
            moreFailure = nil
        } else if let asked = more?.deadline, let deadline = state.expiresAt, deadline > asked {
            more = nil
        }
    }

    /// Settles a Stop, ends its note, or forgets a settled one that another session has outlived.
    private mutating func endStop(in state: FaceState) -> RequestID? {
        guard let stop else { return nil }
        if !stop.isUnsettled {
            if stop.isOutlived(in: state) { self.stop = nil }
            return nil
        }
        if stop.isNote {
            guard stop.isOverAsNote(in: state) else { return nil }
            self.stop = nil
            return stop.kept.id
        }
        guard stop.isSettled(by: state) else { return nil }
        self.stop?.kept.settlement = KeptStop.Settlement(session: state.receipt?.session)
        return stop.kept.id
    }
}

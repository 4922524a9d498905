package import Messages

/// A Stop that was asked, as far as it must outlive the process (F14).
package struct KeptStop: Codable, Sendable, Equatable {
    /// What settled a Stop.
    package struct Settlement: Codable, Sendable, Equatable {
        /// The session of the receipt that was the newest then.
        package var session: SessionID?
    }

    /// The request's id.
    package let id: RequestID
    /// What it named.
    package let target: StopTarget
    /// The view session in which it was pressed.
    package let view: String
    /// The session that was on the screen when it was pressed, and whose words the bar shows.
    package let shown: ShownSession?
    /// Its newest outcome: a receipt's word or an error; nil until there is one.
    package var answer: Answered?
    /// Nil until both facts held in one state; then it has left the outbox (F6).
    package var settlement: Settlement?

    enum CodingKeys: String, CodingKey {
        case id
        case target = "session"
        case view
        case shown
        case answer
        case settlement
    }

    /// Describes a Stop that was just asked.
    init(id: RequestID, target: StopTarget, view: String, shown: ShownSession?) {
        self.id = id
        self.target = target
        self.view = view
        self.shown = shown
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(RequestID.self, forKey: .id)
        target = try container.decodeTarget(forKey: .target)
        view = try container.decode(String.self, forKey: .view)
        shown = try container.decodeIfPresent(ShownSession.self, forKey: .shown)
        answer = try container.decodeIfPresent(Answered.self, forKey: .answer)
        settlement = try container.decodeIfPresent(Settlement.self, forKey: .settlement)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(target, forKey: .target)
        try container.encode(view, forKey: .view)
        try container.encodeIfPresent(shown, forKey: .shown)
        try container.encodeIfPresent(answer, forKey: .answer)
        try container.encodeIfPresent(settlement, forKey: .settlement)
    }

    /// What the relay is asked for.
    package var request: SoloStop { SoloStop(target, view: view) }
}

/// A session as the bar shows it.
package struct ShownSession: Codable, Sendable, Equatable {
    /// Its id.
    package let id: SessionID
    /// Whose name is in the headline; the companion's where absent.
    package let performer: String?
    /// What is played.
    package let title: String?
    /// How it is watched over.
    package let mode: SoloMode?
}

/// The bar's newest Stop: asked, then settled; beside the bar as a note when another session runs.
struct StandingStop: Sendable, Equatable {
    /// What a Stop is about, as far as anybody knows (F13).
    enum About: Sendable, Equatable {
        /// Pressed without knowledge of the state, and not answered.
        case unknown
        case nothing
        case session(SessionID)
    }

    /// What outlives the process.
    var kept: KeptStop
    /// The newest answer without an outcome: how far it is.
    var progress: Answered?
    /// Whether the relay has it on lease.
    var isTaken = false
    /// The session last seen open since it was asked.
    private var seenOpen: SessionID?
    /// Whether the bar is about another session by now (F13); never taken back, or the old Stop
    /// would count for the new session when that one closes.
    private(set) var isNote = false

    /// Stands for a Stop that was just asked, or was asked in an earlier life.
    init(_ kept: KeptStop) {
        self.kept = kept
    }

    /// What it is about: the session that its answer names, before an answer the one it named.
    var about: About {
        if let word = engineWord { return word.session.map { .session($0) } ?? .nothing }
        return switch kept.target {
        case .whateverRuns: .unknown
        case .nothing: .nothing
        case .session(let session): .session(session)
        }
    }

    /// The answer by which the engine said what the Stop is about.
    ///
    /// An error is none: with `not-found` the engine names the session that is open instead.
    private var engineWord: Answered? {
        if let answer = kept.answer, answer.released != nil { return answer }
        return switch progress?.stage {
        case .closing, .readingBack: progress
        case .taken, nil: nil
        }
    }

    /// Whether it still waits to be settled.
    var isUnsettled: Bool { kept.settlement == nil }

    /// The session that it ended although another one, or none, was on the screen (F15).
    var unseenEnd: Answered? {
        guard kept.target == .whateverRuns, let word = engineWord, let session = word.session,
            session != kept.shown?.id
        else { return nil }
        return word
    }

    /// Takes an answer that carries its id (F5).
    ///
    /// What has no outcome takes none away.
    mutating func hear(_ answer: Answered) {
        if answer.released != nil || answer.error != nil || answer.problem != nil {
            kept.answer = answer
        } else {
            progress = answer
        }
    }

    /// Takes what a state shows, once its answers have been heard.
    ///
    /// - Parameter open: The session that is open; nil where there is none, or none is known.
    mutating func see(open: SessionID?) {
        seenOpen = open ?? seenOpen
        guard let seenOpen, isUnsettled else { return }
        switch about {
        case .unknown: break
        case .session(let session): isNote = isNote || session != seenOpen
        case .nothing:
            // A session that the Stop named, and that the engine no longer knows, is no other one.
            isNote = isNote || (open != nil && kept.target != .session(seenOpen))
        }
    }

    /// Whether one state holds both facts (F6).
    func isSettled(by state: FaceState) -> Bool {
        guard state.open == .closed, state.receipt?.released == true,
            let answer = kept.answer, answer.released == true
        else { return false }
        return answer.isNoNewer(than: state)
    }

    /// Whether a settled Stop may be shown as such in a state (F6, F14).
    ///
    /// After the engine's restart its own receipt, which lists the Stops that it is about, stands
    /// for the answer of that boot.
    func isBorneOut(by state: FaceState) -> Bool {
        guard !isUnsettled else { return false }
        if isSettled(by: state) { return true }
        guard state.open == .closed, let receipt = state.receipt, receipt.released else {
            return false
        }
        return receipt.stops.contains { $0.id == kept.id }
    }

    /// Whether a state shows that another session has run since the Stop was settled.
    func isOutlived(in state: FaceState) -> Bool {
        guard let settlement = kept.settlement else { return false }
        guard state.open == .closed, let session = state.receipt?.session else {
            return state.open == .open
        }
        return session != settlement.session && about != .session(session)
    }

    /// Whether a note is over: released, or about a session that the engine doesn't know (F13).
    func isOverAsNote(in state: FaceState) -> Bool {
        guard let answer = kept.answer, answer.isNoNewer(than: state) else { return false }
        return answer.released == true || answer.problem == .notFound
    }
}

extension Answered {
    /// Whether it comes from the boot of a state and from no newer revision than the state's.
    fileprivate func isNoNewer(than state: FaceState) -> Bool {
        guard let boot, let revision, let stateRevision = state.revision else { return false }
        return boot == state.boot && revision <= stateRevision
    }
}

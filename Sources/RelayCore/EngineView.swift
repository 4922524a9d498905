import Messages

/// What is known of the engine, and by the word of which boot (R2, R3, R9).
struct EngineView: Sendable, Equatable {
    /// How far the engine's word can be relied on.
    enum Standing: Sendable, Equatable {
        /// No connection. Becomes `restarting` when it returns, `silent` if it was so before.
        case unreachable
        /// Connected, and no answer yet. Becomes `known` by an answer, or any of the others.
        case restarting
        /// Nothing heard for too long. Becomes `known` by an answer, `restarting` by another
        /// boot's word, `unreachable` without a connection.
        case silent
        /// What came could not be read. Becomes what `silent` can become, and `silent`.
        case notUnderstood
        /// Answered. Becomes any of the others.
        case known

        /// The words for a face; nil where there is nothing to excuse.
        var reason: String? {
            switch self {
            case .unreachable: "engine unreachable"
            case .restarting: "engine restarting"
            case .silent: "engine silent"
            case .notUnderstood: "engine not understood"
            case .known: nil
            }
        }
    }

    /// Whose word something is.
    enum Word: Sendable, Equatable {
        /// Of the boot that answered last.
        case current
        /// Of a boot that another one has followed; to be dropped.
        case earlier
        /// Of a boot that has not answered yet.
        case unanswered
    }

    private struct Received: Sendable, Equatable {
        var state: SoloState
        /// The relay's clock when it came.
        var at: Seconds
    }

    private(set) var standing = Standing.unreachable
    /// The boot that answered the last question.
    private(set) var boot: Boot?
    /// That boot's newest state; shown only while the standing is `known`.
    private var newest: Received?
    /// The newest state of a boot that has not answered yet.
    ///
    /// Events overtake answers: the answer that makes it count may be the older of the two.
    private var early: Received?
    /// The session that was last seen open; a Stop's answer may come when its slot is empty.
    private var lastSession: SoloSession?
    /// Boots that were heard since the last answer and have not answered.
    private var unanswered: Set<Boot> = []
    /// Boots whose word counts no more: one for each death of the engine.
    private var earlier: Set<Boot> = []
    private var question = 0
    private var isAsking = false
    /// Whether nothing has been heard since a silence began: the bus renews a silent connection.
    private var isQuiet = false

    /// Whether an answer is needed that nobody waits for.
    var isAnswerMissed: Bool { standing != .known && standing != .unreachable && !isAsking }

    /// The connection stands again: what was known before it counts for nothing.
    mutating func connected() {
        standing = isQuiet ? .silent : .restarting
    }

    /// Nothing has been heard for too long (B4).
    mutating func silent() {
        isQuiet = true
        if standing != .unreachable { standing = .silent }
    }

    /// The connection is gone, and with it any answer.
    mutating func disconnected() {
        standing = .unreachable
        isAsking = false
    }

    /// Something came that could not be read, so the engine may have changed unseen.
    mutating func misunderstood() {
        guard standing != .unreachable else { return }
        standing = .notUnderstood
    }

    /// The number of the question that is asked now.
    mutating func nextQuestion() -> Int {
        question += 1
        isAsking = true
        return question
    }

    /// A question found no answer.
    mutating func answerFailed(to number: Int, understood: Bool) {
        guard number == question else { return }
        isAsking = false
        if !understood { misunderstood() }
    }
}

extension EngineView {
    /// Hears a boot, and says whether its word counts and whether it must be asked.
    mutating func hear(_ other: Boot) -> (word: Word, mustAsk: Bool) {
        if earlier.contains(other) { return (.earlier, false) }
        let isBack = isQuiet && standing != .unreachable
        isQuiet = false
        if other == boot { return (.current, isBack) }
        let isNew = unanswered.insert(other).inserted
        guard isNew, standing != .unreachable else { return (.unanswered, isBack) }
        standing = .restarting
        return (.unanswered, true)
    }

    /// Takes a state that came as an event; false where it changes nothing (R9).
    mutating func take(_ state: SoloState, _ word: Word, at now: Seconds) -> Bool {
        let received = Received(state: state, at: now)
        switch word {
        case .earlier: return false
        case .current:
            if let newest, newest.state.revision > state.revision { return false }
            newest = received
            lastSession = state.session ?? lastSession
            return true
        case .unanswered:
            early = Self.later(early, received)
            return false
        }
    }

    /// Takes the answer to a question; nil where another one has been asked since.
    ///
    /// - Returns: The state that counts now, and whether it shows another boot that nothing told of.
    mutating func answer(
        _ state: SoloState, to number: Int, at now: Seconds
    ) -> (state: SoloState, isNewBoot: Bool)? {
        guard number == question, standing != .unreachable else { return nil }
        isAsking = false
        let isNews = boot != nil && boot != state.boot && !unanswered.contains(state.boot)
        if let boot { earlier.insert(boot) }
        earlier.formUnion(unanswered)
        earlier.remove(state.boot)
        unanswered = []
        boot = state.boot
        let best = Self.later(newest, Self.later(early, Received(state: state, at: now)))
        newest = best
        lastSession = best.state.session ?? lastSession
        early = nil
        standing = .known
        isQuiet = false
        return (best.state, isNews)
    }

    /// The new state, or the old one if it is the same boot's and further on (R9).
    private static func later(_ old: Received?, _ new: Received) -> Received {
        guard let old, old.state.boot == new.state.boot else { return new }
        return old.state.revision > new.state.revision ? old : new
    }
}

extension EngineView {
    /// What every face is told of the engine, without what only time changes (R4).
    var faceState: FaceState {
        guard standing == .known, let state = newest?.state else {
            return FaceState(open: .unknown, reason: standing.reason)
        }
        var receipt = state.receipt
        receipt?.now = nil
        return FaceState(
            open: Openness(state.open), boot: state.boot, revision: state.revision,
            session: state.session?.id, performer: state.session?.performer,
            mode: state.session?.mode, title: state.session?.title,
            expiresAt: state.session?.expiresAt, receipt: receipt)
    }

    /// Fills in the engine's clock, carried forward by the time since its state came (R3).
    func date(_ face: inout FaceState, at now: Seconds) {
        guard standing == .known, let newest else { return }
        let elapsed = max(0, now - newest.at)
        face.now = newest.state.now.map { $0 + elapsed }
        face.receipt?.now = newest.state.receipt?.now.map { $0 + elapsed }
    }

    /// The title of a session, if it is the one that was last seen open.
    func title(of session: SessionID?) -> String? {
        session != nil && session == lastSession?.id ? lastSession?.title : nil
    }

    /// The newest revision known of a boot.
    func revision(of other: Boot) -> Int? {
        other == boot ? newest?.state.revision : nil
    }
}

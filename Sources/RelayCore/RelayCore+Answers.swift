import Messages

// What faces are told of their requests (R5, R6).
extension RelayCore {
    /// The engine has answered a Stop; nothing changes if a newer one has taken its place.
    mutating func stopCame(_ reply: SoloReply, key: RequestKey, face: String) -> [Effect] {
        guard let asked = sides[face]?.stop, asked.key == key else { return [] }
        let entry: Answered
        switch reply {
        case .stopping(let stopping):
            entry = Answered(
                id: key.id, action: .stop, session: stopping.session, boot: stopping.boot,
                revision: stopping.revision, stage: Answered.Stage(stopping.stage))
        case .receipt(let receipt):
            entry = Answered(
                stop: key.id, receipt, boot: receipt.boot, revision: receipt.revision)
        case .problem(let problem):
            // Not the problem's session, which is the one that is open instead (E7).
            entry = Answered(
                id: key.id, action: .stop, session: asked.request.target.session,
                boot: problem.boot, revision: problem.revision, error: problem.title,
                problem: problem.type)
        case .started, .extended, .state, .receipts:
            return []
        }
        guard let boot = entry.boot else {
            enter(entry, face: face)
            return []
        }
        let (word, effects) = hear(boot)
        if word != .earlier { enter(entry, face: face) }
        return effects
    }

    /// The engine has answered a "+", or nobody has; either way it is over.
    mutating func extendCame(_ reply: SoloReply, key: RequestKey, face: String) -> [Effect] {
        let over: [Effect] = [.ask(.acknowledge(key.id, face: face))]
        guard let asked = sides[face]?.extend, asked.key == key else { return over }
        var entry = Answered(id: key.id, action: .extend, session: asked.request.session)
        switch reply {
        case .extended(let extended):
            entry.boot = extended.deadline.boot
            entry.revision = engine.revision(of: extended.deadline.boot)
        case .problem(let problem):
            entry.boot = problem.boot
            entry.revision = problem.revision
            entry.error = problem.title
            entry.problem = problem.type
        case .started, .stopping, .receipt, .state, .receipts:
            entry.error = EngineView.Standing.notUnderstood.reason
            entry.problem = .malformed
        }
        entry.title = engine.title(of: entry.session)
        sides[face]?.extend?.entry = entry
        return over
    }

    /// Reads what a state says of Stops: events get lost, and the state says it again (B2).
    mutating func learn(from state: SoloState) {
        if let receipt = state.receipt {
            learn(from: receipt, boot: state.boot, revision: state.revision)
        }
        guard let closing = state.closing else { return }
        for face in faces {
            guard var entry = sides[face]?.stop?.entry, entry.boot == state.boot,
                entry.session == closing.session, entry.stage != nil
            else { continue }
            entry.revision = state.revision
            entry.stage = Answered.Stage(closing.stage)
            enter(entry, face: face)
        }
    }

    /// Takes a receipt as the answer to each Stop that it names.
    mutating func learn(from receipt: SoloReceipt, boot: Boot, revision: Int) {
        for face in faces {
            guard let key = sides[face]?.stop?.key,
                receipt.stops.contains(where: { $0.key == key })
            else { continue }
            enter(
                Answered(stop: key.id, receipt, boot: boot, revision: revision), face: face)
        }
    }

    /// Puts a Stop's answer in place of an older one.
    private mutating func enter(_ answer: Answered, face: String) {
        guard let old = sides[face]?.stop?.entry else { return }
        if let boot = answer.boot, boot == old.boot, let revision = answer.revision,
            let reached = old.revision, reached > revision
        {
            return
        }
        var entry = answer
        entry.title =
            answer.title ?? engine.title(of: answer.session)
            ?? (old.session == answer.session ? old.title : nil)
        sides[face]?.stop?.entry = entry
    }
}

extension Answered {
    /// A Stop whose outcome is a receipt, with the engine's moment of saying so.
    fileprivate init(stop id: RequestID, _ receipt: SoloReceipt, boot: Boot, revision: Int) {
        self.init(
            id: id, action: .stop, session: receipt.session, title: receipt.title, boot: boot,
            revision: revision, released: receipt.released)
    }
}

extension Answered.Stage {
    fileprivate init(_ stage: ClosingStage) {
        switch stage {
        case .closing: self = .closing
        case .readingBack: self = .readingBack
        }
    }
}

extension StopTarget {
    /// The session that it names.
    fileprivate var session: SessionID? {
        guard case .session(let session) = self else { return nil }
        return session
    }
}

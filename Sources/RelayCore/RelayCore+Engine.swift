import Messages

extension RelayCore {
    /// The engine came, went or was heard.
    mutating func engineChanged(_ link: Link) -> [Effect] {
        switch link {
        case .connected:
            engine.connected()
            return askAgain()
        case .disconnected:
            engine.disconnected()
            return []
        case .silent:
            engine.silent()
            return []
        case .heard(let boot):
            return hear(boot).effects
        }
    }

    /// A state of the engine came as an event (R9).
    mutating func stateCame(_ state: SoloState, at now: Seconds) -> [Effect] {
        let (word, effects) = hear(state.boot)
        if engine.take(state, word, at: now) { learn(from: state) }
        return effects
    }

    /// A receipt came as an event: for a Stop that it names it is the engine's answer (R5).
    mutating func receiptCame(_ receipt: SoloReceipt) -> [Effect] {
        let (word, effects) = hear(receipt.boot)
        if word == .current {
            learn(from: receipt, boot: receipt.boot, revision: receipt.revision)
        }
        return effects
    }

    /// An event that can't be read may have been a state.
    mutating func notUnderstood() -> [Effect] {
        engine.misunderstood()
        return engine.isAnswerMissed ? askStatus() : []
    }

    /// The engine has answered.
    mutating func answerCame(_ reply: SoloReply, to ask: Ask, at now: Seconds) -> [Effect] {
        switch ask {
        case .status(let number):
            return statusCame(reply, to: number, at: now)
        case .stop(_, let key, let face):
            return stopCame(reply, key: key, face: face)
        case .extend(_, let key, let face):
            return extendCame(reply, key: key, face: face)
        case .vitals, .take, .acknowledge:
            return []
        }
    }

    /// What was asked has no answer.
    mutating func failed(_ ask: Ask, _ problem: Problem, at now: Seconds) -> [Effect] {
        switch ask {
        case .status(let number):
            engine.answerFailed(to: number, understood: problem.type != .malformed)
            return []
        case .extend(_, let key, let face):
            return extendCame(.problem(problem), key: key, face: face)
        case .take(let face, let number):
            takes[face]?.fail(number, at: now)
            return []
        // The relay makes up no answer to a Stop: its outbox hands it out again (R8).
        case .stop, .vitals, .acknowledge:
            return []
        }
    }

    /// Hears a boot, and asks if it is another one or was silent (R8, R9).
    mutating func hear(_ boot: Boot) -> (word: EngineView.Word, effects: [Effect]) {
        let (word, mustAsk) = engine.hear(boot)
        return (word, mustAsk ? askAgain() : [])
    }

    /// Asks for all that a new or returned engine has to say, the Stops first (R7).
    private mutating func askAgain() -> [Effect] {
        askStopsAgain() + askStatus()
    }

    private mutating func statusCame(
        _ reply: SoloReply, to number: Int, at now: Seconds
    ) -> [Effect] {
        guard case .state(let state) = reply else {
            engine.answerFailed(to: number, understood: false)
            return []
        }
        guard let (known, isNewBoot) = engine.answer(state, to: number, at: now) else {
            return []
        }
        learn(from: known)
        // A dead boot's answer may have come after the new one's, and in its place.
        return askStopsAgain { entry in
            isNewBoot || entry.boot.map { $0 != known.boot } ?? false
        }
    }

    /// Asks again what every face's newest Stop has come to, settled or not: what one boot
    /// answered, another one has to bear out (R8, F6).
    private func askStopsAgain(if isDue: (Answered) -> Bool = { _ in true }) -> [Effect] {
        faces.compactMap { face in
            guard let asked = sides[face]?.stop, isDue(asked.entry) else { return nil }
            return .ask(.stop(asked.request, key: asked.key, face: face))
        }
    }
}

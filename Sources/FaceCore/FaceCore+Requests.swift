import Messages

extension FaceCore {
    /// How a request came.
    struct Delivery {
        let key: RequestKey
        let token: ReplyToken
        /// The id of the item that may come of it.
        let fresh: RequestID
    }

    /// The longest name of a view session, in characters.
    private static let longestView = 100

    /// Does a request once for its key; the same one again gets the same answer (B3).
    mutating func handle(
        _ request: FaceRequest, _ delivery: Delivery, at now: Seconds,
        _ effects: inout [Effect]
    ) {
        if let waiting = confirmations.waiting(for: delivery.key) {
            if waiting.request == request {
                confirmations.join(delivery.key, token: delivery.token)
            } else {
                effects.append(.reply(.problem(.reusedKey), to: delivery.token))
            }
            return
        }
        switch replies.verdict(on: request, key: delivery.key) {
        case .seen(let reply): effects.append(.reply(reply, to: delivery.token))
        case .reused: effects.append(.reply(.problem(.reusedKey), to: delivery.token))
        case .new:
            guard let reply = answer(request, delivery, at: now, &effects) else { return }
            effects.append(.reply(reply, to: delivery.token))
            // A look changes nothing, and its old answer is of no use to anybody.
            if case .look = request { return }
            replies.remember(request, key: delivery.key, reply: reply)
        }
    }

    /// - Returns: Nil where the answer waits for the journal.
    private mutating func answer(
        _ request: FaceRequest, _ delivery: Delivery, at now: Seconds,
        _ effects: inout [Effect]
    ) -> FaceReply? {
        switch request {
        case .look: return .view(view(at: now))
        case .disarm(let disarm):
            armings.disarm(disarm.view)
            return .disarmed(FaceDisarmed(view: disarm.view))
        case .pointer(let pointer):
            if let problem = problem(with: pointer.view) { return .problem(problem) }
            return .pointed(point(pointer, at: now))
        case .stop(let stop):
            if let problem = problem(with: stop.view) { return .problem(problem) }
            armings.disarm(stop.view)
            askStop(request, view: stop.view, delivery, at: now, &effects)
            return nil
        case .press(let press):
            if let problem = problem(with: press.view) { return .problem(problem) }
            if let reason = refusal(of: press.control) {
                return .pressed(FacePressed(.refused, reason: reason))
            }
            switch armings.press(press, at: now) {
            case .armed: return .pressed(FacePressed(.armed))
            case .confirmed: return act(on: press, delivery, at: now, &effects)
            }
        }
    }

    /// Hands a touch to the microphone, and says what came of it.
    private mutating func point(_ pointer: FacePointer, at now: Seconds) -> FacePointed {
        let words = lexicon.words
        do throws(Microphone.Refusal) {
            let outcome = try microphone.take(pointer, isAllowed: watching, at: now)
            switch outcome {
            case nil: return FacePointed(.nothing)
            case .tap(let hold): return FacePointed(.tap, hold: hold)
            case .began(let hold): return FacePointed(.began, hold: hold, reason: words.noEar)
            case .ended(let hold, let recorded):
                let isTooShort = recorded < HoldToTalk.shortestRecording
                return FacePointed(
                    .ended, hold: hold, reason: isTooShort ? words.tooShort : words.noEar)
            case .cancelled(let hold): return FacePointed(.cancelled, hold: hold)
            }
        } catch {
            switch error {
            case .eyeIsDark: return FacePointed(.refused, reason: words.eyeIsDark)
            case .held(let view):
                return FacePointed(.refused, reason: Words.fill(words.microphoneHeld, view))
            }
        }
    }

    private func problem(with view: String) -> Problem? {
        guard !(1...Self.longestView).contains(view.count) else { return nil }
        return Problem(
            .invalid, "no such view session",
            detail: "A view session's name has from 1 to \(Self.longestView) characters.",
            field: "view")
    }

    /// Does what a confirmed press asks for.
    private mutating func act(
        on press: FacePress, _ delivery: Delivery, at now: Seconds, _ effects: inout [Effect]
    ) -> FaceReply? {
        let id = delivery.fresh
        switch press.control {
        case .stop:
            askStop(.press(press), view: press.view, delivery, at: now, &effects)
            return nil
        case .extend:
            if let extend = bar.askMore(id, seconds: options.step, at: now) {
                effects.append(.put(id, .extend(extend)))
            }
        case .onAir:
            effects.append(.put(id, .onAir(broadcast.askOnAir(id, at: now))))
        case .wrapUp:
            broadcast.askWrapUp(id, at: now)
            effects.append(.put(id, .wrapUp))
        case .eye:
            watching.toggle()
            if !watching { microphone.close() }
            effects.append(.put(id, .eye(watching: watching)))
        }
        return .pressed(FacePressed(.confirmed))
    }

    /// Why a control takes no press; nil where it does.
    func refusal(of control: FaceControl) -> String? {
        switch control {
        case .stop: return bar.canStop ? nil : lexicon.words.nothingToStop
        case .extend: return bar.moreRefusal.map { lexicon.words.text($0) }
        case .onAir:
            let label = broadcast.state.onAir == true ? lexicon.words.offAir : lexicon.words.onAir
            return broadcast.canPressOnAir ? nil : Words.fill(lexicon.words.unanswered, label)
        case .wrapUp:
            if broadcast.canPressWrapUp { return nil }
            if broadcast.isWrapUpAsked {
                return Words.fill(lexicon.words.unanswered, lexicon.words.wrapUp)
            }
            return broadcast.state.onAir == true ? lexicon.words.wrapping : lexicon.words.notOnAir
        case .eye: return nil
        }
    }
}

extension FaceCore {
    /// Puts a Stop at once; only its answer waits for the journal (F14).
    private mutating func askStop(
        _ request: FaceRequest, view: String, _ delivery: Delivery, at now: Seconds,
        _ effects: inout [Effect]
    ) {
        let stop = bar.askStop(delivery.fresh, view: view)
        effects.append(.put(delivery.fresh, .stop(stop)))
        // A new Stop changes the record, so the next write is the one that keeps it.
        let write = WriteID(writes + 1)
        keeping = .waiting(write)
        confirmations.add(
            Confirmations.Confirmation(
                write: write, request: request, key: delivery.key, tokens: [delivery.token],
                since: now))
    }

    /// Each write replaces the whole record, so a later one keeps the newest Stop as well.
    mutating func journaled(_ write: WriteID, _ effects: inout [Effect]) {
        switch keeping {
        case .kept: break
        case .waiting(let first), .notKept(let first):
            if write >= first { keeping = .kept }
        }
        confirm(confirmations.take { $0.write <= write }, reason: nil, &effects)
    }

    mutating func notJournaled(_ write: WriteID, _ effects: inout [Effect]) {
        if keeping == .waiting(write) { keeping = .notKept(write) }
        confirm(confirmations.take { $0.write == write }, reason: lexicon.words.notKept, &effects)
    }

    /// Answers the Stops that have waited for the journal long enough.
    mutating func giveUpOnJournal(at now: Seconds, _ effects: inout [Effect]) {
        if confirmations.open.isEmpty { return }
        let late = confirmations.take { now - $0.since >= Confirmations.wait }
        for confirmation in late where keeping == .waiting(confirmation.write) {
            keeping = .notKept(confirmation.write)
        }
        confirm(late, reason: lexicon.words.notKept, &effects)
    }

    private mutating func confirm(
        _ confirmations: [Confirmations.Confirmation], reason: String?,
        _ effects: inout [Effect]
    ) {
        let reply = FaceReply.pressed(FacePressed(.confirmed, reason: reason))
        for confirmation in confirmations {
            replies.remember(confirmation.request, key: confirmation.key, reply: reply)
            for token in confirmation.tokens { effects.append(.reply(reply, to: token)) }
        }
    }
}

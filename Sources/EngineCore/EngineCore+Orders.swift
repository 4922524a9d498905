import Messages

/// An order that was carried out, and what it is answered.
struct Answer: Sendable, Equatable {
    let order: Order
    /// The session's deadline, for a start or an extend.
    let deadline: SoloDeadline?
    /// Who gets the answer once it is journaled; nil once it is.
    var waiting: [ReplyToken]?
}

extension EngineCore {
    /// The limits of what can be asked for (E2, E3).
    enum Limit {
        static let length: ClosedRange<Seconds> = 1...86_400
        static let ahead: Seconds = 86_400
        static let characters = 200
        /// A character can be long; this keeps two of the texts within a message.
        static let bytes = 2_000
    }

    /// Takes an order in: once per key, and answered the same when it comes again (E8).
    mutating func take(_ order: Order, key: RequestKey, token: ReplyToken) {
        if let answer = answers[key] {
            repeatAnswer(answer, to: order, key: key, token: token)
        } else if receipts.subject(of: key) != nil {
            emit(.reply(.problem(.reusedKey), to: token))
        } else {
            switch refusals.verdict(on: order, key: key) {
            case .new: carryOut(order, key: key, token: token)
            case .seen(let problem): emit(.reply(.problem(problem), to: token))
            case .reused: emit(.reply(.problem(.reusedKey), to: token))
            }
        }
    }

    private mutating func repeatAnswer(
        _ answer: Answer, to order: Order, key: RequestKey, token: ReplyToken
    ) {
        if answer.order != order {
            emit(.reply(.problem(.reusedKey), to: token))
        } else if answer.waiting != nil {
            answers[key]?.waiting?.append(token)
        } else {
            emit(.reply(reply(answer), to: token))
        }
    }

    private mutating func carryOut(_ order: Order, key: RequestKey, token: ReplyToken) {
        do throws(Problem) {
            switch order {
            case .start(let start): try carryOut(start, key: key, token: token)
            case .extend(let extend): try carryOut(extend, key: key, token: token)
            case .dismiss(let dismiss): try carryOut(dismiss, key: key, token: token)
            }
        } catch {
            refusals.remember(order, key: key, reply: error)
            emit(.reply(.problem(error), to: token))
        }
    }

    private func reply(_ answer: Answer) -> SoloReply {
        guard let deadline = answer.deadline else { return .state(state) }
        return switch answer.order {
        case .start: .started(SoloStarted(deadline))
        case .extend: .extended(SoloExtended(deadline))
        case .dismiss: .state(state)
        }
    }

    /// Answers an order whose record is written, or cannot be, and announces what it started.
    mutating func answer(_ key: RequestKey, note: String?) {
        guard let answer = answers[key], let tokens = answer.waiting else { return }
        answers[key]?.waiting = nil
        if let session = answer.deadline?.session, slot?.session.id == session {
            if let note { slot?.note = note }
            if slot?.isAnnounced == false { announce(session) }
        }
        for token in tokens { emit(.reply(reply(answer), to: token)) }
    }

    private mutating func announce(_ session: SessionID) {
        slot?.isAnnounced = true
        emit(.admit(session))
        publish()
        if let slot, let player = slot.player { emit(.startPlayer(player, slot.session)) }
    }

    /// Remembers an order, and has its answer wait for the journal.
    private mutating func remember(
        _ order: Order, key: RequestKey, token: ReplyToken, subject: Subject,
        deadline: SoloDeadline?, with records: [JournalRecord] = []
    ) {
        answers[key] = Answer(order: order, deadline: deadline, waiting: [token])
        let answered = AnsweredRecord(
            key: key, order: order, subject: subject, deadline: deadline)
        write(records + [.answered(answered)], next: .answer(key))
    }
}

extension EngineCore {
    private mutating func carryOut(
        _ start: SoloStart, key: RequestKey, token: ReplyToken
    ) throws(Problem) {
        try judge(boot: start.boot, notAfter: start.notAfter)
        let mode = try judge(start)
        try judgeSlot()
        sessionCount += 1
        let session = SoloSession(
            id: SessionID("\(configuration.boot.text.prefix(16))-\(sessionCount)"),
            performer: start.performer ?? configuration.performer, title: start.title, mode: mode,
            startedAt: now, expiresAt: now + start.seconds)
        slot = OpenSession(
            session: session, player: start.player, inputs: PlayerInputs(at: now), orders: [key])
        askedAt = clock.elapsed
        let opened = OpenedRecord(
            session: session.id, title: start.title, controller: configuration.controller)
        remember(
            .start(start), key: key, token: token, subject: .session(session.id),
            deadline: deadline(of: session), with: [.opened(opened)])
    }

    private mutating func carryOut(
        _ extend: SoloExtend, key: RequestKey, token: ReplyToken
    ) throws(Problem) {
        try judge(boot: extend.boot, notAfter: extend.notAfter)
        guard extend.seconds.isFinite, extend.seconds > 0 else {
            throw Problem(.invalid, "seconds must be a number above 0", field: "seconds")
        }
        guard var session = slot?.session, session.id == extend.session else {
            let isKnown = receipts[.session(extend.session)] != nil
            throw Problem(
                .notFound, isKnown ? "the session has ended" : "there is no such session",
                field: "session", session: slot?.session.id)
        }
        session.expiresAt += extend.seconds
        guard session.expiresAt <= now + Limit.ahead else {
            throw Problem(
                .refused, "a session ends within 24 h", field: "seconds", session: session.id)
        }
        slot?.session = session
        slot?.orders.append(key)
        publish()
        remember(
            .extend(extend), key: key, token: token, subject: .session(session.id),
            deadline: deadline(of: session))
    }

    /// Records that a person has seen to the releases that are not confirmed (E2).
    private mutating func carryOut(
        _ dismiss: SoloDismiss, key: RequestKey, token: ReplyToken
    ) throws(Problem) {
        try judge(text: dismiss.why, field: "why")
        guard let subject = receipts.blocking?.subject else {
            throw Problem(.refused, "no release is unconfirmed")
        }
        let dismissed = receipts.dismiss(dismiss.why)
        receipts.attach(order: key, to: subject)
        publish(receipts: dismissed.map(\.subject))
        remember(
            .dismiss(dismiss), key: key, token: token, subject: subject, deadline: nil,
            with: dismissed.map(JournalRecord.receipt))
    }

    private func deadline(of session: SoloSession) -> SoloDeadline {
        SoloDeadline(
            session: session.id, expiresAt: session.expiresAt, now: now,
            boot: configuration.boot)
    }

    /// Whether an order was meant for this life, and is not too late (E10).
    private func judge(boot: Boot?, notAfter: Seconds?) throws(Problem) {
        if let boot, boot != configuration.boot {
            throw Problem(.otherBoot, "meant for another life of the engine", field: "boot")
        }
        guard let notAfter else { return }
        guard notAfter.isFinite else {
            throw Problem(.invalid, "not_after must be a number", field: "not_after")
        }
        guard now <= notAfter else {
            throw Problem(.tooLate, "too late", field: "not_after")
        }
    }

    private func judge(_ start: SoloStart) throws(Problem) -> SoloMode {
        try judge(text: start.title, field: "title")
        guard let mode = SoloMode(rawValue: start.mode) else {
            throw Problem(.invalid, "unknown mode", field: "mode")
        }
        guard start.seconds.isFinite, Limit.length.contains(start.seconds) else {
            throw Problem(.invalid, "seconds must be from 1 to 86,400", field: "seconds")
        }
        if let performer = start.performer { try judge(text: performer, field: "performer") }
        if let player = start.player, !configuration.players.contains(player) {
            throw Problem(.invalid, "unknown player", field: "player")
        }
        return mode
    }

    private func judge(text: String, field: String) throws(Problem) {
        guard !text.isEmpty, text.count <= Limit.characters, text.utf8.count <= Limit.bytes else {
            throw Problem(
                .invalid, "\(field) must have 1 to \(Limit.characters) characters", field: field)
        }
    }

    /// Whether a session may start: nothing is open, nothing is on its way out, and what came
    /// before was let go (E2).
    private func judgeSlot() throws(Problem) {
        if let session = slot?.session.id {
            throw Problem(.busy, "a session is open", session: session)
        }
        if let session = closing?.session {
            throw Problem(.busy, "a session is closing", session: session)
        }
        guard life == .ready, !isEnding else {
            throw Problem(.busy, isEnding ? "the engine is ending" : "the engine is starting")
        }
        guard hands.allSatisfy(\.awaiting.isEmpty), !writes.contains(where: \.keepsSlotEmpty) else {
            throw Problem(.busy, "a Stop is being carried out")
        }
        if let receipt = receipts.blocking {
            throw Problem(
                .refused, "the last release is not confirmed",
                detail: "Stop again, or dismiss the last receipt if its inputs are let go.",
                session: receipt.subject.session)
        }
    }
}

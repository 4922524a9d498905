import Messages

/// A Stop on its way into the journal.
struct PendingStop: Sendable, Equatable {
    let stop: AskedStop
    /// What it is about, decided when it came.
    let subject: Subject
    /// Who gets the answer; the same Stop may come again meanwhile.
    var tokens: [ReplyToken]
}

extension EngineCore {
    /// Takes a Stop in: what it is about is journaled before anything else is done (E8).
    mutating func take(_ request: SoloStop, key: RequestKey, token: ReplyToken) {
        if let index = writes.firstIndex(where: { $0.stop?.stop.key == key }) {
            writes[index].stop?.tokens.append(token)
        } else if let subject = receipts.subject(of: key) {
            answer(subject, to: [token])
        } else {
            do throws(Problem) {
                let subject = try subject(of: request.target, key: key)
                // What a receipt repeats must not outgrow a message.
                let view = request.view.map { String($0.unicodeScalars.prefix(64)) }
                let stop = AskedStop(source: key.source, id: key.id, view: view)
                write(
                    [.asked(stop, about: subject)],
                    next: .carryOut(PendingStop(stop: stop, subject: subject, tokens: [token])))
            } catch {
                // Never remembered: when it comes again it is judged again (E8).
                emit(.reply(.problem(error), to: token))
            }
        }
    }

    /// Decides what a Stop is about (E7).
    private mutating func subject(
        of target: StopTarget, key: RequestKey
    ) throws(Problem) -> Subject {
        let open = slot?.session.id
        switch target {
        case .session(let session):
            let subject = Subject.session(session)
            if session == open || receipts[subject] != nil { return subject }
        case .nothing:
            if let closing { return .session(closing.session) }
        case .whateverRuns:
            if let session = open ?? closing?.session { return .session(session) }
        }
        if let open {
            throw Problem(
                .notFound, "another session is open",
                detail: "The Stop was pressed for another session than the one that is open.",
                session: open, boot: configuration.boot, revision: revision)
        }
        return momentSubject(key)
    }

    /// The moment of a Stop about nothing: the one under way, or the one not confirmed yet.
    private mutating func momentSubject(_ key: RequestKey) -> Subject {
        if let moment {
            let ending = receipts[moment]
            if ending?.isAnswered != true || ending?.receipt?.released != true { return moment }
        }
        let subject = Subject.nothing(key)
        moment = subject
        return subject
    }

    /// Carries out a Stop whose record is written, or cannot be.
    mutating func carryOut(_ pending: PendingStop, note: String?) {
        let subject = pending.subject
        if let session = subject.session, session == slot?.session.id { close(.stop) }
        if receipts[subject] == nil { add(moment(subject)) }
        receipts.attach(pending.stop, to: subject, note: note)
        if let ending = receipts[subject], ending.progress == .idle {
            if ending.receipt != nil, subject.session != nil {
                publish(receipts: [subject])
            } else {
                let index = hand(on: ending.controller)
                expectReceipt(about: subject, on: index)
                hurry(index)
            }
        }
        answer(subject, to: pending.tokens)
    }

    /// The ending for a Stop that found nothing: about a controller that is not let go, if any.
    private func moment(_ subject: Subject) -> Ending {
        let blocked = receipts.blocking?.controller ?? configuration.controller
        return Ending(subject: subject, controller: blocked, title: nil, cause: .noneOpen)
    }

    /// Answers a Stop by what is true now; where the release is not confirmed, that is also a
    /// further Stop (E6).
    private mutating func answer(_ subject: Subject, to tokens: [ReplyToken]) {
        guard let ending = receipts[subject] else { return }
        let index = hand(on: ending.controller)
        let isConfirmed = ending.receipt?.released == true
        if ending.progress == .idle, !isConfirmed { hurry(index) }
        let answer: SoloReply
        if ending.isAnswered, let receipt = message(about: subject) {
            answer = .receipt(receipt)
        } else {
            answer = .stopping(
                SoloStopping(
                    session: subject.session, boot: configuration.boot, revision: revision,
                    stage: hands[index].stage))
        }
        for token in tokens { emit(.reply(answer, to: token)) }
    }
}

extension EngineCore.Write {
    /// The Stop that waits for this batch.
    fileprivate var stop: PendingStop? {
        get {
            if case .carryOut(let stop) = next { stop } else { nil }
        }
        set {
            if let newValue { next = .carryOut(newValue) }
        }
    }
}

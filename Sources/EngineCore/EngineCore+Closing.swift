import Messages

extension EngineCore {
    /// How long a player has to end by itself, and how long to die (E4).
    static let grace: Seconds = 1

    /// The one path out of the slot (E4).
    ///
    /// In this step the generation ends, the slot empties and that is told; the controller is asked
    /// and the player told to end, and nothing here waits for either.
    ///
    /// - Parameters:
    ///   - cause: Why the session ends.
    ///   - note: What its receipts must say besides.
    mutating func close(_ cause: CloseCause, note: String? = nil) {
        guard let open = slot else { return }
        slot = nil
        let subject = Subject.session(open.session.id)
        add(
            Ending(
                subject: subject, controller: configuration.controller,
                title: open.session.title, cause: cause, note: note ?? open.note,
                orders: open.orders))
        closing = SoloClosing(session: open.session.id, stage: .closing)
        hands[0].leftovers.formUnion(open.inputs.leftovers)
        emit(.admit(nil))
        publish()
        expectReceipt(about: subject, on: 0)
        letGo(on: 0)
        hands[0].firstValid = ReleaseID(releaseCount)
        if open.isAnnounced, open.player != nil, cause != .playerEnded {
            endPlayer(of: open.session.id)
        }
    }

    /// Adds an ending, and has the journal forget the one that goes for it.
    mutating func add(_ ending: Ending) {
        guard let forgotten = receipts.add(ending) else { return }
        for order in forgotten.orders { answers[order] = nil }
        postpone([.forgotten(forgotten.subject)])
    }

    /// Makes receipts of what a controller answered, or did not, and has them written.
    ///
    /// All that wait get one; after a clean read-back so does every ending of that controller
    /// whose last one was not true (E6).
    mutating func conclude(_ finding: Finding, on index: Int) {
        let hand = hands[index]
        let shown = finding.inputs ?? []
        let ours = hand.leftovers.union(openInputs(on: index))
        let held = ours.intersection(shown).sorted()
        let released = finding.inputs != nil && held.isEmpty
        var records: [JournalRecord] = []
        var subjects = hand.awaiting
        if released {
            records = clear(index)
            subjects = unconfirmed(on: hand.controller) + subjects
            hands[index].rest()
        } else {
            hands[index].tryLater(than: now)
        }
        hands[index].awaiting = []
        let reason = held.isEmpty ? finding.silence : hand.refusal ?? "the controller shows them"
        let others = Set(shown).subtracting(ours)
        let made = SoloReceipt.Made(boot: configuration.boot, revision: revision + 1, now: now)
        let new = subjects.compactMap { receipts[$0] }.map { ending in
            var receipt = Receipt(
                subject: ending.subject, controller: hand.controller, title: ending.title,
                cause: ending.cause, made: made, released: released, held: held,
                heldByOthers: others.sorted(), reason: reason)
            receipt.remark(ending.note)
            receipt.remark(journalLoss)
            return receipt
        }
        for receipt in new { receipts.mark(receipt.subject, .writing) }
        records += new.map(JournalRecord.receipt)
        if !records.isEmpty { write(records, next: .issue(new)) }
    }

    /// Sees to it that an unconfirmed controller is tried again: a clean read-back that came while
    /// its receipt was being written has ended the tries.
    private mutating func tryAgain(_ controller: ControllerID) {
        let index = hand(on: controller)
        if hands[index].asked == nil, hands[index].retryAt == nil {
            hands[index].tryLater(than: now)
        }
    }

    /// Takes in that a controller holds nothing of ended sessions any more.
    ///
    /// What the open session has pressed since stays in the journal, whoever pressed it first.
    private mutating func clear(_ index: Int) -> [JournalRecord] {
        let gone = hands[index].leftovers.subtracting(openInputs(on: index)).sorted()
        hands[index].leftovers = []
        return gone.isEmpty ? [] : [.letGo(gone, on: hands[index].controller)]
    }

    /// The endings whose last receipt is not true and that nothing else is under way for.
    func unconfirmed(on controller: ControllerID) -> [Subject] {
        receipts.unconfirmed.filter { subject in
            guard let ending = receipts[subject] else { return false }
            return ending.controller == controller && ending.progress == .idle
        }
    }

    /// Has a subject get a receipt from a controller's next answer.
    mutating func expectReceipt(about subject: Subject, on index: Int) {
        receipts.mark(subject, .awaiting)
        hands[index].awaiting.append(subject)
    }

    /// Takes receipts in that are written, or cannot be, and tells them.
    mutating func issue(_ new: [Receipt], note: String?) {
        for var receipt in new {
            receipt.remark(note)
            receipts.settle(receipt)
            if closing?.session == receipt.subject.session { closing = nil }
            if !receipt.released { tryAgain(receipt.controller) }
        }
        if !new.isEmpty { publish(receipts: new.map(\.subject)) }
    }
}

extension EngineCore {
    private mutating func endPlayer(of session: SessionID) {
        endingPlayers.append(EndingPlayer(session: session, due: now + Self.grace))
        emit(.endPlayer(session))
    }

    mutating func playerEnded(_ session: SessionID, _ reason: String?) {
        endingPlayers.removeAll { $0.session == session }
        guard slot?.session.id == session else { return }
        close(.playerEnded, note: reason)
    }

    /// Kills the players whose grace is over, and waits no longer for the killed ones.
    mutating func killPlayers() {
        endingPlayers.removeAll { $0.isKilled && $0.due <= now }
        for index in endingPlayers.indices where endingPlayers[index].due <= now {
            endingPlayers[index].isKilled = true
            endingPlayers[index].due = now + Self.grace
            emit(.killPlayer(endingPlayers[index].session))
        }
    }

    mutating func lost(_ controller: ControllerID, _ reason: String) {
        if controller == configuration.controller { close(.controllerLost, note: reason) }
    }

    /// Closes what is open, and tries once more what is not confirmed (E6).
    mutating func shutDown() {
        isEnding = true
        close(.shutdown)
        for index in hands.indices where hands[index].retryAt != nil { letGo(on: index) }
    }
}

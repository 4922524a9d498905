import Messages

extension EngineCore {
    /// The slot and the newest receipt, as of now.
    ///
    /// A session whose start is still on its way into the journal is not told: after a death
    /// nobody must have seen one that left no trace (E9).
    var state: SoloState {
        let session = slot.flatMap { $0.isAnnounced ? $0.session : nil }
        return SoloState(
            boot: configuration.boot, now: now, revision: revision, open: session != nil,
            session: session, closing: closing,
            receipt: receipts.newest.flatMap { message(about: $0) })
    }

    /// Publishes a changed state.
    mutating func publish() {
        revision += 1
        emit(.publish(state))
    }

    /// Publishes receipts, and the state that has them.
    mutating func publish(receipts subjects: [Subject]) {
        revision += 1
        for subject in subjects {
            if let receipt = message(about: subject) { emit(.publishReceipt(receipt)) }
        }
        emit(.publish(state))
    }

    /// The newest receipt about a subject, as it is sent now.
    func message(about subject: Subject) -> SoloReceipt? {
        receipts[subject].flatMap { message(of: $0) }
    }

    private func message(of ending: Ending) -> SoloReceipt? {
        guard var receipt = ending.receipt else { return nil }
        receipt.remark(receipt.dismissed.map { "dismissed: \($0)" })
        // The newest Stops are the ones that somebody may still wait for.
        let stops = WireSize.fitting(
            ending.stops.reversed(), in: WireSize.stops, size: WireSize.of)
        return SoloReceipt(
            session: ending.subject.session, boot: configuration.boot, revision: revision,
            made: receipt.made, controller: receipt.controller.text, released: receipt.released,
            held: receipt.held, heldByOthers: receipt.heldByOthers, cause: receipt.cause,
            reason: receipt.reason, stops: stops.reversed(), title: receipt.title, now: now)
    }

    /// Answers with past receipts: those asked for, as far as they fit into one message.
    func listed(_ list: SoloReceiptsList) -> SoloReply {
        let wanted = list.last ?? .max
        guard wanted >= 0 else {
            return .problem(Problem(.invalid, "a number of receipts is not below 0", field: "last"))
        }
        let newest = receipts.newestFirst().lazy.compactMap { message(of: $0) }.prefix(wanted)
        let fitting = WireSize.fitting(newest, in: WireSize.receipts, size: WireSize.of)
        let older = min(wanted, receipts.count) - fitting.count
        return .receipts(
            SoloReceipts(receipts: fitting.reversed(), more: older > 0 ? older : nil))
    }
}

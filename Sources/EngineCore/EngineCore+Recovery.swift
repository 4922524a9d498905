import Messages

extension EngineCore {
    /// How many requests are kept while the journal is read.
    private static let earlyLimit = 1_000

    /// Keeps a request for when the journal has been read.
    mutating func keep(_ request: EarlyRequest) {
        guard early.count < Self.earlyLimit else {
            emit(.reply(.problem(Problem(.busy, "the engine is starting")), to: request.token))
            return
        }
        early.append(request)
    }

    /// Takes the last life's journal in, and sees to what it left behind (E9).
    mutating func recover(_ records: [JournalRecord]) {
        guard life == .starting else { return }
        for record in records { replay(record) }
        for ending in receipts.newestFirst().reversed() where ending.receipt == nil {
            let index = hand(on: ending.controller)
            expectReceipt(about: ending.subject, on: index)
            if let session = ending.subject.session {
                closing = SoloClosing(session: session, stage: .closing)
            }
        }
        begin()
    }

    /// Begins without knowledge of the last life.
    mutating func recoverNothing(_ reason: String) {
        guard life == .starting else { return }
        journalLoss = "began without a journal: \(reason)"
        begin()
    }

    private mutating func begin() {
        life = .recovering
        publish(receipts: receipts.newest.map { [$0] } ?? [])
        let troubled = Set(receipts.unconfirmed.compactMap { receipts[$0]?.controller })
        for controller in troubled.sorted(by: { $0.text < $1.text }) { _ = hand(on: controller) }
        for index in hands.indices {
            let hand = hands[index]
            guard
                !hand.leftovers.isEmpty || !hand.awaiting.isEmpty
                    || troubled.contains(hand.controller)
            else { continue }
            letGo(on: index)
        }
        let requests = early
        early = []
        for request in requests {
            serve(request.request, key: request.key, token: request.token)
        }
    }

    private mutating func replay(_ record: JournalRecord) {
        switch record {
        case .opened(let opened):
            // A batch that failed is written again behind later ones, which may name its session.
            guard receipts[.session(opened.session)] == nil else { break }
            add(
                restarted(
                    .session(opened.session), controller: opened.controller, title: opened.title))
        case .answered(let answered):
            answers[answered.key] = Answer(
                order: answered.order, deadline: answered.deadline, waiting: nil)
            receipts.attach(order: answered.key, to: answered.subject)
        case .asked(let stop, let subject):
            if receipts[subject] == nil {
                add(restarted(subject, controller: configuration.controller, title: nil))
            }
            receipts.attach(stop, to: subject)
        case .holding(let inputs, let controller):
            hands[hand(on: controller)].leftovers.formUnion(inputs)
        case .letGo(let inputs, let controller):
            hands[hand(on: controller)].leftovers.subtract(inputs)
        case .receipt(let receipt):
            if receipts[receipt.subject] == nil {
                add(
                    restarted(
                        receipt.subject, controller: receipt.controller, title: receipt.title))
            }
            receipts.settle(receipt)
        case .forgotten(let subject):
            for order in receipts.forget(subject)?.orders ?? [] { answers[order] = nil }
        }
    }

    /// What was open when the last life ended, unless a receipt says how it ended.
    private func restarted(
        _ subject: Subject, controller: ControllerID, title: String?
    ) -> Ending {
        Ending(subject: subject, controller: controller, title: title, cause: .restart)
    }
}

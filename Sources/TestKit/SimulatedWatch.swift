import EngineCore
import Messages

/// What an engine has been told and has said in one life, to hold it to its word.
struct SimulatedWatch {
    /// How much later than its rule says something may come: a turn of the engine's loop, and more.
    static let slack: Seconds = 1

    var running = RunningTime()
    /// When the relay was last heard on the way that a Stop would go (E14).
    var askedAt: Seconds = 0
    /// The session that it was last told of as open, and its deadline on the engine's clock.
    var open: SessionID?
    var expiresAt: Seconds = 0
    /// The newest revision that it has told of, and when it did so first.
    private(set) var revision = 0
    private(set) var revisedAt: Seconds = 0
    /// For how long nobody had asked when a session was closed.
    var silence: [SessionID: Seconds] = [:]
    /// Until when what has closed must have a receipt, on the engine's running time (E4).
    var receiptDue: [SessionID: Seconds] = [:]
    /// Until when a Stop must have closed what it is about (E12).
    var stopDue: (session: SessionID, at: Seconds)?
    /// Whether it began without its journal (E9).
    var lostJournal = false
    /// Orders that came too late, or for another life, each time that they came (E10).
    var stale: Set<ReplyToken> = []
    /// Which order each way back belongs to.
    var orders: [ReplyToken: RequestKey] = [:]

    /// Takes down that it tells of a revision.
    mutating func revise(to revision: Int, at now: Seconds) {
        if revision != self.revision { revisedAt = now }
        self.revision = revision
    }
}

/// What engines have done in all their lives.
struct SimulatedRecord {
    /// The sessions that have left the slot, or died in it.
    private(set) var ended: Set<SessionID> = []
    /// The one that was the last to do so.
    private(set) var lastEnded: SessionID?
    /// Those that have been open and have no receipt.
    var unreceipted: Set<SessionID> = []
    /// The orders that were carried out, and the session that each one was about.
    var done: [RequestKey: SessionID] = [:]
    /// The extends that have moved a deadline.
    var moved: Set<RequestKey> = []
    /// The inputs that the journal names, as far as it is written.
    var journaled: Set<String> = []
    /// The Stops that an engine was told of.
    var heard: Set<RequestKey> = []
    /// The Stops that were in a face's journal at some time.
    var kept: Set<RequestID> = []
    /// What engines have said of Stops: whether released, by the Stop, the boot and the revision.
    var said: [SimulatedWord: Bool] = [:]

    /// Takes down that a session is over.
    mutating func end(_ session: SessionID) {
        ended.insert(session)
        lastEnded = session
    }
}

/// One moment at which an engine said something of a Stop.
struct SimulatedWord: Hashable {
    let stop: RequestID
    let boot: Boot
    let revision: Int
}

// MARK: What the engine is told

extension Simulation {
    /// Takes down what an engine is told, before it judges.
    func watch(_ event: EngineCore.Event) {
        watch.running.advance(to: clock(of: .engine))
        switch event {
        case .vitalsAsked: watch.askedAt = watch.running.elapsed
        case .request(let request, let key, let token): watch(request, key, token)
        case .recovered, .noJournal, .journaled, .notJournaled, .took, .refused, .released,
            .readBack, .notReadBack, .controllerLost, .player, .playerEnded, .shutdown, .tick:
            break
        }
    }

    private func watch(_ request: SoloRequest, _ key: RequestKey, _ token: ReplyToken) {
        let clock = clock(of: .engine)
        switch request {
        case .start(let start):
            watch.orders[token] = key
            noteStale(key, token, isStale(start.boot, start.notAfter))
        case .extend(let extend):
            watch.orders[token] = key
            let isOver = extend.session == watch.open && watch.expiresAt <= clock
            noteStale(key, token, isOver || isStale(extend.boot, extend.notAfter))
        case .stop(let stop):
            // What comes again is about what it was about the first time (E8).
            guard record.heard.insert(key).inserted, let open = watch.open, watch.stopDue == nil
            else { return }
            switch stop.target {
            case .session(open), .whateverRuns:
                let patience = 0.2 + SimulatedWatch.slack
                watch.stopDue = (open, watch.running.elapsed + patience)
            case .session, .nothing: break
            }
        case .status, .dismiss, .receipts: break
        }
    }

    private func isStale(_ boot: Boot?, _ notAfter: Seconds?) -> Bool {
        let isOther = boot.map { $0 != self.boot(of: .engine) } ?? false
        return isOther || notAfter.map { $0 < clock(of: .engine) } ?? false
    }

    private func noteStale(_ key: RequestKey, _ token: ReplyToken, _ isStale: Bool) {
        if isStale, record.done[key] == nil { watch.stale.insert(token) }
    }

    /// Checks after each turn that nothing is overdue.
    func checkDue() {
        let elapsed = watch.running.elapsed
        guard let open = watch.open else { return checkReceiptsDue() }
        if watch.expiresAt <= clock(of: .engine) {
            broken(.nothingStale, "\(open) is open after its deadline")
        }
        if let due = watch.stopDue, due.session == open, elapsed > due.at {
            broken(.promptStop, "\(open) is open \(elapsed - due.at) s after its Stop was due")
        }
        if elapsed - watch.askedAt > 15 + SimulatedWatch.slack {
            broken(.deadMan, "\(open) is open \(elapsed - watch.askedAt) s after anybody asked")
        }
        checkReceiptsDue()
    }

    private func checkReceiptsDue() {
        let overdue = watch.receiptDue.filter { watch.running.elapsed > $0.value }
        if let session = overdue.keys.map(\.text).min() {
            broken(.promptReceipt, "\(session) has none")
        }
    }
}

// MARK: What the engine says

extension Simulation {
    /// Follows the slot from state to state.
    func watch(_ state: SoloState, after event: EngineCore.Event) {
        if let receipt = state.receipt { hold(receipt) }
        watch.revise(to: state.revision, at: now)
        let session = state.session?.id
        if let session, record.ended.contains(session) {
            broken(.endedStays, "\(session) is open again")
        }
        if let old = watch.open, old != session { watchClosed(old) }
        guard let session = state.session else {
            watch.open = nil
            return
        }
        if watch.open != session.id {
            watch.open = session.id
            watch.askedAt = max(watch.askedAt, watch.running.elapsed - SimulatedWatch.slack)
            record.unreceipted.insert(session.id)
        } else if session.expiresAt != watch.expiresAt {
            watchMoved(event)
        }
        watch.expiresAt = session.expiresAt
    }

    private func watchClosed(_ session: SessionID) {
        record.end(session)
        watch.stopDue = nil
        watch.silence[session] = watch.running.elapsed - watch.askedAt
        watch.receiptDue[session] = watch.running.elapsed + 2.2 + SimulatedWatch.slack
    }

    private func watchMoved(_ event: EngineCore.Event) {
        guard case .request(_, let key, _) = event else { return }
        if !record.moved.insert(key).inserted {
            broken(.doneOnce, "\(key.id) prolongs once more")
        }
    }

    /// Holds an answer to an order against when it came and what was answered before.
    func watch(_ reply: SoloReply, to token: ReplyToken) {
        let session: SessionID
        switch reply {
        case .started(let started): session = started.deadline.session
        case .extended(let extended): session = extended.deadline.session
        case .receipt(let receipt):
            hold(receipt)
            return
        case .state(let state):
            if let receipt = state.receipt { hold(receipt) }
            return
        case .stopping, .receipts, .problem: return
        }
        guard let key = watch.orders[token] else { return }
        if watch.stale.contains(token) { broken(.nothingStale, "\(key.id) is answered \(reply)") }
        let isExcused = truth.hasForgotten || mayHaveSpoiled
        if let before = record.done[key], before != session, !isExcused {
            broken(.doneOnce, "\(key.id) is about \(before) and \(session)")
        }
        record.done[key] = session
    }

    /// Holds a new receipt against the rules, and takes down what it says of Stops.
    func watch(_ receipt: SoloReceipt) {
        hold(receipt)
        guard let session = receipt.session else { return }
        watch.receiptDue[session] = nil
        record.unreceipted.remove(session)
        if receipt.cause == .unreachable, let silence = watch.silence[session], silence < 15 - 1e-6
        {
            broken(.deadMan, "\(session) was ended after \(silence) s")
        }
    }

    private func hold(_ receipt: SoloReceipt) {
        for stop in receipt.stops {
            let word = SimulatedWord(
                stop: stop.id, boot: receipt.boot, revision: receipt.revision)
            record.said[word] = receipt.released
        }
        if watch.lostJournal, receipt.made.boot == boot(of: .engine),
            receipt.reason?.contains("without a journal") != true
        {
            broken(.lossTold, "the receipt of \(receipt.session?.text ?? "-") does not")
        }
    }

    /// Checks what an engine that calls itself ready has left without a receipt.
    func checkReady() {
        guard let session = record.unreceipted.map(\.text).min(), !truth.hasForgotten,
            !mayHaveSpoiled
        else { return }
        broken(.recovered, "\(session) has none")
    }

    /// An engine has died: what was open is over, and its successor has to say so.
    func watchDeath() {
        if let open = watch.open { record.end(open) }
        watch = SimulatedWatch()
    }

    /// Holds what reaches the controller against the slot and the journal (E9, E11).
    func watch(_ stroke: Stroke) {
        if record.ended.contains(stroke.session) {
            broken(.endedStays, "\(stroke.input) of \(stroke.session) does")
        }
        if stroke.isPress, !record.journaled.contains(stroke.input) {
            broken(.journaledInput, "\(stroke.input) of \(stroke.session) is pressed")
        }
    }

    /// Takes down what is in the engine's journal now.
    func watch(written records: [JournalRecord]) {
        for record in records {
            switch record {
            case .holding(let inputs, _): self.record.journaled.formUnion(inputs)
            case .letGo(let inputs, _): self.record.journaled.subtract(inputs)
            // Seen again, even by the next engine, it is answered the same, however late (E8).
            case .answered(let answered):
                self.record.done[answered.key] =
                    self.record.done[answered.key] ?? answered.subject.session
            case .opened, .asked, .receipt, .forgotten: break
            }
        }
    }
}

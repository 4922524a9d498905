import Messages

extension EngineCore {
    /// How long the journal is waited for; after that the engine goes on from memory (E12).
    static let journalPatience: Seconds = 0.2
    /// With so many batches out the journal is not waited for at all.
    static let journalLine = 256
    /// So many records at most are kept for a better time.
    static let unwrittenLimit = 10_000

    /// A batch on its way into the journal.
    struct Write: Sendable, Equatable {
        let id: WriteID
        let records: [JournalRecord]
        /// What waits for it; nil once that has been gone on with.
        var next: Next?
        /// Until when it is waited for.
        let due: Seconds

        /// Whether somebody outside waits for what comes after it.
        var isWaitedFor: Bool {
            switch next {
            case .carryOut, .issue, .answer: true
            case .press, nil: false
            }
        }

        /// Whether no session may start before it: what is under way is about an empty slot.
        var keepsSlotEmpty: Bool {
            switch next {
            case .carryOut(let stop): stop.subject.session == nil
            case .issue: true
            case .answer, .press, nil: false
            }
        }
    }

    /// What is done once a batch is written, or cannot be.
    enum Next: Sendable, Equatable {
        /// A Stop is carried out.
        case carryOut(PendingStop)
        /// Receipts are published.
        case issue([Receipt])
        /// An order is answered.
        case answer(RequestKey)
        /// A session's new inputs are pressed. They wait as long as it takes: an input that is not
        /// in the journal is not pressed (E9).
        case press(SessionID)
    }

    /// Writes records, with those that could not be written before.
    mutating func write(_ records: [JournalRecord], next: Next) {
        guard writes.count < Self.journalLine else {
            postpone(records)
            proceed(next, problem: "does not answer")
            return
        }
        writeCount += 1
        let batch = unwritten + records
        unwritten = []
        writes.append(
            Write(
                id: WriteID(writeCount), records: batch, next: next,
                due: now + Self.journalPatience))
        emit(.journal(WriteID(writeCount), batch))
    }

    /// Keeps records for the next batch.
    mutating func postpone(_ records: [JournalRecord]) {
        unwritten += records.filter(\.outlivesFailure)
        unwritten.removeFirst(max(0, unwritten.count - Self.unwrittenLimit))
    }

    /// The journal has answered about a batch.
    mutating func finishWrite(_ id: WriteID, problem: String?) {
        guard let index = writes.firstIndex(where: { $0.id == id }) else { return }
        let write = writes.remove(at: index)
        if problem != nil { postpone(write.records) }
        if let next = write.next {
            proceed(next, problem: problem.map { "cannot be written: \($0)" })
        }
    }

    /// Goes on without the batches that have been waited for long enough.
    mutating func runOutOfPatience() {
        while let index = writes.firstIndex(where: { $0.isWaitedFor && $0.due <= now }),
            let next = writes[index].next
        {
            writes[index].next = nil
            proceed(next, problem: "does not answer")
        }
    }

    private mutating func proceed(_ next: Next, problem: String?) {
        let remark = problem.map { "served from memory, the journal \($0)" }
        switch next {
        case .carryOut(let stop): carryOut(stop, note: remark)
        case .issue(let receipts): issue(receipts, note: remark)
        case .answer(let key): answer(key, note: remark)
        case .press(let session): goOn(session, problem: problem)
        }
    }
}

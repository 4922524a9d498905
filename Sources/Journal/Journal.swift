internal import Dispatch
internal import Synchronization

/// A file of what must outlive the process, written in order, off the caller's thread.
///
/// Everything is read once, by `open`; from then on it is only written. A journal that could not
/// be opened is one all the same: each of its writes fails and says why, so its owner carries on
/// from memory (E12, F14).
package final class Journal: Sendable {
    /// Reports whether a batch was written; called on the journal's thread, in the order of writes.
    package typealias Completion = @Sendable (Result<Void, JournalError>) -> Void

    /// So many batches may be in the write-ahead log before an idle moment is used to move them.
    private static let checkpointInterval = 500

    private let queue: DispatchQueue
    /// Guards nothing but Sendability: the queue runs one job at a time.
    private let writer: Mutex<Writer>
    private let waiting = Atomic<Int>(0)

    /// Hands a database that has been read to a thread of its own.
    ///
    /// - Parameters:
    ///   - name: What the thread is called.
    ///   - database: The open file; nil where there is none.
    ///   - error: What each write fails with where there is no file.
    init(name: String, database: consuming sending Database?, otherwise error: JournalError) {
        queue = DispatchQueue(label: name)
        writer = Mutex(Writer(database: database, error: error))
    }

    /// Writes a batch after all those before it, whether they could be written or not.
    ///
    /// What was reported as written survives the death of the process.
    package func write(_ batch: Batch, then completion: @escaping Completion) {
        waiting.add(1, ordering: .relaxed)
        queue.async {
            completion(self.writer.withLock { $0.write(batch) })
            let idle = self.waiting.subtract(1, ordering: .relaxed).newValue == 0
            if idle { self.writer.withLock { $0.checkpoint(after: Self.checkpointInterval) } }
        }
    }

    /// Waits until all batches are written, and closes the file; later writes fail.
    package func close() {
        queue.sync { writer.withLock { $0.close() } }
    }
}

/// What the journal's thread works on.
private struct Writer: ~Copyable {
    /// Nil where there is no file, or none any more.
    private var database: Database?
    /// What a write fails with where there is no file.
    private var error: JournalError
    /// Batches since the newest checkpoint.
    private var logged = 0

    init(database: consuming Database?, error: JournalError) {
        self.database = database
        self.error = error
    }

    mutating func write(_ batch: Batch) -> Result<Void, JournalError> {
        guard database != nil else { return .failure(error) }
        logged += 1
        return Result { () throws(JournalError) in try database?.run(batch) }
    }

    mutating func checkpoint(after limit: Int) {
        guard logged >= limit else { return }
        logged = 0
        // Nothing is lost where it fails: the log stays, and the next idle moment tries again.
        try? database?.checkpoint()
    }

    mutating func close() {
        database = nil
        error = JournalError(.closed, during: "writing", "the journal was closed")
    }
}

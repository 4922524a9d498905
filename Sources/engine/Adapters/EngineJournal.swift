import EngineCore
import JSON
import Journal
import Messages

/// The engine's journal in a file: sessions, held inputs, Stops, answered orders, receipts.
///
/// Each record is a row of JSON under the name of what it is about; a later record about the same
/// thing takes the earlier one's place. A row's number keeps the order of writing.
struct EngineJournal: Sendable {
    private let journal: Journal

    /// Opens the file and reads what an earlier life left, in the order of writing.
    static func open(
        _ path: String
    ) -> (journal: EngineJournal, records: [JournalRecord], loss: JournalLoss?) {
        let opened = Journal.open(path, migrations: migrations, empty: []) {
            (database) throws(JournalError) in try records(in: &database)
        }
        return (EngineJournal(journal: opened.journal), opened.contents, opened.loss)
    }

    /// Writes a batch, all or nothing, and reports on the journal's queue why it could not.
    func write(_ records: [JournalRecord], then report: @escaping @Sendable (String?) -> Void) {
        var batch = Batch()
        do {
            for record in records { try add(record, to: &batch) }
        } catch {
            report("a record has no JSON form: \(error)")
            return
        }
        journal.write(batch) { result in
            switch result {
            case .success: report(nil)
            case .failure(let error): report(error.description)
            }
        }
    }

    /// Waits until everything is written, and closes the file.
    func close() {
        journal.close()
    }

    private static let migrations = [
        [
            """
            CREATE TABLE record (
                number INTEGER PRIMARY KEY AUTOINCREMENT, subject TEXT, thing TEXT NOT NULL UNIQUE,
                json TEXT NOT NULL
            ) STRICT
            """,
            "CREATE INDEX record_subject ON record (subject)",
        ]
    ]

    private func add(_ record: JournalRecord, to batch: inout Batch) throws {
        switch record {
        case .opened(let opened):
            try put(record, "opened", .session(opened.session), opened.session.text, &batch)
        case .answered(let answered):
            try put(record, "answered", answered.subject, answered.key.text, &batch)
        case .asked(let stop, let subject):
            try put(record, "asked", subject, stop.key.text, &batch)
        case .receipt(let receipt):
            try put(record, "receipt", receipt.subject, receipt.subject.text, &batch)
        case .holding(let inputs, let controller):
            for input in inputs {
                try put(
                    .holding([input], on: controller), "holding", nil,
                    "\(controller.text)\n\(input)", &batch)
            }
        case .letGo(let inputs, let controller):
            for input in inputs {
                batch.add(
                    "DELETE FROM record WHERE thing = ?",
                    .text("holding\n\(controller.text)\n\(input)"))
            }
        case .forgotten(let subject):
            batch.add("DELETE FROM record WHERE subject = ?", .text(subject.text))
        }
    }

    private func put(
        _ record: JournalRecord, _ kind: String, _ subject: Subject?, _ thing: String,
        _ batch: inout Batch
    ) throws {
        let json = String(decoding: try [UInt8](json: record), as: UTF8.self)
        batch.add(
            "INSERT OR REPLACE INTO record (subject, thing, json) VALUES (?, ?, ?)",
            .text(orNull: subject?.text), .text("\(kind)\n\(thing)"), .text(json))
    }

    private static func records(
        in database: inout Database
    ) throws(JournalError) -> [JournalRecord] {
        try database.rows("SELECT json FROM record ORDER BY number") {
            (row) throws(JournalError) in
            let json = try row.text(0)
            do {
                return try Value(Array(json.utf8)).decode(JournalRecord.self)
            } catch {
                throw JournalError(.corrupt, during: "reading a record", "\(error)")
            }
        }
    }
}

extension Subject {
    /// The name under which the journal keeps what is about it.
    fileprivate var text: String {
        switch self {
        case .session(let session): "session \(session)"
        case .nothing(let key): "nothing \(key.text)"
        }
    }
}

extension RequestKey {
    fileprivate var text: String { "\(source)\n\(id)" }
}

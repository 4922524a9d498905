import FaceCore
import JSON
import Journal

/// The face's journal in a file: one record, replaced whole by each write.
struct FaceJournal: Sendable {
    private let journal: Journal

    /// Opens the file and reads what an earlier life left.
    static func open(_ path: String) -> (journal: FaceJournal, recovery: FaceRecovery) {
        let opened = Journal.open(path, migrations: migrations, empty: FaceRecord()) {
            (database) throws(JournalError) in try record(in: &database)
        }
        let recovery = opened.loss.map { FaceRecovery.lost($0.description) }
        return (FaceJournal(journal: opened.journal), recovery ?? .found(opened.contents))
    }

    /// Replaces the record, and reports on the journal's queue why it could not, or nil.
    func write(_ record: FaceRecord, then report: @escaping @Sendable (String?) -> Void) {
        let json: String
        do {
            json = String(decoding: try [UInt8](json: record), as: UTF8.self)
        } catch {
            report("the record has no JSON form: \(error)")
            return
        }
        let batch = Batch("INSERT OR REPLACE INTO face (number, json) VALUES (1, ?)", .text(json))
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
            CREATE TABLE face (
                number INTEGER PRIMARY KEY CHECK (number = 1), json TEXT NOT NULL
            ) STRICT
            """
        ]
    ]

    private static func record(in database: inout Database) throws(JournalError) -> FaceRecord {
        let texts = try database.rows("SELECT json FROM face") { (row) throws(JournalError) in
            try row.text(0)
        }
        guard let text = texts.first else { return FaceRecord() }
        do {
            return try Value(Array(text.utf8)).decode(FaceRecord.self)
        } catch {
            throw JournalError(.corrupt, during: "reading the face's record", "\(error)")
        }
    }
}

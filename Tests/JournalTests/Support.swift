import Foundation
import Journal

/// A folder of its own for one test, removed with it.
final class Folder {
    let path: String

    init() throws {
        let parent = FileManager.default.temporaryDirectory
        path = parent.appending(path: "journal-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String = "test.journal") -> String { "\(path)/\(name)" }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
}

/// A journal of texts in the order in which they were written.
enum Notes {
    static let migrations = [["CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT UNIQUE)"]]

    static func open(_ path: String) -> OpenedJournal<[String]> {
        Journal.open(path, migrations: migrations, empty: []) { (database) throws(JournalError) in
            try texts(in: &database)
        }
    }

    static func texts(in database: inout Database) throws(JournalError) -> [String] {
        try database.rows("SELECT text FROM note ORDER BY id") { (row) throws(JournalError) in
            try row.text(0)
        }
    }

    static func adding(_ texts: String...) -> Batch {
        var batch = Batch()
        for text in texts { batch.add("INSERT INTO note (text) VALUES (?)", .text(text)) }
        return batch
    }
}

extension Journal {
    /// Writes a batch and waits for its outcome.
    func write(_ batch: Batch) async -> Result<Void, JournalError> {
        await withCheckedContinuation { continuation in
            write(batch) { continuation.resume(returning: $0) }
        }
    }
}

extension Result where Success == Void, Failure == JournalError {
    /// The code that a write failed with; nil where it was written.
    var code: JournalError.Code? {
        switch self {
        case .success: nil
        case .failure(let error): error.code
        }
    }
}

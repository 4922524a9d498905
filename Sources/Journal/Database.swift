internal import CSQLite
internal import Glibc

/// An open SQLite file that one process owns.
///
/// Written, not fsynced, with each transaction: what was written survives the death of the
/// process, not of the machine; after the machine's death the file is whole, though older. Not
/// Sendable: it is used by one thread at a time.
package struct Database: ~Copyable {
    private let connection: OpaquePointer
    private var prepared: [String: PreparedStatement] = [:]

    /// Opens a file, or creates it with mode 0600.
    ///
    /// - Throws: `JournalError`; code `busy` where a living process has the file.
    package init(path: String) throws(JournalError) {
        try Self.create(path)
        connection = try Self.connect(path)
    }

    // Statements may still be alive: version 2 closes once the last of them has gone.
    deinit { sqlite3_close_v2(connection) }

    /// Runs one statement for its effect.
    package mutating func run(_ sql: String, _ values: SQLValue...) throws(JournalError) {
        try statement(sql).run(values)
    }

    /// Runs one statement and makes something of each row.
    package mutating func rows<Element>(
        _ sql: String, _ values: SQLValue...,
        as make: (borrowing Row) throws(JournalError) -> Element
    ) throws(JournalError) -> [Element] {
        var elements: [Element] = []
        try statement(sql).run(values) { (row) throws(JournalError) in
            elements.append(try make(row))
        }
        return elements
    }

    /// Runs the changes of a batch: all of them, or none where one fails.
    mutating func run(_ batch: Batch) throws(JournalError) {
        try transaction { (database) throws(JournalError) in
            for change in batch.changes {
                try database.statement(change.sql).run(change.values)
            }
        }
    }

    /// Does something in one transaction, and takes all of it back where it fails.
    mutating func transaction(
        _ body: (inout Database) throws(JournalError) -> Void
    ) throws(JournalError) {
        try run("BEGIN IMMEDIATE")
        do {
            try body(&self)
            try run("COMMIT")
        } catch {
            // SQLite may have rolled back by itself, as it does on a full disk.
            if sqlite3_get_autocommit(connection) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Moves what the write-ahead log holds into the file.
    mutating func checkpoint() throws(JournalError) {
        try run("PRAGMA wal_checkpoint(PASSIVE)")
    }

    private mutating func statement(_ sql: String) throws(JournalError) -> PreparedStatement {
        if let known = prepared[sql] { return known }
        let new = try PreparedStatement(sql, for: connection)
        prepared[sql] = new
        return new
    }

    private static func connect(_ path: String) throws(JournalError) -> OpaquePointer {
        var connection: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var result = sqlite3_open_v2(path, &connection, flags, nil)
        if result == SQLITE_OK {
            sqlite3_busy_timeout(connection, 1_000)
            result = sqlite3_exec(connection, setup, nil, nil, nil)
        }
        guard result == SQLITE_OK, let connection else {
            let error = JournalError(result: result, during: "opening \(path)", on: connection)
            sqlite3_close_v2(connection)
            throw error
        }
        return connection
    }

    /// Write-ahead log, one owner, and no fsync before a transaction's answer.
    ///
    /// One owner keeps the log's index in memory. Shared, it would be a mapped file, and a full
    /// disk under a mapping ends the process by SIGBUS (E12). A checkpoint is fsynced, so none is
    /// made within a transaction; the journal makes one when nobody waits for an answer.
    private static let setup = """
        PRAGMA locking_mode = EXCLUSIVE;
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = NORMAL;
        PRAGMA wal_autocheckpoint = 0;
        PRAGMA foreign_keys = ON;
        """

    /// Makes an empty file where there is none: SQLite's own would be open to others.
    private static func create(_ path: String) throws(JournalError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            return
        }
        let number = errno
        guard number != EEXIST else { return }
        throw JournalError(
            JournalError.Code(errno: number), during: "creating \(path)",
            String(cString: strerror(number)))
    }
}

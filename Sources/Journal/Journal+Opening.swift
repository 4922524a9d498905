internal import Glibc

/// A journal that has been read, and what was in it.
package struct OpenedJournal<Contents: Sendable>: Sendable {
    /// The journal, ready for writes.
    package let journal: Journal
    /// What was read; the caller's own empty contents where nothing could be.
    package let contents: Contents
    /// What is missing; nil where everything that was written has been read.
    package let loss: JournalLoss?
}

/// Why the contents of a journal are missing, for the log and for receipts (E9).
package struct JournalLoss: Sendable, Equatable, CustomStringConvertible {
    /// What was wrong.
    package let error: JournalError
    /// Where the unreadable file is kept now; nil where nothing was moved.
    package let keptAs: String?
    /// Whether a new file takes writes in its place.
    package let isReplaced: Bool

    package var description: String {
        let kept = keptAs.map { "; kept as \($0)" } ?? ""
        return error.description + kept + (isReplaced ? "" : "; nothing is kept from now on")
    }
}

extension Journal {
    /// Opens a journal, brings it up to date, and reads it, all before it returns.
    ///
    /// A file that is damaged or cannot be read is moved aside, never deleted, and a new one takes
    /// its place. A file that is only busy, full or read-only stays where it is.
    ///
    /// - Parameters:
    ///   - path: The file; its folder exists.
    ///   - migrations: The statements that make each version out of the one before, the first
    ///     out of an empty file. Versions that were released never change.
    ///   - empty: The contents where nothing could be read.
    ///   - read: Reads the contents. It may throw `corrupt` for rows that make no sense.
    /// - Returns: The journal, its contents, and what is missing from them.
    package static func open<Contents: Sendable>(
        _ path: String, migrations: [[String]], empty: @autoclosure () -> Contents,
        read: @Sendable (inout Database) throws(JournalError) -> Contents
    ) -> OpenedJournal<Contents> {
        do {
            return try opened(path, migrations, loss: nil, read: read)
        } catch {
            guard error.isFault, let aside = moveAside(path) else {
                return without(path, empty(), error, keptAs: nil)
            }
            do {
                let loss = JournalLoss(error: error, keptAs: aside, isReplaced: true)
                return try opened(path, migrations, loss: loss, read: read)
            } catch let second {
                return without(path, empty(), second, keptAs: aside)
            }
        }
    }

    private static func opened<Contents: Sendable>(
        _ path: String, _ migrations: [[String]], loss: JournalLoss?,
        read: @Sendable (inout Database) throws(JournalError) -> Contents
    ) throws(JournalError) -> OpenedJournal<Contents> {
        guard exists(path) || !exists(path + "-wal") else {
            // A death between the two moves of `moveAside` leaves this.
            throw JournalError(.corrupt, during: "opening \(path)", "only its log is there")
        }
        var database = try Database(path: path)
        try database.migrate(migrations, path: path)
        let contents = try read(&database)
        let never = JournalError(.closed, during: "writing \(path)", "the journal was closed")
        return OpenedJournal(
            journal: Journal(name: path, database: database, otherwise: never),
            contents: contents, loss: loss)
    }

    private static func without<Contents: Sendable>(
        _ path: String, _ empty: Contents, _ error: JournalError, keptAs aside: String?
    ) -> OpenedJournal<Contents> {
        OpenedJournal(
            journal: Journal(name: path, database: nil, otherwise: error), contents: empty,
            loss: JournalLoss(error: error, keptAs: aside, isReplaced: false))
    }

    /// Renames a file and its log to the first free name; nil where nothing could be renamed.
    private static func moveAside(_ path: String) -> String? {
        guard
            exists(path) || exists(path + "-wal"),
            let aside = (1...999).lazy.map({ "\(path).broken-\($0)" })
                .first(where: { !exists($0) && !exists($0 + "-wal") })
        else { return nil }
        // The file first: beside an older file, the log of this one would pass for that one's.
        if exists(path), rename(path, aside) != 0 { return nil }
        if exists(path + "-wal"), rename(path + "-wal", aside + "-wal") != 0 { return nil }
        return aside
    }

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

extension Database {
    /// Checks the file from end to end, and runs the migrations that it has not seen.
    mutating func migrate(_ migrations: [[String]], path: String) throws(JournalError) {
        let verdicts = try rows("PRAGMA quick_check(1)") { (row) throws(JournalError) in
            try row.text(0)
        }
        guard verdicts == ["ok"] else {
            throw JournalError(
                .corrupt, during: "checking \(path)", verdicts.first ?? "no verdict")
        }
        let version = try rows("PRAGMA user_version") { (row) throws(JournalError) in
            try row.integer(0)
        }
        let done = version.first ?? 0
        guard done <= migrations.count else {
            throw JournalError(
                .newer, during: "opening \(path)",
                "is of version \(done); this program knows \(migrations.count)")
        }
        for (index, statements) in migrations.enumerated().dropFirst(done) {
            try transaction { (database) throws(JournalError) in
                for statement in statements { try database.run(statement) }
                try database.run("PRAGMA user_version = \(index + 1)")
            }
        }
    }
}

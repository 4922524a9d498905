import Journal
import Testing

@Suite("Schema and values")
struct SchemaTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test("a later version is made out of the one before, once")
    func migration() async {
        let journal = Notes.open(folder.file()).journal
        _ = await journal.write(Notes.adding("kept"))
        journal.close()
        let migrations = Notes.migrations + [["ALTER TABLE note ADD COLUMN rank INTEGER"]]
        for _ in 0..<2 {
            let opened = Journal.open(folder.file(), migrations: migrations, empty: []) {
                (database) throws(JournalError) in
                try database.rows("SELECT text FROM note WHERE rank IS NULL") {
                    (row) throws(JournalError) in try row.text(0)
                }
            }
            #expect(opened.contents == ["kept"])
            #expect(opened.loss == nil)
            opened.journal.close()
        }
    }

    @Test("a file of a later version is kept, and told of")
    func newer() throws {
        let migrations = Notes.migrations + [["CREATE TABLE later (id INTEGER)"]]
        Journal.open(folder.file(), migrations: migrations, empty: ()) { _ in }.journal.close()
        let loss = try #require(Notes.open(folder.file()).loss)
        #expect(loss.error.code == .newer)
        #expect(loss.keptAs != nil)
    }

    @Test("a migration that fails changes nothing")
    func failingMigration() {
        let migrations = Notes.migrations + [["DROP TABLE note", "DROP TABLE missing"]]
        Notes.open(folder.file()).journal.close()
        let failed = Journal.open(folder.file(), migrations: migrations, empty: ()) { _ in }
        #expect(failed.loss?.error.code == .statement)
        #expect(failed.loss?.keptAs == nil)
        failed.journal.close()
        #expect(Notes.open(folder.file()).loss == nil)
    }

    @Test(
        "a value comes back as it went in",
        arguments: [
            SQLValue.null, .integer(0), .integer(.min), .integer(.max), .real(-0.5),
            .real(.infinity), .text(""), .text("ü\u{0}🎮"), .blob([]), .blob([0, 255]),
        ])
    func roundTrip(_ value: SQLValue) throws {
        var database = try Database(path: folder.file())
        try database.run("CREATE TABLE sample (value)")
        try database.run("INSERT INTO sample VALUES (?)", value)
        let values = try database.rows("SELECT value FROM sample") { (row) throws(JournalError) in
            try row.value(0)
        }
        #expect(values == [value])
    }

    @Test("a statement with another number of values than question marks is refused")
    func count() throws {
        var database = try Database(path: folder.file())
        try database.run("CREATE TABLE sample (value)")
        #expect(throws: JournalError.self) {
            try database.run("INSERT INTO sample VALUES (?)", .integer(1), .integer(2))
        }
    }
}

import Foundation
import Journal
import Testing

@Suite("Opening")
struct OpeningTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test("a new file is empty, complete, and for its owner alone")
    func new() async throws {
        let opened = Notes.open(folder.file())
        #expect(opened.contents == [])
        #expect(opened.loss == nil)
        #expect(await opened.journal.write(Notes.adding("a")).code == nil)
        for name in try folder.names {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test("E9: a damaged file is kept under another name, and the caller is told")
    func damaged() async throws {
        let path = folder.file()
        let bytes = Data("no journal at all, and longer than SQLite's header of 100 bytes".utf8)
        try (bytes + bytes).write(to: URL(filePath: path))
        let opened = Notes.open(path)
        #expect(opened.contents == [])
        #expect(opened.loss?.error.code == .corrupt)
        #expect(opened.loss?.isReplaced == true)
        let kept = try #require(opened.loss?.keptAs)
        #expect(try Data(contentsOf: URL(filePath: kept)) == bytes + bytes)
        #expect(await opened.journal.write(Notes.adding("a")).code == nil)
        opened.journal.close()
        #expect(Notes.open(path).contents == ["a"])
    }

    @Test("E9: damage deep in a file is found when it is opened")
    func damagedPage() async throws {
        let path = folder.file()
        let journal = Notes.open(path).journal
        for number in 0..<500 {
            _ = await journal.write(Notes.adding("\(number) \(String(repeating: "x", count: 99))"))
        }
        journal.close()
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: 5 * 4_096)
        try file.write(contentsOf: Data(repeating: 0xa5, count: 4_096))
        try file.close()
        #expect(Notes.open(path).loss?.error.code == .corrupt)
    }

    @Test("E9: a second damaged file does not take the place of the first one")
    func damagedTwice() throws {
        let path = folder.file()
        let damage = Data(repeating: 1, count: 200)
        try damage.write(to: URL(filePath: path))
        let first = Notes.open(path)
        first.journal.close()
        try damage.write(to: URL(filePath: path))
        let second = Notes.open(path)
        #expect(first.loss?.keptAs == "\(path).broken-1")
        #expect(second.loss?.keptAs == "\(path).broken-2")
    }

    @Test("E9: rows that make no sense to the reader are damage as well")
    func senseless() async throws {
        let path = folder.file()
        let journal = Notes.open(path).journal
        _ = await journal.write(Batch("INSERT INTO note (text) VALUES (?)", .blob([1])))
        journal.close()
        let loss = try #require(Notes.open(path).loss)
        #expect(loss.error.message == "column 0 holds a blob, not a text")
        #expect(loss.isReplaced)
    }

    @Test("E9: a log without its file is kept and told of, not dropped")
    func logAlone() throws {
        let path = folder.file()
        try Data([1, 2, 3]).write(to: URL(filePath: path + "-wal"))
        let loss = try #require(Notes.open(path).loss)
        #expect(loss.error.code == .corrupt)
        let kept = try #require(loss.keptAs)
        #expect(try Data(contentsOf: URL(filePath: kept + "-wal")) == Data([1, 2, 3]))
    }

    @Test("E9: a journal that cannot be opened fails each write with the reason")
    func nowhere() async {
        let opened = Notes.open(folder.file("missing/test.journal"))
        #expect(opened.contents == [])
        #expect(opened.loss?.error.code == .unreadable)
        #expect(opened.loss?.keptAs == nil)
        #expect(opened.loss?.isReplaced == false)
        #expect(await opened.journal.write(Notes.adding("a")).code == .unreadable)
        #expect(await opened.journal.write(Notes.adding("b")).code == .unreadable)
    }

    @Test("a file that a living process has stays where it is")
    func busy() async throws {
        let first = Notes.open(folder.file())
        let second = Notes.open(folder.file())
        #expect(second.loss?.error.code == .busy)
        #expect(second.loss?.keptAs == nil)
        #expect(await first.journal.write(Notes.adding("a")).code == nil)
        #expect(try folder.names.allSatisfy { !$0.contains("broken") })
    }
}

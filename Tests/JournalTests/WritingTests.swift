import Foundation
import Journal
import Synchronization
import TestKit
import Testing

@Suite("Writing")
struct WritingTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test("batches are written and reported in the order in which they were handed over")
    func order() {
        let reported = Mutex<[Int]>([])
        let wanted = Array(0..<1_200)
        let journal = Notes.open(folder.file()).journal
        for number in wanted {
            journal.write(Notes.adding("\(number)")) { result in
                if result.code == nil { reported.withLock { $0.append(number) } }
            }
        }
        journal.close()
        #expect(reported.withLock { $0 } == wanted)
        #expect(Notes.open(folder.file()).contents == wanted.map { "\($0)" })
    }

    @Test("what was reported as written survives a kill of the process")
    func kill() async throws {
        let path = folder.file()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let journal = Notes.open(path).journal
            _ = await journal.write(Notes.adding("first"))
            _ = await journal.write(Notes.adding("second", "third"))
            raise(SIGKILL)
        }
        let opened = Notes.open(path)
        #expect(opened.contents == ["first", "second", "third"])
        #expect(opened.loss == nil)
    }

    @Test("a batch is written whole or not at all, and those after it are tried all the same")
    func wholeOrNot() async {
        let journal = Notes.open(folder.file()).journal
        #expect(await journal.write(Notes.adding("a")).code == nil)
        #expect(await journal.write(Notes.adding("b", "a", "c")).code == .statement)
        #expect(await journal.write(Notes.adding("d")).code == nil)
        journal.close()
        #expect(Notes.open(folder.file()).contents == ["a", "d"])
    }

    @Test("E12: a write that finds no room fails as full, and the next one is tried")
    func full() async {
        let limited = Notes.migrations + [["PRAGMA max_page_count = 8"]]
        let journal = Journal.open(folder.file(), migrations: limited, empty: ()) { _ in }.journal
        let large = String(repeating: "x", count: 100_000)
        #expect(await journal.write(Notes.adding(large)).code == .full)
        #expect(await journal.write(Notes.adding("small")).code == nil)
    }

    @Test("E12: a write that the system refuses fails, and works again when it lets it")
    func refused() async {
        let path = folder.file()
        await #expect(processExitsWith: .success) { [path = path as String] in
            let journal = Notes.open(path).journal
            _ = await journal.write(Notes.adding("before"))
            signal(SIGXFSZ, SIG_IGN)
            let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
            var limit = rlimit(rlim_cur: 20_000, rlim_max: rlim_t.max)
            setrlimit(fileSize, &limit)
            let large = String(repeating: "x", count: 100_000)
            let refused = await journal.write(Notes.adding(large))
            limit.rlim_cur = rlim_t.max
            setrlimit(fileSize, &limit)
            let after = await journal.write(Notes.adding("after"))
            exit(refused.code == .unwritable && after.code == nil ? 0 : 1)
        }
        #expect(Notes.open(path).contents == ["before", "after"])
    }

    @Test("the log moves into the file in an idle moment, and nothing is lost by it")
    func checkpoint() async throws {
        let path = folder.file()
        let journal = Notes.open(path).journal
        func size() throws -> Int { try Data(contentsOf: URL(filePath: path)).count }
        let before = try size()
        for number in 0..<600 {
            #expect(await journal.write(Notes.adding("\(number)")).code == nil)
        }
        // The last write is answered before the idle moment behind it is used.
        let guardian = Guard()
        while try size() <= before, !guardian.isOver { await Task.yield() }
        #expect(try size() > before)
        journal.close()
        #expect(Notes.open(path).contents.count == 600)
    }

    @Test("a closed journal refuses")
    func closed() async {
        let journal = Notes.open(folder.file()).journal
        journal.close()
        #expect(await journal.write(Notes.adding("late")).code == .closed)
    }

    @Test("an error says what was being done and what went wrong")
    func description() async {
        let journal = Notes.open(folder.file()).journal
        let result = await journal.write(Batch("INSERT INTO missing VALUES (?)", .integer(1)))
        guard case .failure(let error) = result else {
            Issue.record("written")
            return
        }
        #expect(
            error.description
                == "INSERT INTO missing VALUES (?): no such table: missing (statement)")
    }
}

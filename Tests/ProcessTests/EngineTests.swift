import Bus
import FoundationEssentials
import Glibc
import Messages
import TestKit
import Testing

@Suite("The engine, as a process", .serialized)
struct EngineTests {
    /// A player that presses Right, keeps what it is told, and plays on.
    private static let presser = #"echo '{"press":"Right"}'; while read x; do echo "$x"; done >&2"#

    private func group(_ script: String, controller: String = "") throws -> TestGroup {
        let json = String(
            decoding: try JSONEncoder().encode(["sh", "-c", script]), as: UTF8.self)
        return try TestGroup(
            engine: #"""
                players: { p: { command: \#(json) } },
                controller: { kind: "memory", file: true, \#(controller) },
                """#)
    }

    private func receipt(
        _ group: TestGroup, _ what: String, _ isIt: (SoloReceipt) -> Bool
    ) throws -> SoloReceipt {
        try group.event(what, of: SoloReceipt.type) { event in
            let receipt = try event.read(SoloReceipt.self)
            return isIt(receipt) ? receipt : nil
        }
    }

    /// Waits, taking events in, until something is so.
    private func wait(_ group: TestGroup, _ what: String, until isSo: () -> Bool) throws {
        let guardian = Guard()
        while !isSo() {
            guard !guardian.isOver else { throw TestGroup.Failure("never came: \(what)") }
            _ = group.watcher.next(until: Stamp.now + 0.02)
        }
    }

    private func holds(_ group: TestGroup, _ input: String) -> Bool {
        let table = "\(group.directory.path)/state/engine.memory"
        return (try? String(contentsOfFile: table, encoding: .utf8))?.contains(input) ?? false
    }

    @Test("E4, E6: a controller that takes its time makes a receipt false, and later a true one")
    func slowController() throws {
        let group = try group(Self.presser, controller: "delay_ms: 2500")
        let session = try group.startSession(player: "p")
        try wait(group, "the press") { holds(group, "Right") }
        try group.press(.stop)
        let silent = try receipt(group, "a receipt") { $0.session == session }
        #expect(!silent.released)
        #expect(silent.reason == "controller does not answer")
        let late = try receipt(group, "another receipt") { $0.released }
        #expect(late.session == session)
        #expect(late.stops == silent.stops)
        #expect(!holds(group, "Right"))
    }

    @Test("E7: a Stop with nothing open gets a receipt of its moment")
    func stopWithNothingOpen() throws {
        let group = try group(Self.presser)
        let answer = try group.ask(SoloStop(.nothing), of: "engine", on: .control)
        #expect(try answer.read(SoloStopping.self).session == nil)
        let receipt = try receipt(group, "the receipt") { $0.cause == .noneOpen }
        #expect(receipt.released)
        #expect(receipt.session == nil)
    }

    @Test("E9: an engine whose journal is lost says so in its receipts")
    func lostJournal() throws {
        let group = try group(Self.presser)
        let journal = "\(group.directory.path)/state/engine.journal"
        try group.startSession()
        let pid = try group.signal("engine", SIGSTOP)
        try Data("no journal at all".utf8).write(to: URL(filePath: journal), options: .atomic)
        try? FileManager.default.removeItem(atPath: journal + "-wal")
        kill(pid, SIGKILL)
        try group.waitForRestart(of: "engine", after: pid)
        _ = try group.ask(SoloStop(.nothing), of: "engine", on: .control)
        let receipt = try receipt(group, "the receipt") { $0.cause == .noneOpen }
        #expect(receipt.released)
        #expect(receipt.reason?.contains("began without a journal") == true)
    }

    @Test("E15: receipts outlive the engine, and name face and view of their Stops")
    func receiptsOutliveEngine() throws {
        let group = try group(Self.presser)
        let session = try group.startSession("Chess")
        try group.press(.stop, view: "phone")
        _ = try receipt(group, "the receipt") { $0.session == session }
        let pid = try group.signal("engine", SIGKILL)
        try group.waitForRestart(of: "engine", after: pid)
        let list = try group.ask(SoloReceiptsList(), of: "engine").read(SoloReceipts.self)
        #expect(list.receipts.map(\.title) == ["Chess"])
        #expect(list.receipts.first?.stops.map(\.view) == ["phone"])
        #expect(list.receipts.first?.cause == .stop)
    }

    @Test("A player is told its session, and what became of its inputs")
    func playerIsTold() throws {
        let group = try group(Self.presser)
        let session = try group.startSession("Chess", player: "p")
        try wait(group, "the result") {
            group.launcher.output.contains(#"{"ok":true,"press":"Right"}"#)
        }
        #expect(group.launcher.output.contains(#""session":"\#(session)""#))
        #expect(group.launcher.output.contains(#""title":"Chess""#))
    }

    @Test("a player may have all the memory that the system gives it, unlike the engine")
    func memory() throws {
        let group = try group("read session; echo \"data: $(ulimit -d)\" >&2; read end")
        try group.startSession("Chess", player: "p")
        try wait(group, "the limit") { group.launcher.output.contains("data: unlimited") }
        let limits = try String(
            contentsOfFile: "/proc/\(group.pid(of: "engine"))/limits", encoding: .utf8)
        let line = limits.split(separator: "\n").first { $0.hasPrefix("Max data size") }
        #expect(line?.contains(" 268435456 ") == true)
    }

    @Test("G6: a killed engine's player is swept by the next engine, its strays included")
    func sweepsPlayers() throws {
        let group = try group("(setsid sleep 4321 &); trap '' TERM; exec sleep 4322")
        try group.startSession(player: "p")
        try wait(group, "the strays") { Self.strays.count == 2 }
        let pid = try group.signal("engine", SIGKILL)
        try group.waitForRestart(of: "engine", after: pid)
        #expect(Self.strays.isEmpty)
    }

    /// The processes that the test's own player has started.
    private static var strays: [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { pid in
            let line = try? Data(contentsOf: URL(filePath: "/proc/\(pid)/cmdline"))
            let words = line?.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            return words == ["sleep", "4321"] || words == ["sleep", "4322"]
        }
    }
}

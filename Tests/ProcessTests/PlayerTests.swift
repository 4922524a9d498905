import Bus
import FoundationEssentials
import Glibc
import Messages
import TestKit
import Testing

/// A player that misbehaves.
struct Unruly: CustomTestStringConvertible {
    let testDescription: String
    let command: [String]

    init(_ description: String, _ script: String) {
        testDescription = description
        command = ["sh", "-c", script]
    }

    static let all = [
        Unruly(
            "floods", #"while :; do echo '{"press":"Right"}'; echo '{"release":"Right"}'; done"#),
        Unruly("prints garbage", "cat /dev/urandom"),
        Unruly("prints one endless line", "tr '\\n' x < /dev/zero"),
        Unruly(
            "ignores its end", #"trap '' TERM; echo '{"press":"Right"}'; while :; do sleep 1; done"#
        ),
        Unruly("hangs", #"echo '{"press":"Right"}'; kill -STOP $$"#),
        Unruly(
            "leaves a child behind", #"(setsid sleep 1000 &); echo '{"press":"Right"}'; sleep 1000"#
        ),
    ]
}

@Suite("Players, as processes", .serialized)
struct PlayerTests {
    private func group(_ command: [String], controller: String = "") throws -> TestGroup {
        let json = String(decoding: try JSONEncoder().encode(command), as: UTF8.self)
        return try TestGroup(
            engine: #"""
                players: { p: { command: \#(json) } },
                controller: { kind: "memory", file: true, \#(controller) },
                """#)
    }

    /// What the controller's table shows, as it outlives the engine.
    private func held(_ group: TestGroup) -> String {
        let path = "\(group.directory.path)/state/engine.memory"
        return (try? String(contentsOfFile: path, encoding: .utf8)) ?? "no table"
    }

    @Test(
        "E13: whatever a player does, a Stop is on time and nothing of it is left",
        arguments: Unruly.all)
    func unruly(player: Unruly) throws {
        let group = try group(player.command)
        try group.startSession(player: "p")
        #expect(try group.press(.stop).outcome == .confirmed)
        try group.view("`Stopped`") { $0.saysStopped }
        #expect(["[]", "no table"].contains(held(group)))
        group.launcher.signal(SIGTERM)
        #expect(group.launcher.ending() == .exited(0), "\(group.launcher.output)")
    }

    @Test("E9: what a killed engine had pressed is released by the next, on that same controller")
    func killedWhileHolding() throws {
        let group = try group(["sh", "-c", #"echo '{"press":"Right"}'; while read x; do :; done"#])
        let session = try group.startSession(player: "p")
        try group.input("Right", of: session)
        #expect(held(group).contains("Right"))
        let pid = try group.signal("engine", SIGKILL)
        try group.waitForRestart(of: "engine", after: pid)
        #expect(held(group) == "[]")
        let state = try group.ask(SoloStatus(), of: "engine").read(SoloState.self)
        #expect(state.receipt?.cause == .restart)
        #expect(state.receipt?.released == true)
    }

    @Test("E5: a controller that lies once is believed only when it is read back")
    func lie() throws {
        let group = try group(
            ["sh", "-c", #"echo '{"press":"Right"}'; while read x; do :; done"#],
            controller: "lie_once: true")
        let session = try group.startSession(player: "p")
        try group.input("Right", of: session)
        try group.press(.stop)
        try group.view("`Stopped`, after a further try") { $0.saysStopped }
        #expect(held(group) == "[]")
        let list = try group.ask(SoloReceiptsList(), of: "engine").read(SoloReceipts.self)
        #expect(list.receipts.last?.released == true)
    }

    @Test("E2: a script plays its list, and its end closes the session")
    func script() throws {
        let directory = RunDirectory()
        let file = "\(directory.path)/script.json"
        let text =
            #"[{"at":0,"press":"Up"},{"at":0.05,"release":"Up"},{"at":0.1,"tap":"a","ms":20}]"#
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let group = try TestGroup(engine: "players: { s: { script: \"\(file)\" } },")
        try group.watcher.subscribe(to: "engine", topics: [SoloInput.type])
        let start = SoloStart(title: "Tetris", mode: "true", seconds: 600, player: "s")
        let session = try group.ask(start, of: "engine").read(SoloStarted.self).deadline.session
        let receipt = try group.event("the receipt", of: SoloReceipt.type) { event in
            let receipt = try event.read(SoloReceipt.self)
            return receipt.session == session ? receipt : nil
        }
        #expect(receipt.cause == .playerEnded)
        #expect(receipt.released)
    }

    @Test("E2: a player that cannot be started ends its session with the reason")
    func missing() throws {
        let group = try group(["/no/such/program"])
        let start = SoloStart(title: "Tetris", mode: "true", seconds: 600, player: "p")
        let session = try group.ask(start, of: "engine").read(SoloStarted.self).deadline.session
        let receipt = try group.event("the receipt", of: SoloReceipt.type) { event in
            let receipt = try event.read(SoloReceipt.self)
            return receipt.session == session ? receipt : nil
        }
        #expect(receipt.cause == .playerEnded)
        #expect(receipt.reason?.contains("/no/such/program") == true, "\(receipt.reason ?? "")")
    }
}

extension TestGroup {
    /// Waits until the controller has taken a press of a session.
    fileprivate func input(_ name: String, of session: SessionID) throws {
        // Journaled before its press, an input can be told only while somebody listens; the
        // controller's own table is what counts.
        let guardian = Guard()
        let path = "\(directory.path)/state/engine.memory"
        while !guardian.isOver {
            if let table = try? String(contentsOfFile: path, encoding: .utf8), table.contains(name)
            {
                return
            }
            _ = watcher.next(until: Stamp.now + 0.02)
        }
        throw Failure("never pressed: \(name) of \(session)")
    }
}

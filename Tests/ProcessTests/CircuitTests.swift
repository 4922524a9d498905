import Bus
import Glibc
import Messages
import TestKit
import Testing

@Suite("The circuit, by real processes", .serialized)
struct CircuitTests {
    @Test("a Stop pressed twice comes all the way round: both facts, then `Stopped`")
    func circuit() throws {
        let group = try TestGroup()
        let session = try group.startSession()
        #expect(try group.press(.stop).outcome == .confirmed)
        let receipt = try group.event("the receipt", of: SoloReceipt.type) { event in
            let receipt = try event.read(SoloReceipt.self)
            return receipt.session == session ? receipt : nil
        }
        #expect(receipt.released)
        #expect(receipt.cause == .stop)
        let view = try group.view("`Stopped`") { $0.saysStopped }
        #expect(view.timeLeft == nil)
        #expect(view.detail == nil)
    }

    @Test("T1: one press only arms, and the session goes on")
    func oneBrush() throws {
        let group = try TestGroup()
        try group.startSession()
        let answer = try group.ask(FacePress(control: .stop, view: "test"), of: "face")
        #expect(try answer.read(FacePressed.self).outcome == .armed)
        let state = try group.ask(SoloStatus(), of: "engine").read(SoloState.self)
        #expect(state.open)
    }

    @Test("F4: a Stop takes the place of a \"+\" that is not answered yet")
    func stopDuringExtend() throws {
        let group = try TestGroup()
        try group.startSession()
        // While the relay is frozen nothing is answered: the "+" stays asked.
        let relay = try group.signal("relay", SIGSTOP)
        #expect(try group.press(.extend).outcome == .confirmed)
        #expect(try group.press(.stop).outcome == .confirmed)
        kill(relay, SIGCONT)
        try group.view("`Stopped`") { $0.saysStopped }
    }

    @Test("E2: a session can be started again after a confirmed release")
    func startAgain() throws {
        let group = try TestGroup()
        try group.startSession("Tetris")
        try group.press(.stop)
        try group.view("`Stopped`") { $0.saysStopped }
        let second = try group.startSession("Snake")
        let view = try group.view("the second session") { $0.title == "Snake" }
        #expect(!view.saysStopped)
        try group.press(.stop)
        try group.event("the second receipt", of: SoloReceipt.type) { event in
            try event.read(SoloReceipt.self).session == second ? true : nil
        }
        try group.view("`Stopped` again") { $0.saysStopped }
    }

    @Test("F6: a release that is refused is never shown as `Stopped`, and is once it has come")
    func refusedRelease() throws {
        let group = try TestGroup(
            engine: """
                players: { held: { command: ["sh", "-c", "echo '{\\"press\\":\\"Right\\"}'; while read x; do :; done"] } },
                controller: { kind: "memory", refuse_release: 2 },
                """)
        try group.startSession(player: "held")
        try group.event("the press", of: SoloState.type) { _ in true }
        try group.press(.stop)
        let refused = try group.event("a receipt", of: SoloReceipt.type) { event in
            try event.read(SoloReceipt.self)
        }
        #expect(!refused.released || refused.held.isEmpty)
        try group.view("`Stopped`, after the engine's own further tries") { $0.saysStopped }
    }

    @Test("G7: a second `up` of a running group is refused with the first one's pid")
    func secondUp() throws {
        let group = try TestGroup()
        let second = try group.handrail("up")
        #expect(second.code == 1)
        #expect(second.output.contains("\(group.launcher.pid)"))
        try group.waitUntilReady()
    }

    @Test("G5: TERM ends the group in order, and it says that it is down")
    func term() throws {
        let group = try TestGroup()
        try group.startSession()
        let pids = try group.status().processes.compactMap(\.pid)
        group.launcher.signal(SIGTERM)
        #expect(group.launcher.ending() == .exited(0))
        #expect(pids.allSatisfy { !isAlive($0) })
        #expect(group.launcher.output.contains("down"))
    }
}

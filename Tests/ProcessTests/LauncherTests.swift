import Bus
import Glibc
import Messages
import TestKit
import Testing

@Suite("The launcher, as a process", .serialized)
struct LauncherTests {
    @Test("G4: a process whose beat is missing is killed and started again")
    func frozen() throws {
        let group = try TestGroup(limits: "watch: 1")
        let pid = try group.signal("navigator", SIGSTOP)
        try group.waitForRestart(of: "navigator", after: pid)
        #expect(!isAlive(pid))
    }

    @Test("G4: a frozen engine is killed in time, and its session ends with a receipt")
    func frozenEngine() throws {
        let group = try TestGroup(limits: "watch: 1")
        let session = try group.startSession()
        let pid = try group.signal("engine", SIGSTOP)
        #expect(try group.press(.stop).outcome == .confirmed)
        try group.waitForRestart(of: "engine", after: pid)
        try group.view("`Stopped`") { $0.saysStopped }
        let state = try group.ask(SoloStatus(), of: "engine").read(SoloState.self)
        #expect(state.receipt?.session == session)
    }

    @Test("G3: a process that dies too often ends the group, with the reason")
    func diesTooOften() throws {
        let group = try TestGroup(limits: "silent: 20, watch: 20, restarts: 2")
        for _ in 1...2 {
            let pid = try group.signal("navigator", SIGKILL)
            try group.waitForRestart(of: "navigator", after: pid)
        }
        try group.signal("navigator", SIGKILL)
        #expect(group.launcher.ending(within: Guard(seconds: 30)) == .exited(1))
        #expect(group.launcher.output.contains("navigator"))
        #expect(group.launcher.output.contains("down"))
    }

    @Test("G9: a process that is told to stop is started again while the group is up")
    func processStop() throws {
        let group = try TestGroup()
        let pid = try group.pid(of: "navigator")
        let answer = try group.ask(ProcessStop(), of: "navigator", on: .control)
        #expect(answer.type == ProcessStopping.type)
        try group.waitForRestart(of: "navigator", after: pid)
    }

    @Test("G5: a second signal, later than a second, ends everything at once")
    func secondSignal() throws {
        let group = try TestGroup()
        try group.startSession()
        // A frozen face cannot end by itself: the order waits for it.
        try group.signal("face", SIGSTOP)
        let pids = try group.status().processes.compactMap(\.pid)
        group.launcher.signal(SIGTERM)
        let later = Stamp.now + 1.1
        while Stamp.now < later { _ = group.watcher.next(until: later) }
        group.launcher.signal(SIGTERM)
        #expect(group.launcher.ending() != nil)
        #expect(pids.allSatisfy { !isAlive($0) })
    }

    @Test("E14: where nobody could stop it, the session is closed")
    func deadMan() throws {
        let group = try TestGroup(limits: "silent: 20, watch: 20, dead_man: 2")
        let session = try group.startSession()
        try group.signal("relay", SIGSTOP)
        let receipt = try group.event("the receipt", of: SoloReceipt.type) { event in
            let receipt = try event.read(SoloReceipt.self)
            return receipt.session == session ? receipt : nil
        }
        #expect(receipt.cause == .unreachable)
        #expect(receipt.released)
    }

    @Test("G10: a service manager hears of readiness, of life and of the end, in this order")
    func serviceManager() throws {
        let directory = RunDirectory()
        let listener = try #require(DatagramListener(at: "\(directory.path)/notify"))
        let group = try TestGroup(
            in: directory,
            environment: ["NOTIFY_SOCKET": listener.path, "WATCHDOG_USEC": "200000"])
        var heard: [String] = []
        while heard.filter({ $0 == "WATCHDOG=1" }).count < 5 {
            heard.append(try #require(listener.next()))
        }
        #expect(heard.contains("READY=1"))
        group.launcher.signal(SIGTERM)
        #expect(group.launcher.ending() == .exited(0))
        while let word = listener.next(within: 0) { heard.append(word) }
        let states = heard.filter { $0 != "WATCHDOG=1" }
        #expect(states == ["READY=1", "STOPPING=1"])
    }
}

import Bus
import Glibc
import Messages
import TestKit
import Testing

/// A process that is hit while a Stop is on its way.
struct Hit: CustomTestStringConvertible {
    let process: String
    /// Whether it is hit before the Stop is pressed, or right after its confirmation.
    let before: Bool

    var testDescription: String { "\(process) \(before ? "before" : "after") the press" }

    /// A dead face cannot be pressed, and an engine that dies first ends the session by itself.
    static let kills = [
        Hit(process: "relay", before: true), Hit(process: "relay", before: false),
        Hit(process: "engine", before: false), Hit(process: "face", before: false),
    ]
    static let freezes = ["engine", "relay"].flatMap { process in
        [Hit(process: process, before: true), Hit(process: process, before: false)]
    }
}

@Suite("Faults in the middle of the circuit", .serialized)
struct FaultTests {
    @Test("no confirmed Stop is lost to a kill -9", arguments: Hit.kills)
    func killed(hit: Hit) throws {
        let group = try TestGroup()
        let session = try group.startSession()
        let pid = try hit.before ? group.signal(hit.process, SIGKILL) : group.pid(of: hit.process)
        #expect(try group.press(.stop).outcome == .confirmed)
        if !hit.before { kill(pid, SIGKILL) }
        try group.waitForRestart(of: hit.process, after: pid)
        let view = try group.view("`Stopped` in the end") { $0.saysStopped }
        #expect(view.saysStopped)
        let state = try group.ask(SoloStatus(), of: "engine").read(SoloState.self)
        #expect(!state.open)
        #expect(state.receipt?.released == true)
        #expect(state.receipt?.session == session)
    }

    @Test(
        "no `Stopped` is shown while a process is frozen, and it comes after",
        arguments: Hit.freezes)
    func frozen(hit: Hit) throws {
        let group = try TestGroup()
        try group.startSession()
        let pid = try group.pid(of: hit.process)
        if hit.before { kill(pid, SIGSTOP) }
        #expect(try group.press(.stop).outcome == .confirmed)
        if hit.before {
            let view = try group.view("a Stop that is asked") { !$0.stopLine.isEmpty }
            #expect(view.stopLine == "Stop requested — engine release not confirmed")
        } else {
            kill(pid, SIGSTOP)
        }
        kill(pid, SIGCONT)
        try group.view("`Stopped`") { $0.saysStopped }
    }

    @Test("E9: a killed engine ends the session by itself, and says with which receipt")
    func engineKilled() throws {
        let group = try TestGroup()
        let session = try group.startSession()
        let pid = try group.signal("engine", SIGKILL)
        try group.waitForRestart(of: "engine", after: pid)
        let state = try group.ask(SoloStatus(), of: "engine").read(SoloState.self)
        let receipt = try #require(state.receipt)
        #expect(receipt.session == session)
        #expect(receipt.cause == .restart)
        #expect(receipt.released)
        try group.view("that it has ended") { $0.lines.contains("Ended: restart") }
    }

    @Test("the navigator's death is nothing to a Stop")
    func navigatorKilled() throws {
        let group = try TestGroup()
        try group.startSession()
        try group.signal("navigator", SIGKILL)
        try group.press(.stop)
        try group.view("`Stopped`") { $0.saysStopped }
    }

    @Test(
        "G6: a launcher killed with -9 takes the group with it, and the next up knows the receipt")
    func launcherKilled() throws {
        let group = try TestGroup()
        let session = try group.startSession()
        let pids = try group.status().processes.compactMap(\.pid)
        group.launcher.signal(SIGKILL)
        #expect(group.launcher.ending() == .killed(SIGKILL))
        let guardian = Guard()
        while pids.contains(where: isAlive), !guardian.isOver {
            _ = group.watcher.next(until: Stamp.now + 0.05)
        }
        #expect(pids.allSatisfy { !isAlive($0) })
        try group.relaunch()
        let state = try group.ask(SoloStatus(), of: "engine").read(SoloState.self)
        #expect(!state.open)
        #expect(state.receipt?.session == session)
        #expect(state.receipt?.released == true)
    }

    @Test("B1: a subscriber that comes late gets the newest state at once")
    func lateSubscriber() throws {
        let group = try TestGroup()
        let session = try group.startSession()
        let late = try Client(settings: group.directory.settings(of: "late"))
        try late.subscribe(to: "engine", topics: [SoloState.type])
        let guardian = Guard()
        var found: SoloState?
        while found == nil, !guardian.isOver {
            if case .event(let incoming, _) = late.next(until: guardian.moment) {
                found = try incoming.read(SoloState.self)
            }
        }
        #expect(found?.session?.id == session)
    }
}

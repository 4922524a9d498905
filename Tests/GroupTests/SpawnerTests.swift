import CLinux
import Foundation
import Linux
import Messages
import Testing

@testable import Group

/// A folder of its own for one test, with scripts in it.
final class Workshop {
    let path = FileManager.default.temporaryDirectory.appending(path: "group-\(UUID())").path

    init() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a shell script, and gives its path.
    func script(_ text: String) throws -> String {
        let file = "\(path)/script-\(UUID())"
        try "#!/bin/sh\n\(text)\n".write(toFile: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: file)
        return file
    }

    /// Starts a script as a process of a group.
    func spawn(_ text: String) throws -> Spawner.Spawned {
        let spawner = try Spawner(
            environment: ["PATH": "/usr/bin:/bin", "NOTIFY_SOCKET": "/own"])
        let settings = Topology().settings(
            of: .init("face"), in: Directories(run: path, state: path))
        let path = try script(text)
        while true {
            do {
                return try spawner.spawn(path, settings: settings)
            } catch {
                // A child that another test is just starting still holds the file as it was when
                // it was written here; it lets go of it with its own exec.
                guard error.cause == systemMessage(ETXTBSY) else { throw error }
            }
        }
    }
}

extension Spawner.Spawned {
    /// All that it prints until its end.
    func everything() -> String {
        var bytes: [UInt8] = []
        var item = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
        while poll(&item, 1, 20_000) > 0 {
            guard let more = output.read() else { continue }
            if more.isEmpty { break }
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits for its end.
    func wait() -> Int32 {
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        return status
    }
}

@Suite("Spawning")
struct SpawnerTests {
    let workshop: Workshop

    init() throws { workshop = try Workshop() }

    @Test("a child has its standard streams, the lifeline, and no other descriptor of ours")
    func descriptors() throws {
        let spawned = try workshop.spawn(
            "readlink /proc/$$/fd/0; readlink /proc/$$/fd/3 | cut -c1-5; ls /proc/self/fd | xargs")
        // The last one is the folder that `ls` reads.
        #expect(spawned.everything() == "/dev/null\npipe:\n0 1 2 3 4\n")
        #expect(spawned.wait() == 0)
    }

    @Test("a child is told its settings and whom it belongs to, not what is the launcher's alone")
    func environment() throws {
        let spawned = try workshop.spawn(
            "echo $HANDRAIL_LIFELINE $HANDRAIL_PARENT ${NOTIFY_SOCKET:-none}; "
                + "echo $HANDRAIL_SETTINGS >&2")
        let lines = spawned.everything().split(separator: "\n").map(String.init)
        #expect(lines.first == "3 \(getpid()) none")
        let settings = try JSONDecoder().decode(
            Settings.self, from: Data((lines.last ?? "").utf8))
        #expect(settings.process == "face")
        _ = spawned.wait()
    }

    @Test("G1: a child is in the launcher's process group, and no signal is blocked in it")
    func group() throws {
        let spawned = try workshop.spawn(
            "cut -d' ' -f5 /proc/$$/stat; grep SigBlk /proc/$$/status | tr -d '\t'")
        #expect(spawned.everything() == "\(getpgrp())\nSigBlk:0000000000000000\n")
        _ = spawned.wait()
    }

    @Test("a program that cannot be started is told by its path")
    func missing() {
        let settings = Topology().settings(in: Directories(run: "/r", state: "/s"))
        let error = GroupError(
            .executable, "/nowhere: cannot start", cause: "No such file or directory")
        #expect(throws: error) {
            try Spawner(environment: [:]).spawn("/nowhere", settings: settings)
        }
    }

    @Test("a program is found by its path, or else beside handrail, or named as missing")
    func finder() throws {
        let script = try workshop.script("true")
        #expect(try ProgramFinder.path(of: .init("face", executable: script)) == script)
        let error = #expect(throws: GroupError.self) {
            try ProgramFinder.path(of: .init("x", executable: "no-such-program"))
        }
        #expect(error?.message.hasPrefix("processes.x.executable: /") == true)
        #expect(error?.message.hasSuffix("/no-such-program is no program") == true)
    }
}

@Suite("One launcher after the other")
struct SuccessionTests {
    let workshop: Workshop

    init() throws { workshop = try Workshop() }

    @Test("G7: a second launcher is refused with the first one's pid")
    func pidFile() throws {
        let first = try PidFile(in: workshop.path, group: "g")
        let error = GroupError(
            .running,
            "g is up already, with pid \(getpid()); its run dir: \(workshop.path)")
        #expect(throws: error) { try PidFile(in: workshop.path, group: "g") }
        withExtendedLifetime(first) {}
    }

    @Test("G7: the place of a launcher that is no more can be taken")
    func pidFileAgain() throws {
        try "12345678\n".write(
            toFile: "\(workshop.path)/group.pid", atomically: true, encoding: .utf8)
        withExtendedLifetime(try PidFile(in: workshop.path, group: "g")) {}
        #expect(PidFile.pid(in: workshop.path) == getpid())
    }

    @Test("G6: what a launcher left behind and does not end is killed by the next one")
    func sweep() throws {
        let left = try workshop.spawn("exec sleep 1000")
        var roll = Roll(in: workshop.path)
        roll.add("face", pid: left.pid, grace: 0)
        var told: [String] = []
        try Roll(in: workshop.path).sweep { told.append($0) }
        #expect(
            told == [
                "waiting for face (\(left.pid)), left by a launcher that was killed",
                "killing face (\(left.pid)), which has not ended",
            ])
        #expect(left.wait() == SIGKILL)
    }

    @Test("G6: a pid that belongs to somebody else by now is left alone")
    func reused() throws {
        let other = try workshop.spawn("exec sleep 1000")
        defer {
            kill(other.pid, SIGKILL)
            _ = other.wait()
        }
        let entry = Roll.Entry(name: "face", pid: other.pid, start: 1, grace: 0)
        try JSONEncoder().encode([entry]).write(
            to: URL(filePath: "\(workshop.path)/group.roll"))
        try Roll(in: workshop.path).sweep { Issue.record("\($0)") }
        #expect(ProcessTable.entry(of: other.pid)?.isZombie == false)
    }

    @Test("a process's descendants are found, whatever it is called")
    func descendants() throws {
        let line = "7 (a ) S 1 (b) S 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 99 0 0"
        let entry = try #require(ProcessTable.Entry(pid: 7, stat: line))
        #expect(entry.command == "a ) S 1 (b")
        #expect(entry.parent == 3)
        #expect(entry.start == 99)
        let child = try workshop.spawn("exec sleep 1000")
        #expect(ProcessTable.isDescendant(child.pid, of: getpid()))
        #expect(!ProcessTable.isDescendant(getppid(), of: getpid()))
        #expect(ProcessTable.descendants(of: getpid()).contains { $0.pid == child.pid })
        kill(child.pid, SIGKILL)
        _ = child.wait()
        #expect(!ProcessTable.descendants(of: getpid()).contains { $0.pid == child.pid })
    }
}

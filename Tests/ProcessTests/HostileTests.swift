import Bus
import FoundationEssentials
import Glibc
import Messages
import TestKit
import Testing

/// What strangers do to a living group: nothing of it keeps a Stop from coming round.
@Suite("Hostile input", .serialized)
struct HostileTests {
    private static let processes = ["engine", "relay", "face", "navigator"]
    private static let endpoints = ["requests", "control", "events"]

    /// What a process has in memory, in MB.
    private func resident(_ pid: Int32) throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        let kilobytes = try #require(line.split(separator: " ").dropFirst().first)
        return try #require(Double(kilobytes)) / 1_024
    }

    private func stopComesRound(_ group: TestGroup) throws {
        #expect(try group.press(.stop).outcome == .confirmed)
        try group.view("`Stopped`") { $0.saysStopped }
    }

    private func path(_ group: TestGroup, _ process: String, _ endpoint: String) -> String {
        "\(group.directory.path)/\(process).\(endpoint)"
    }

    @Test("B5: 10,000 messages made of noise end nobody, and Stops come round meanwhile")
    func noise() throws {
        let group = try TestGroup()
        let pids = try Self.processes.map { try group.pid(of: $0) }
        let before = try pids.map { try resident($0) }
        let directory = group.directory.path
        let seed = UInt64(Stamp.now * 1e3)
        let attack = PlainThread {
            var fuzzer = FrameFuzzer(Self.processes + ["group"], in: directory, seed: seed)
            while fuzzer.sent < 10_000 { fuzzer.attack() }
        }
        for _ in 0..<3 {
            try group.startSession()
            try stopComesRound(group)
        }
        attack.join()
        try group.startSession()
        try stopComesRound(group)
        #expect(try Self.processes.map { try group.pid(of: $0) } == pids, "seed \(seed)")
        let growth = try zip(pids, before).map { pid, before in try resident(pid) - before }
        #expect(growth.allSatisfy { $0 < 30 }, "seed \(seed): grown by \(growth) MB")
        let beat = try group.ask(VitalsGet(), of: "engine", on: .control).read(VitalsBeat.self)
        #expect(beat.malformed > 0)
    }

    @Test(
        "a frame of 2 GB that is announced is cut at once, and takes no memory",
        arguments: endpoints)
    func announced(endpoint: String) throws {
        let group = try TestGroup()
        try group.startSession()
        for process in Self.processes {
            let pid = try group.pid(of: process)
            let before = try resident(pid)
            let peer = try #require(RawPeer(path(group, process, endpoint)))
            peer.greet(as: endpoint == "events" ? .subscriber : .dealer)
            peer.send(RawPeer.announcement(of: 2 << 30))
            peer.send([UInt8](repeating: 0, count: 100_000))
            #expect(peer.isCut())
            #expect(try resident(pid) - before < 5)
        }
        try stopComesRound(group)
    }

    /// The engine's state, asked for until it answers: for a moment nobody can tell one that dies of
    /// what it was sent from one that lives, and a question to it is lost with it.
    private func stateAfterwards(_ group: TestGroup) throws -> SoloState {
        let guardian = Guard(seconds: 60)
        var answer = try? group.ask(SoloStatus(), of: "engine", within: 2)
        while answer == nil, !guardian.isOver {
            answer = try? group.ask(SoloStatus(), of: "engine", within: 2)
        }
        return try #require(answer).read(SoloState.self)
    }

    @Test("200 connections at 64 descriptors: what is held is let go, and Stops come round again")
    func connections() throws {
        let directory = RunDirectory()
        let program = "\(directory.path)/engine.sh"
        let script = "#!/bin/sh\nulimit -n 64\nexec '\(ChildProcess.buildFolder)/engine'\n"
        try script.write(toFile: program, atomically: true, encoding: .utf8)
        chmod(program, 0o700)
        let group = try TestGroup(
            engine: #"""
                players: { p: { command: ["sh", "-c", "echo '{\"press\":\"Right\"}'; while read x; do :; done"] } },
                controller: { kind: "memory", file: true },
                """#,
            program: program, in: directory)
        let session = try group.startSession(player: "p")
        let table = "\(group.directory.path)/state/engine.memory"
        // Something is held before descriptors run out: later it may not get as far.
        let guardian = Guard()
        while access(table, F_OK) != 0, !guardian.isOver {
            _ = try group.ask(SoloStatus(), of: "engine")
        }
        var peers: [RawPeer?] = []
        for _ in 0..<200 {
            let peer = RawPeer(path(group, "engine", "requests"))
            peer?.greet(as: .dealer)
            peers.append(peer)
        }
        peers.removeAll()
        // It may have died of it, and then has ended the session.
        let state = try stateAfterwards(group)
        if state.open {
            try stopComesRound(group)
        } else {
            #expect(state.receipt?.session == session)
        }
        #expect(try String(contentsOfFile: table, encoding: .utf8) == "[]")
    }

    @Test("a message without an end takes bounded memory, and what is held is let go")
    func endless() throws {
        let group = try TestGroup()
        try group.startSession()
        let pid = try group.pid(of: "engine")
        let peer = try #require(RawPeer(path(group, "engine", "requests")))
        peer.greet(as: .dealer)
        let frames = [UInt8](
            (0..<16).map { _ in
                RawPeer.frame([UInt8](repeating: 0, count: 60_000), more: true)
            }.joined())
        var most = 0.0
        // 800 MB, if they are taken.
        for _ in 0..<800 {
            guard peer.send(frames) else { break }
            if let now = try? resident(pid) { most = max(most, now) }
        }
        #expect(most < 300)
        if try stateAfterwards(group).open { try stopComesRound(group) }
        let last = try group.ask(SoloStatus(), of: "engine").read(SoloState.self)
        #expect(last.receipt?.released == true)
    }

    @Test("B2: who listens and never reads costs its process no memory, and no Stop its time")
    func frozenSubscribers() throws {
        let flood = #"while :; do echo '{"press":"Right"}'; echo '{"release":"Right"}'; done"#
        let json = String(decoding: try JSONEncoder().encode(["sh", "-c", flood]), as: UTF8.self)
        let group = try TestGroup(engine: "players: { p: { command: \(json) } },")
        let pid = try group.pid(of: "engine")
        var peers: [RawPeer] = []
        for _ in 0..<10 {
            let peer = try #require(RawPeer(path(group, "engine", "events")))
            peer.greet(as: .subscriber)
            peer.send([[1]])
            peers.append(peer)
        }
        try group.watcher.subscribe(to: "engine", topics: [SoloInput.type, VitalsBeat.type])
        try group.startSession(player: "p")
        func inputs(_ count: Int) throws {
            for _ in 0..<count { try group.event("an input", of: SoloInput.type) { _ in true } }
        }
        // By then the queues of those who don't read are full.
        try inputs(1_000)
        let before = try resident(pid)
        try inputs(2_000)
        #expect(try resident(pid) - before < 5)
        try stopComesRound(group)
        withExtendedLifetime(peers) {}
    }
}

import Bus
import Glibc
import Messages
import TestKit

/// Readers that are slow, frozen, or come and go: what a Stop and the processes' memory feel of them.
///
/// Of a whole group, whose player makes as many inputs as one may (E13); and of one publisher that
/// publishes as fast as it can.
enum ReaderBench {
    /// How long the group is watched, and how long the publisher, in seconds.
    private static let span: Seconds = 120
    private static let flood: Seconds = 60
    /// By then every queue is full that will be, in seconds from the first reader on.
    private static let filling: Seconds = 20
    /// Rounds without readers.
    private static let rounds = 40
    private static let player =
        "while :; do echo '{\"press\":\"Right\"}'; echo '{\"release\":\"Right\"}'; done"

    /// Measures both.
    static func measure(on workbench: Workbench) throws -> [Figure] {
        try ofGroup(on: workbench) + ofPublisher(on: workbench)
    }

    private static func ofGroup(on workbench: Workbench) throws -> [Figure] {
        let group = try LiveGroup(on: workbench, player: ["sh", "-c", player])
        let spectator = try Spectator(of: group)
        let processes = try group.processes()
        var number = 0
        func round(_ player: String? = nil) throws -> Double {
            number += 1
            return try Round(number, seenBy: spectator, player: player).shown * 1e6
        }
        let quiet = Sample(try (0..<rounds).map { _ in try round() })
        let audience = try Audience(of: group)
        let began = Stamp.now
        let sent = try published(seenBy: spectator)
        var loud: [Double] = []
        var memory = Memory(of: processes.map(\.pid))
        while Stamp.now - began < span {
            loud.append(try round("bench"))
            try audience.turn()
            try memory.look(isFull: Stamp.now - began > filling)
        }
        let rate = Double(try published(seenBy: spectator) - sent) / (Stamp.now - began)
        guard try group.processes().map(\.pid) == processes.map(\.pid) else {
            throw BenchError("a process has died of its readers")
        }
        return figures(quiet, Sample(loud), memory, rate: rate)
    }

    private static func ofPublisher(on workbench: Workbench) throws -> [Figure] {
        let folder = RunDirectory()
        let (publisher, client) = try EventPublisher.start(in: folder.path, on: workbench)
        // The first event: now its endpoint is there.
        _ = client.next(until: Stamp.now + 10, watching: workbench.interruption)
        let frozen = (0..<10).compactMap { _ -> RawPeer? in
            let peer = RawPeer("\(folder.path)/\(EventPublisher.name).events")
            peer?.greet(as: .subscriber)
            peer?.send([[1]])
            return peer
        }
        guard frozen.count == 10 else { throw BenchError("a reader got no socket") }
        let began = Stamp.now
        var memory = Memory(of: [publisher.pid])
        while Stamp.now - began < flood {
            // Slow: a few of the tens of thousands that come meanwhile.
            _ = client.next(until: Stamp.now + 10, watching: workbench.interruption)
            try workbench.pause(0.02)
            try memory.look(isFull: Stamp.now - began > filling)
        }
        return withExtendedLifetime(frozen) {
            [
                Figure(
                    name: "flooding publisher grown by", value: memory.growth, unit: "MB",
                    aim: Figure.Aim(most: 5, of: .value))
            ]
        }
    }

    private static func published(seenBy spectator: Spectator) throws -> Int {
        try spectator.ask(VitalsGet(), of: "engine", VitalsBeat.self).sent
    }

    private static func figures(
        _ quiet: Sample, _ loud: Sample, _ memory: Memory, rate: Double
    ) -> [Figure] {
        [
            Figure(
                name: "press to `Stopped` beside readers", value: loud.median, unit: "µs",
                ratio: loud.median / quiet.median, reference: "quiet"),
            Figure(name: "  p99", value: loud.p99, unit: "µs"),
            Figure(name: "  messages of the engine", value: rate, unit: "a second"),
            Figure(
                name: "  memory grown by, at most", value: memory.growth, unit: "MB",
                aim: Figure.Aim(most: 5, of: .value)),
        ]
    }
}

/// What processes have in memory, from when all queues were full.
private struct Memory {
    private let pids: [pid_t]
    private var full: [Double] = []
    private var most: [Double] = []

    init(of pids: [pid_t]) {
        self.pids = pids
    }

    /// By how much one has grown since then, in MB.
    var growth: Double { zip(most, full).map { $0 - $1 }.max() ?? 0 }

    /// Takes down what they have now.
    mutating func look(isFull: Bool) throws {
        guard isFull else { return }
        let now = try pids.map { try IdleBench.resident($0) }
        if full.isEmpty { full = now }
        most = most.isEmpty ? now : zip(most, now).map { max($0, $1) }
    }
}

/// Taps that do not keep up.
private final class Audience {
    private let group: LiveGroup
    private let frozen: [Child]
    private let slow: [Child]
    private var passing: Child?

    /// Starts them, and waits until each has heard something.
    init(of group: LiveGroup) throws {
        self.group = group
        frozen = try (0..<3).map { _ in try Self.tap(group) }
        slow = try (0..<3).map { _ in try Self.tap(group) }
        for tap in frozen { kill(tap.pid, SIGSTOP) }
    }

    deinit {
        // So that they can be told to end.
        for tap in frozen { kill(tap.pid, SIGCONT) }
    }

    /// Lets the slow ones read a line each, and one go for which another one comes.
    func turn() throws {
        for tap in slow { _ = try tap.line() }
        passing = nil
        passing = try Self.tap(group)
    }

    private static func tap(_ group: LiveGroup) throws -> Child {
        let tap = try group.workbench.start(
            "handrail", ["tap", "--json", "--run-dir", group.directory])
        _ = try tap.line()
        return tap
    }
}

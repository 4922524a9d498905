import Bus
import FoundationEssentials
import Glibc
import Messages
import Synchronization
import TestKit

/// A Stop's way round while a stranger sends noise to every endpoint as fast as it is taken.
enum HostileBench {
    private static let messages = 1_000_000
    /// Rounds without the noise; as many are taken beside it at least.
    private static let rounds = 40

    /// Measures it, beside a quiet group, and what the noise leaves in memory.
    static func measure(on workbench: Workbench) throws -> [Figure] {
        let group = try LiveGroup(on: workbench)
        let spectator = try Spectator(of: group)
        let processes = try group.processes()
        var number = 0
        func round() throws -> Double {
            number += 1
            return try Round(number, seenBy: spectator).shown * 1e6
        }
        let quiet = Sample(try (0..<rounds).map { _ in try round() })
        let before = try processes.map { try IdleBench.resident($0.pid) }
        let seed = UInt64(Stamp.now * 1e3)
        let attack = Attack(on: group, seed: seed)
        var loud: [Double] = []
        while attack.sent < messages || loud.count < rounds { loud.append(try round()) }
        let took = attack.end()
        let after = try group.processes()
        guard after.map(\.pid) == processes.map(\.pid) else {
            throw BenchError("a process has died of the noise of seed \(seed)")
        }
        let growth = try zip(after, before).map { try IdleBench.resident($0.pid) - $1 }
        return figures(quiet, Sample(loud), growth, rate: Double(attack.sent) / took)
    }

    private static func figures(
        _ quiet: Sample, _ loud: Sample, _ growth: [Double], rate: Double
    ) -> [Figure] {
        [
            Figure(name: "press to `Stopped`, quiet, median", value: quiet.median, unit: "µs"),
            Figure(
                name: "press to `Stopped` in noise, median", value: loud.median, unit: "µs",
                ratio: loud.median / quiet.median, reference: "quiet",
                aim: Figure.Aim(most: 2, of: .ratio)),
            Figure(name: "press to `Stopped` in noise, p99", value: loud.p99, unit: "µs"),
            Figure(name: "  messages of noise", value: rate, unit: "a second"),
            Figure(name: "  memory grown by, at most", value: growth.max() ?? 0, unit: "MB"),
        ]
    }
}

/// A stranger on a thread of its own.
private final class Attack {
    private let state: State
    private var thread: PlainThread?
    private let began = Stamp.now

    private final class State: Sendable {
        let sent = Atomic(0)
        let isOver = Atomic(false)
    }

    init(on group: LiveGroup, seed: UInt64) {
        let state = State()
        let directory = group.directory
        thread = PlainThread {
            let processes = ["engine", "relay", "face", "navigator", "group"]
            var fuzzer = FrameFuzzer(processes, in: directory, seed: seed)
            while !state.isOver.load(ordering: .relaxed) {
                fuzzer.attack()
                state.sent.store(fuzzer.sent, ordering: .relaxed)
            }
        }
        self.state = state
    }

    deinit { _ = end() }

    /// How many messages have been sent.
    var sent: Int { state.sent.load(ordering: .relaxed) }

    /// Has it end, and says how long it took, in seconds.
    func end() -> Seconds {
        state.isOver.store(true, ordering: .relaxed)
        thread.take()?.join()
        return Stamp.now - began
    }
}

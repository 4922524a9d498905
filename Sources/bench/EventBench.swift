import Bus
import FoundationEssentials
import Glibc
import Messages
import TestKit

/// Typed events from one process to another: encoded, sent, received, decoded.
enum EventBench {
    private static let count = 30_000

    /// Measures them, and the like in plain C.
    static func measure(on workbench: Workbench) throws -> [Figure] {
        let folder = RunDirectory()
        let (rate, lost) = try typed(in: folder.path, on: workbench)
        let plain = try workbench.baseline("events", 300_000, in: folder.path)
        return [
            Figure(name: "typed events", value: rate, unit: "a second", ratio: rate / plain),
            Figure(name: "  dropped beside them", value: lost * 100, unit: "%"),
            Figure(name: "events in plain C", value: plain, unit: "a second"),
        ]
    }

    /// How many came a second, and what part of all was dropped on the way.
    private static func typed(
        in folder: String, on workbench: Workbench
    ) throws -> (rate: Double, lost: Double) {
        let (publisher, client) = try EventPublisher.start(in: folder, on: workbench)
        defer { withExtendedLifetime(publisher) {} }
        let took = try receive(from: client, interruption: workbench.interruption)
        return (Double(count) / took, Double(client.lost) / Double(client.lost + count))
    }

    /// How long it takes until so many have come, from the first one on.
    private static func receive(from client: Client, interruption: Int32) throws -> Seconds {
        var began = Stamp.now
        var received = -1
        while received < count {
            switch client.next(until: Stamp.now + 10, watching: interruption) {
            case .event(let event, _):
                _ = try event.read(SoloInput.self)
                received += 1
                if received == 0 { began = Stamp.now }
            case .readable: throw BenchError.interrupted
            case nil: throw BenchError("the events ended after \(received)")
            case .request, .reply, .failed, .peer, .vitalsAsked, .stopOrdered, .signal: continue
            }
        }
        return Stamp.now - began
    }
}

/// The bench's second process: publishes as fast as it can, for whoever listens.
enum EventPublisher {
    /// Its name on the bus.
    static let name = "publisher"
    /// The argument by which the bench starts it.
    static let word = "--publish"
    /// So many events are published between two looks at what has come.
    private static let batch = 50

    /// Starts it in a run dir, and a client that listens to it.
    static func start(
        in folder: String, on workbench: Workbench
    ) throws -> (publisher: Child, client: Client) {
        var settings = Settings(
            group: "bench", process: name, runDirectory: folder, stateDirectory: folder,
            processes: [name: Peer(executable: "bench")])
        let json = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
        let publisher = try workbench.start(
            "bench", [word],
            variables: [Settings.variable: json, "HANDRAIL_PARENT": "\(getpid())"])
        settings.process = "bench"
        let client = try Client(settings: settings)
        try client.subscribe(to: name, topics: [SoloInput.type])
        return (publisher, client)
    }

    /// Publishes until it is told to end, and gives the exit code.
    static func run() -> Int32 {
        do {
            let text = ProcessInfo.processInfo.environment[Settings.variable] ?? ""
            let settings = try JSONDecoder().decode(Settings.self, from: Data(text.utf8))
            let bus = try Bus(settings: settings, version: Program.version, thread: BusThread())
            while true {
                let isHeard = bus.isHeard(SoloInput.type)
                bus.wait(until: isHeard ? bus.now : nil)
                while let input = bus.next() {
                    if case .stopOrdered = input { return 0 }
                }
                guard isHeard else { continue }
                for _ in 0..<batch {
                    bus.publish(SoloInput(session: "bench-1", press: "Right", now: bus.now))
                }
            }
        } catch {
            Log.write(.error, "\(error)")
            return 1
        }
    }
}

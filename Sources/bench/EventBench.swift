import Bus
import FoundationEssentials
import Glibc
import Messages

/// Typed events from one process to another: encoded, sent, received, decoded.
enum EventBench {
    /// The argument by which the bench starts itself as the process that publishes.
    static let publisherWord = "--publish"
    private static let count = 20_000

    static func measure() throws -> [Figure] {
        let directory = try LiveGroup.newDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let settings = Settings(
            group: "bench", process: "publisher", runDirectory: directory,
            stateDirectory: directory, processes: ["publisher": Peer(executable: "bench")])
        let json = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
        setenv(Settings.variable, json, 1)
        let publisher = try Programs.start(
            "bench", [publisherWord], output: "\(directory)/output")
        defer {
            kill(publisher, SIGKILL)
            waitpid(publisher, nil, 0)
        }
        let rate = try receive(settings)
        let plain = try Programs.baseline("events", 200_000, in: directory)
        return [
            Figure(name: "typed events", value: rate, unit: "a second", ratio: rate / plain),
            Figure(name: "events in plain C", value: plain, unit: "a second"),
        ]
    }

    private static func receive(_ settings: Settings) throws -> Double {
        var visitor = settings
        visitor.process = "bench"
        let client = try Client(settings: visitor)
        try client.subscribe(to: "publisher", topics: [SoloInput.type])
        var began: Seconds?
        var received = 0
        while received < count {
            guard let input = client.next(until: Stamp.now + 10) else {
                throw BenchError("the events ended after \(received)")
            }
            guard case .event(let event, _) = input else { continue }
            _ = try event.read(SoloInput.self)
            if began == nil { began = Stamp.now } else { received += 1 }
        }
        return Double(received) / (Stamp.now - (began ?? 0))
    }

    /// Publishes without end, for whoever listens.
    static func publish() -> Int32 {
        do {
            let text = ProcessInfo.processInfo.environment[Settings.variable] ?? ""
            let settings = try JSONDecoder().decode(Settings.self, from: Data(text.utf8))
            let bus = try Bus(
                settings: settings, version: Program.version, thread: BusThread(),
                signals: .untouched)
            while true {
                bus.wait(until: bus.now)
                while bus.next() != nil {}
                guard bus.isHeard(SoloInput.type) else { continue }
                for _ in 0..<50 {
                    bus.publish(SoloInput(session: "s", press: "Right", now: bus.now))
                }
            }
        } catch {
            Log.write(.error, "\(error)")
            return 1
        }
    }
}

import Bus
import Messages

/// One typed request and its reply, by the engine.
enum RequestBench {
    private static let rounds = 3_000
    private static let warmUp = 100

    /// Measures it, and the like in plain C.
    static func measure(on workbench: Workbench) throws -> [Figure] {
        let group = try LiveGroup(on: workbench)
        let client = try Client(settings: group.settings)
        var took: [Double] = []
        for round in -warmUp..<rounds {
            let began = Stamp.now
            let reply = try client.ask(SoloStatus(), of: "engine", within: 5)
            _ = try reply.read(SoloState.self)
            if round >= 0 { took.append((Stamp.now - began) * 1e6) }
        }
        let plain = try workbench.baseline("request", rounds, in: group.directory)
        let sample = Sample(took)
        return [
            Figure(
                name: "typed request and reply, median", value: sample.median, unit: "µs",
                ratio: sample.median / plain),
            Figure(name: "typed request and reply, p99", value: sample.p99, unit: "µs"),
            Figure(name: "request and reply in plain C", value: plain, unit: "µs"),
        ]
    }
}

import Bus

/// `handrail up` to the launcher's word that all are ready.
enum StartBench {
    private static let rounds = 5

    /// Measures it.
    static func measure(on workbench: Workbench) throws -> [Figure] {
        let took = try (0..<rounds).map { _ in
            let began = Stamp.now
            let group = try LiveGroup(on: workbench)
            let ready = Stamp.now
            return withExtendedLifetime(group) { (ready - began) * 1e3 }
        }
        return [
            Figure(
                name: "up to ready, median", value: Sample(took).median, unit: "ms",
                aim: Figure.Aim(most: 200, of: .value))
        ]
    }
}

import Bus

/// `handrail up` to the moment at which a visitor hears that all are ready.
enum StartBench {
    private static let rounds = 7

    static func measure() throws -> [Figure] {
        var took: [Double] = []
        for _ in 0..<rounds {
            let began = Stamp.now
            let group = try LiveGroup()
            took.append((Stamp.now - began) * 1e3)
            withExtendedLifetime(group) {}
        }
        return [
            Figure(
                name: "up to ready, median", value: Sample(took).median, unit: "ms",
                aim: "under 200 ms, built with -c release")
        ]
    }
}

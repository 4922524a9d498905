import Foundation
import TestKit
import Testing

/// The seeds of a run: `HANDRAIL_SEEDS` of them from `HANDRAIL_SEED` on, or that one alone, in
/// portions that are lived through side by side.
private let portions: [Range<UInt64>] = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["HANDRAIL_SEED"].flatMap { UInt64($0) }
    let count = environment["HANDRAIL_SEEDS"].flatMap { UInt64($0) }
    let begin = first ?? 1
    let end = begin + (count ?? (first == nil ? 500 : 1))
    return stride(from: begin, to: end, by: 100).map { $0..<min($0 + 100, end) }
}()

@Suite struct SimulationTests {
    @Test(
        "No kept Stop is lost, no Stopped is false, and no Stop ends two sessions, whatever fails",
        arguments: portions)
    func promises(_ seeds: Range<UInt64>) {
        for seed in seeds {
            if let violation = Simulation.life(of: seed).violation { Issue.record(violation) }
        }
    }

    @Test("A seed is lived through the same way each time", arguments: [1, 2, 3] as [UInt64])
    func replay(_ seed: UInt64) {
        let steps = Simulation.steps(of: seed)
        #expect(steps.count > 20)
        #expect(Simulation.steps(of: seed) == steps)
        #expect(Simulation.steps(of: seed + 1) != steps)
    }

    @Test("The generator gives the sequence that its authors published")
    func generator() {
        var random = SplitMix64(seed: 1_234_567)
        let numbers = (1...5).map { _ in random.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }
}

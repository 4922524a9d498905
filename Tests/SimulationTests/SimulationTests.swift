import Foundation
import TestKit
import Testing

/// How many seeds are lived through unless a number is given: as many as take a few seconds.
#if DEBUG
    private let usual: UInt64 = 300
#else
    private let usual: UInt64 = 4_000
#endif

/// The seeds of a run: `HANDRAIL_SEEDS` of them from `HANDRAIL_SEED` on, in portions that can be
/// lived through side by side.
private let portions: [Range<UInt64>] = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["HANDRAIL_SEED"].flatMap { UInt64($0) } ?? 1
    let only: UInt64? = environment["HANDRAIL_SEED"] == nil ? nil : 1
    let count = environment["HANDRAIL_SEEDS"].flatMap { UInt64($0) } ?? only ?? usual
    let end = first + count
    return stride(from: first, to: end, by: 100).map { $0..<min($0 + 100, end) }
}()

@Suite struct SimulationTests {
    @Test(
        "No kept Stop is lost, no Stopped is false, and no Stop ends two sessions, whatever fails",
        arguments: portions)
    func promises(_ seeds: Range<UInt64>) {
        for seed in seeds {
            if let violation = Simulation.violation(of: seed) { Issue.record(violation) }
        }
    }
}

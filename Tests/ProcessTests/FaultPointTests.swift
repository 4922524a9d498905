import Foundation
import TestKit
import Testing

/// The points of a run: `HANDRAIL_FAULTS` of them, chosen by `HANDRAIL_FAULT_SEED`, some hexadecimal
/// number such as a commit's.
private let chosen: [FaultPoint] = {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["HANDRAIL_FAULTS"].flatMap { Int($0) } ?? 8
    let seed = environment["HANDRAIL_FAULT_SEED"].flatMap { UInt64($0.prefix(16), radix: 16) }
    return FaultPoint.sample(count, seed: seed ?? 1)
}()

private let firstHalf = chosen.prefix(chosen.count / 2)
private let secondHalf = chosen.dropFirst(chosen.count / 2)

@Suite("Faults at the steps of the protocol", .enabled(if: FaultTrial.isPossible))
struct FaultPointTests {
    /// Two suites, so that two groups are hit at a time.
    @Suite("the one half", .serialized) struct OneHalf {
        @Test("the promise is kept, and nothing is left", arguments: firstHalf)
        func promise(point: FaultPoint) throws { try FaultTrial.run(point) }
    }

    @Suite("the other half", .serialized) struct OtherHalf {
        @Test("the promise is kept, and nothing is left", arguments: secondHalf)
        func promise(point: FaultPoint) throws { try FaultTrial.run(point) }
    }

    @Test("there are at least 200 points, each once, at every process and with every fault")
    func points() {
        let all = FaultPoint.all
        #expect(all.count >= 200)
        #expect(Set(all).count == all.count)
        #expect(Set(all.map(\.victim)).count == FaultPoint.Victim.allCases.count)
        #expect(Set(all.map(\.fault)).count == FaultPoint.Fault.allCases.count)
        #expect(Set(FaultPoint.sample(40, seed: 1)).count == 40)
        #expect(FaultPoint.sample(40, seed: 1) == FaultPoint.sample(40, seed: 1))
        #expect(FaultPoint.sample(40, seed: 1) != FaultPoint.sample(40, seed: 2))
    }
}

import Messages
import Testing

/// The rules together, while everything around the engine fails at random.
struct FaultTests {
    @Test(
        "E4 to E9: no receipt is false, no Stop ends two sessions, and none is lost",
        arguments: 0..<100, [true, false])
    func survivesFaults(seed: Int, journalHolds: Bool) throws {
        var world = World(seed: UInt64(seed), journalHolds: journalHolds)
        for _ in 0..<500 { try world.step() }
        world.isFaulty = false
        for _ in 0..<4 {
            world.askAll()
            for _ in 0..<400 { try world.step() }
        }
        for session in world.started {
            // One whose start did not reach the journal in time may have left no trace of itself.
            guard journalHolds || world.isOfThisLife(session) else { continue }
            #expect(world.receipts[session]?.released == true, "\(session) in run \(seed)")
        }
        for (key, answer) in world.answers {
            switch answer {
            case .receipt(let receipt): #expect(receipt.released, "\(key.id) in run \(seed)")
            case .stopping: break
            case .problem(let problem):
                #expect(problem.type == .notFound, "\(key.id) in run \(seed)")
            case .started, .extended, .state, .receipts:
                Issue.record("\(key.id) was answered \(answer) in run \(seed)")
            }
        }
        #expect(Set(world.answers.keys) == Set(world.stops.keys))
    }
}

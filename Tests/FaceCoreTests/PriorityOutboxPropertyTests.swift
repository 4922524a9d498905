import Messages
import Testing

@testable import FaceCore

/// A small generator whose whole run follows from its seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

@Suite("The outbox under random use")
struct PriorityOutboxPropertyTests {
    /// What has been done to an outbox, and what must hold of it.
    private struct History {
        var outbox = OutboxUnderTest()
        /// Every item put, in order.
        var put: [RequestID] = []
        /// The items that must not be handed out any more.
        var over: Set<RequestID> = []
        var stops: Set<RequestID> = []
        var stop: RequestID?
        var firsts: [RequestID] = []

        mutating func put(_ request: OutboxRequest, at now: Seconds) {
            let id = RequestID("\(put.count)")
            put.append(id)
            let stopBefore = stop
            if request.action == .stop {
                stops.insert(id)
                stop = id
            }
            outbox.put(id, request, at: now)
            check(at: now)
            if request.action == .stop, let stopBefore { #expect(over.contains(stopBefore)) }
        }

        mutating func settle(at now: Seconds) {
            guard let stop else { return }
            outbox.settle(stop, at: now)
            over.insert(stop)
            self.stop = nil
            check(at: now)
        }

        mutating func acknowledge(_ id: RequestID, at now: Seconds) {
            outbox.acknowledge(id, at: now)
            // It may have been swept in this very moment, which is told first.
            check(at: now)
            if !stops.contains(id) { over.insert(id) }
        }

        /// What must hold after every call, whatever it was.
        mutating func check(at now: Seconds) {
            for removal in outbox.removed {
                #expect(over.insert(removal.id).inserted, "told twice, or after its end")
                if stops.contains(removal.id) { #expect(removal.reason == .superseded) }
                if removal.reason == .superseded { #expect(removal.kind == .soloPlay) }
                if removal.id == stop { stop = nil }
            }
            for id in outbox.handed {
                #expect(!over.contains(id), "handed out after its end")
                #expect(!stops.contains(id) || id == stop, "an earlier Stop")
                if !stops.contains(id), !firsts.contains(id) { firsts.append(id) }
            }
            let value = outbox.value
            let waitingStop = value.stop.map { $0.lease == nil ? 1 : 0 } ?? 0
            #expect(value.waiting.count + waitingStop <= PriorityOutbox.capacity)
            #expect(value.stop?.id == stop)
            if let deadline = outbox.deadline { #expect(deadline > now, "nothing came of it") }
        }
    }

    private func request(_ generator: inout Seeded) -> OutboxRequest {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: .stop(SoloStop(.session("s")))
        case 1...3: .extend(SoloExtend(session: "s", seconds: 300))
        case 4...5: .onAir(true)
        case 6: .wrapUp
        case 7: .eye(watching: true)
        default: .heard(text: "hi", take: "t")
        }
    }

    @Test("O1 to O9 hold whatever comes, in whatever order", arguments: 0..<200)
    func random(seed: UInt64) {
        var generator = Seeded(seed)
        var history = History()
        var now: Seconds = 0
        var boots = 0
        for step in 0..<200 {
            now += [0, 0.5, 0.5, 1, 1, 3, 40].randomElement(using: &generator) ?? 0
            switch Int.random(in: 0..<12, using: &generator) {
            case 0..<5: history.put(request(&generator), at: now)
            case 5..<9:
                if Int.random(in: 0..<30, using: &generator) == 0 { boots += 1 }
                let waits: [Seconds] = [0, 0, 2, 25]
                let wait = waits.randomElement(using: &generator) ?? 0
                history.outbox.open(
                    RequestID("take \(step)"), boot: Boot("relay \(boots)"), wait: wait, at: now)
                history.check(at: now)
            case 9..<11:
                guard let id = history.put.randomElement(using: &generator) else { continue }
                history.acknowledge(id, at: now)
            default: history.settle(at: now)
            }
        }
        // Ordinary items are handed out first in the order in which they were put (O1).
        let places = history.firsts.compactMap { Int($0.text) }
        #expect(places == places.sorted())
    }

    @Test(
        "O7: whatever happened before, a Stop that stands is handed out in the end",
        arguments: 0..<50)
    func stopIsNeverLost(seed: UInt64) {
        var generator = Seeded(seed)
        var history = History()
        var now: Seconds = 0
        for step in 0..<60 {
            now += [0, 0.5, 1, 7].randomElement(using: &generator) ?? 0
            history.put(request(&generator), at: now)
            if Bool.random(using: &generator) {
                history.outbox.open(RequestID("poll \(step)"), wait: 1, at: now)
                history.check(at: now)
            }
        }
        guard let stop = history.stop else { return }
        let taken = history.outbox.takeAll(at: now + 10_000)
        #expect(taken == [stop])
    }
}

import Foundation
import Messages
import TestKit
import Testing

@testable import FaceCore

/// A sequence of events with the right outcome, from a public report or one of our rules.
struct Gesture: Decodable, Sendable, CustomTestStringConvertible {
    /// An event: what a finger does, or that time has passed.
    enum Event: Decodable, Sendable {
        case touch(HoldToTalk.Phase, pointer: Int, x: Double, y: Double, at: Seconds)
        case elapse(at: Seconds)

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            let phases = [
                "down": HoldToTalk.Phase.down, "move": .move, "up": .up, "cancel": .cancel,
            ]
            guard let phase = phases[try list.decode(String.self)] else {
                self = .elapse(at: try list.decode(Seconds.self))
                return
            }
            self = .touch(
                phase, pointer: try list.decode(Int.self), x: try list.decode(Double.self),
                y: try list.decode(Double.self), at: try list.decode(Seconds.self))
        }
    }

    /// The number in the collection of reports; nil for our own.
    let number: Int?
    let source: String
    let name: String
    let events: [Event]
    let outcomes: [HoldToTalk.Outcome]

    enum CodingKeys: String, CodingKey {
        case number = "case"
        case source
        case name
        case events
        case outcomes
    }

    var testDescription: String { "\(source): \(name)" }

    static let all: [Gesture] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "gestures.json")
        guard let data = try? Data(contentsOf: file),
            let gestures = try? JSONDecoder().decode([Gesture].self, from: data)
        else {
            Issue.record("\(file.path) can't be read")
            return []
        }
        return gestures
    }()
}

extension Gesture {
    /// What a page tells of the events: one hand, from its touch to its end.
    ///
    /// So the browser's tests find it with real fingers. Nil where a finger comes again, or another
    /// one, while the first touch has not ended and never does.
    var told: [Event]? {
        var told: [Event] = []
        var held: Int?
        var others = false
        for event in events {
            guard case .touch(let phase, let pointer, _, _, _) = event else {
                told.append(event)
                continue
            }
            switch phase {
            case .down where held == pointer: return nil
            case .down where held != nil: others = true
            case .down: held = pointer
            case .move, .up, .cancel: break
            }
            guard held == pointer else { continue }
            told.append(event)
            switch phase {
            case .down, .move: break
            case .up, .cancel: held = nil
            }
        }
        return others && held != nil ? nil : told
    }
}

extension HoldToTalk.Outcome: Decodable {
    /// Reads `[name, hold, recorded?]`.
    public init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        let name = try list.decode(String.self)
        let hold = try list.decode(Int.self)
        switch name {
        case "tap": self = .tap(hold)
        case "began": self = .began(hold)
        case "ended": self = .ended(hold, recorded: try list.decode(Seconds.self))
        case "cancelled": self = .cancelled(hold)
        default:
            throw DecodingError.dataCorruptedError(in: list, debugDescription: "no outcome \(name)")
        }
    }
}

@Suite("Hold to talk")
struct HoldToTalkTests {
    @Test("each sequence has its one right outcome", arguments: Gesture.all)
    func gestures(_ gesture: Gesture) { expect(gesture.outcomes, of: gesture.events) }

    @Test("what a page leaves out of a sequence changes nothing", arguments: Gesture.all)
    func told(_ gesture: Gesture) {
        // The lift of the first finger is lost in these, which a browser always tells of.
        guard let told = gesture.told else { return }
        expect(gesture.outcomes, of: told)
    }

    private func expect(_ right: [HoldToTalk.Outcome], of events: [Gesture.Event]) {
        var button = HoldToTalk()
        var outcomes: [HoldToTalk.Outcome] = []
        for event in events {
            switch event {
            case .touch(let phase, let pointer, let x, let y, let time):
                outcomes += button.receive(phase, pointer: pointer, x: x, y: y, at: time)
            case .elapse(let time): outcomes += button.elapse(at: time)
            }
        }
        #expect(outcomes.count == right.count, "\(outcomes)")
        for (outcome, right) in zip(outcomes, right) { #expect(outcome.isSame(as: right)) }
        #expect(!button.isRecording)
    }

    @Test("few sequences are none that a browser can make")
    func untold() {
        #expect(Gesture.all.filter { $0.told == nil }.map(\.source) == ["H6", "H6", "lease"])
    }

    @Test("all reports of the collection that are about holding have a sequence")
    func reports() {
        // 17, 18 and 34 are about two presses.
        let numbers = Set(Gesture.all.compactMap(\.number))
        #expect(numbers == Set(1...34).subtracting([17, 18, 34]))
    }

    @Test("H6, H7: whatever comes in whatever order, each begin has one end, and none is left")
    func anything() {
        for seed in 0..<2_000 {
            var random = SplitMix64(seed: UInt64(seed))
            var button = HoldToTalk()
            var open: Int?
            var latest: Seconds = 0
            func take(_ outcomes: [HoldToTalk.Outcome]) {
                for outcome in outcomes {
                    switch outcome {
                    case .tap: #expect(open == nil, "seed \(seed)")
                    case .began(let hold):
                        #expect(open == nil, "seed \(seed)")
                        open = hold
                    case .ended(let hold, let recorded):
                        #expect(open == hold && recorded >= 0, "seed \(seed)")
                        open = nil
                    case .cancelled(let hold):
                        #expect(open == hold, "seed \(seed)")
                        open = nil
                    }
                }
                #expect(button.isRecording == (open != nil), "seed \(seed)")
            }
            for _ in 0..<40 {
                latest += [0, 0.1, 0.35, 0.9, -0.5, .nan][Int(random.next() % 6)]
                let time = latest
                if latest.isNaN { latest = 1 }
                let phases = [HoldToTalk.Phase.down, .move, .up, .cancel]
                let choice = Int(random.next() % 6)
                if choice < 4 {
                    let far = Double(random.next() % 3) * 25
                    let pointer = Int(random.next() % 2)
                    take(
                        button.receive(phases[choice], pointer: pointer, x: far, y: 0, at: time))
                } else {
                    take(button.elapse(at: time))
                }
            }
            take(button.elapse(at: 1e6))
            #expect(open == nil, "seed \(seed)")
            #expect(button.deadline == nil, "seed \(seed)")
        }
    }

    @Test("a deadline comes when time alone matters, and never twice for nothing")
    func deadlines() {
        var button = HoldToTalk()
        #expect(button.deadline == nil)
        _ = button.receive(.down, pointer: 1, x: 0, y: 0, at: 10)
        #expect(button.deadline == 10.35)
        #expect(button.elapse(at: 10.35) == [.began(1)])
        #expect(button.deadline == 11)
        _ = button.receive(.move, pointer: 1, x: 0, y: 0, at: 70)
        #expect(button.deadline == 10.35 + 60)
        #expect(button.elapse(at: 70.35) == [.ended(1, recorded: 60)])
        #expect(button.elapse(at: 71) == [])
        #expect(button.deadline == nil)
    }
}

extension HoldToTalk.Outcome {
    /// Whether it is the same, with lengths to the nanosecond: those of literals are not exact.
    fileprivate func isSame(as other: Self) -> Bool {
        if case .ended(let hold, let recorded) = self, case .ended(hold, let right) = other {
            return abs(recorded - right) < 1e-9
        }
        return self == other
    }
}

package import Bus
import Messages

/// Tells what is new to somebody who listens in from what only stands there, or came before.
///
/// Whoever subscribes is told each process's newest states, the beat as the last of them (B1);
/// and when somebody else subscribes, they come to everybody again, under numbers that were there
/// before.
package struct Intake: Sendable {
    /// What a message is to the listener.
    package enum Verdict: Sendable, Equatable {
        /// It has just been published; so many before it on its topic were missed.
        case new(missed: Int)
        /// How things stood when the listener came.
        case standing
        /// It has been here before, or comes from a boot that is over.
        case repeated
    }

    private var processes: [String: ProcessIntake] = [:]

    /// Listens to processes that nothing has been heard of.
    package init() {}

    /// Judges a message.
    package mutating func take(_ incoming: Incoming, from process: String) -> Verdict {
        // A mirrored message keeps its own attributes, so a number in it counts something else.
        guard !Topic.isMirrored(incoming.topic) else { return .new(missed: 0) }
        return processes[process, default: ProcessIntake()].take(incoming)
    }
}

/// What has been heard of one process.
private struct ProcessIntake {
    private var sequences = Sequences()
    private var heard: Set<String> = []
    /// The first beat that was heard; nil before that.
    private var firstBeat: (boot: Boot, states: [String: Int])?

    mutating func take(_ incoming: Incoming) -> Intake.Verdict {
        guard let boot = incoming.header.boot, let sequence = incoming.header.sequence else {
            return .new(missed: 0)
        }
        let isFirst = heard.insert(incoming.topic).inserted
        switch sequences.take(sequence, of: incoming.topic, boot: boot) {
        case .old: return .repeated
        case .gap(let missed): return .new(missed: missed)
        case .next:
            let isStanding =
                isFirst && Topic.isState(incoming.topic)
                && stood(incoming.topic, sequence, of: boot)
            if firstBeat == nil, incoming.type == VitalsBeat.type {
                firstBeat = (boot, (try? incoming.read(VitalsBeat.self))?.states ?? [:])
            }
            return isStanding ? .standing : .new(missed: 0)
        }
    }

    /// Whether a state that is heard for the first time stood there before the listener came.
    ///
    /// It did while no beat has been heard; after that only where the beat of the very moment has
    /// overtaken it.
    private func stood(_ topic: String, _ sequence: Int, of boot: Boot) -> Bool {
        guard let firstBeat else { return true }
        return firstBeat.boot == boot && sequence <= firstBeat.states[topic, default: 0]
    }
}

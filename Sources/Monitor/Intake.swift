package import Bus
internal import Messages

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

    private var sequences: [String: Sequences] = [:]
    private var arrived: Set<String> = []

    /// Listens to processes that nothing has been heard of.
    package init() {}

    /// Judges a message.
    package mutating func take(_ incoming: Incoming, from process: String) -> Verdict {
        // A mirrored message keeps its own attributes, so a number in it counts something else.
        guard !Topic.isMirrored(incoming.topic), let boot = incoming.header.boot,
            let sequence = incoming.header.sequence
        else { return .new(missed: 0) }
        let verdict = sequences[process, default: Sequences()].take(
            sequence, of: incoming.topic, boot: boot)
        switch verdict {
        case .old: return .repeated
        case .gap(let missed):
            arrived.insert(process)
            return .new(missed: missed)
        case .next: return isStanding(incoming, of: process) ? .standing : .new(missed: 0)
        }
    }

    private mutating func isStanding(_ incoming: Incoming, of process: String) -> Bool {
        guard !arrived.contains(process) else { return false }
        if incoming.type == VitalsBeat.type || !Topic.isState(incoming.topic) {
            arrived.insert(process)
        }
        return Topic.isState(incoming.topic)
    }
}

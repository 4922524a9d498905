package import Messages

/// The running numbers of a peer's events as they came, and the holes in them (B2).
package struct Sequences: Sendable, Equatable {
    /// What the number of an event says.
    package enum Verdict: Sendable, Equatable {
        /// The next one, or the first of a topic.
        case next
        /// So many before it were missed.
        case gap(Int)
        /// It has been here before, or comes from a boot that is over.
        case old
    }

    /// The boot whose numbers these are.
    private(set) var boot: Boot?
    private var formerBoots: Set<Boot> = []
    private var newest: [String: Int] = [:]
    /// The topics whose newest event counts once more if it comes again.
    private var doubted: Set<String> = []

    /// Knows no numbers yet.
    package init() {}

    /// Takes in the number of an event.
    package mutating func take(_ sequence: Int, of topic: String, boot: Boot) -> Verdict {
        guard enter(boot) else { return .old }
        guard let last = newest[topic] else {
            newest[topic] = sequence
            return .next
        }
        if doubted.remove(topic) != nil, sequence == last { return .next }
        guard sequence > last else { return .old }
        newest[topic] = sequence
        return sequence == last + 1 ? .next : .gap(sequence - last - 1)
    }

    /// Has the newest event of each topic count once more: after a silence or a lost connection
    /// nobody goes by what was heard before it.
    mutating func doubt() {
        doubted = Set(newest.keys)
    }

    /// Whether a beat names a newer state than can be relied on, of the topics listened to.
    mutating func isBehind(_ beat: NewestStates, listensTo: (String) -> Bool) -> Bool {
        guard enter(beat.boot) else { return false }
        return beat.states.contains { topic, sequence in
            listensTo(topic)
                && (newest[topic, default: 0] < sequence || doubted.contains(topic))
        }
    }

    /// Starts anew for another boot; false for one that is over.
    private mutating func enter(_ boot: Boot) -> Bool {
        guard boot != self.boot else { return true }
        guard !formerBoots.contains(boot) else { return false }
        if let former = self.boot { formerBoots.insert(former) }
        self.boot = boot
        newest = [:]
        doubted = []
        return true
    }
}

/// The part of a beat by which lost states are noticed (B2): all that is read of most beats.
struct NewestStates: Message {
    static let type = VitalsBeat.type

    var boot: Boot
    var states: [String: Int]
}

import Messages

/// The inputs of one session's player on their way to the controller, in their order.
///
/// An input's name is journaled before its first press (E9), and stays in the ledger until a
/// read-back after the session's end has shown it let go: what a controller says about a release
/// proves nothing (E5). So each name costs one write, however often it is pressed.
struct PlayerInputs: Sendable, Equatable {
    /// How many different inputs a session may use.
    static let names = 128
    /// How many inputs may wait for the journal.
    static let line = 256
    /// How many presses a second are taken, and how many at once (E13).
    static let rate = 200.0
    /// How long a tap may last.
    static let tap: ClosedRange<Seconds> = 0.001...60

    private enum Step: Sendable, Equatable {
        case press(String, lasting: Seconds?)
        case release(String)

        var name: String {
            switch self {
            case .press(let name, _), .release(let name): name
            }
        }
    }

    /// The names that are journaled: each may be down.
    private(set) var ledger: Set<String> = []
    /// The names on their way into the journal.
    private var writing: Set<String> = []
    /// All names that were taken from the player.
    private var known: Set<String> = []
    /// What the player believes to be down.
    private var down: Set<String> = []
    /// When the taps among them end.
    private var taps: [String: Seconds] = [:]
    private var waiting: [Step] = []
    private var allowance = Self.rate
    private var allowedAt: Seconds

    /// Makes an empty ledger.
    init(at now: Seconds) {
        allowedAt = now
    }

    /// What may be down at the session's end: all that the journal names, or may name.
    var leftovers: Set<String> { ledger.union(writing) }

    /// When the next tap ends.
    var nextLift: Seconds? { taps.values.min() }

    /// Takes one input from the player.
    ///
    /// - Returns: Why it is refused; nil where it is taken.
    mutating func take(_ input: PlayerInput, at now: Seconds) -> String? {
        switch input {
        case .press(let name): press(name, lasting: nil, at: now)
        case .tap(let name, let lasting):
            Self.tap.contains(lasting)
                ? press(name, lasting: lasting, at: now) : "a tap lasts 1 to 60,000 ms"
        case .release(let name): release(name)
        }
    }

    private mutating func press(
        _ name: String, lasting: Seconds?, at now: Seconds
    ) -> String? {
        allowance = min(Self.rate, allowance + (now - allowedAt) * Self.rate)
        allowedAt = now
        guard Self.isName(name) else { return "not the name of an input" }
        guard allowance >= 1 else { return "too many inputs a second" }
        guard waiting.count < Self.line else { return "too many inputs wait for the journal" }
        guard known.contains(name) || known.count < Self.names else {
            return "too many different inputs"
        }
        allowance -= 1
        known.insert(name)
        down.insert(name)
        waiting.append(.press(name, lasting: lasting))
        return nil
    }

    /// Each press has paid for one release, so that a release is never held up.
    private mutating func release(_ name: String) -> String? {
        guard down.remove(name) != nil else { return "not pressed" }
        waiting.append(.release(name))
        return nil
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64
            && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    }

    /// The next input that may go to the controller now, and whether it goes down.
    mutating func next(at now: Seconds) -> (name: String, isPress: Bool)? {
        switch waiting.first {
        case .press(let name, let lasting):
            guard ledger.contains(name) else { return nil }
            waiting.removeFirst()
            taps[name] = lasting.map { now + $0 }
            return (name, true)
        case .release(let name):
            waiting.removeFirst()
            taps[name] = nil
            return (name, false)
        case nil:
            return nil
        }
    }

    /// The names that must be journaled before anything else can go on.
    ///
    /// All that wait go in one batch, and one batch is out at a time: a flood of presses makes the
    /// batches larger, not more.
    mutating func namesToWrite() -> [String]? {
        guard writing.isEmpty else { return nil }
        writing = Set(waiting.map(\.name)).subtracting(ledger)
        return writing.isEmpty ? nil : writing.sorted()
    }

    /// Takes in that the batch is journaled.
    mutating func written() {
        ledger.formUnion(writing)
        writing = []
    }

    /// Takes in that the batch could not be journaled: its inputs are not pressed.
    ///
    /// - Returns: The names of the presses that are dropped.
    mutating func notWritten() -> [String] {
        let failed = writing
        writing = []
        known.subtract(failed)
        down.subtract(failed)
        let dropped = waiting.compactMap { step in
            if case .press(let name, _) = step, failed.contains(name) { name } else { nil }
        }
        waiting.removeAll { failed.contains($0.name) }
        return dropped
    }

    /// The taps that end by now, in the order of their names.
    mutating func lift(at now: Seconds) -> [String] {
        let ended = taps.filter { $0.value <= now }.keys.sorted()
        for name in ended {
            taps[name] = nil
            down.remove(name)
        }
        return ended
    }
}

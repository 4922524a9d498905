import Messages

/// What is between the relay and one face.
struct FaceSide: Sendable, Equatable {
    /// A request of the face and what it has come to.
    struct Asked<Request: Sendable & Equatable>: Sendable, Equatable {
        /// As the face put it.
        let request: Request
        /// The face's own key for it.
        let key: RequestKey
        /// What the face is told of it.
        var entry: Answered
    }

    /// Its newest Stop; an earlier one's answer finds no place any more (R5).
    var stop: Asked<SoloStop>?
    /// Its newest "+".
    var extend: Asked<SoloExtend>?
    /// What it was told last, without what only time changes (R4).
    var published: Shared<FaceState>?

    /// What its requests have come to, the Stop ahead of any "+" (R5, R6).
    var answered: [Answered] {
        [stop?.entry, extend?.entry].compactMap(\.self)
    }
}

/// Sees to it that one take is open at a face whenever it can be reached (R1).
struct TakeLoop: Sendable, Equatable {
    /// The waits after failures, in seconds; the last one goes on.
    static let backOff: [Seconds] = [0.1, 0.2, 0.5, 1]

    private enum Stage: Sendable, Equatable {
        /// The face cannot be reached. Becomes `open` when it is connected or heard.
        case lost
        /// A take waits at the face. Becomes `open` anew by its answer, `failed` or `lost`.
        case open
        /// A take has failed. Becomes `open` at that time, `lost` without a connection.
        case failed(until: Seconds)
    }

    private var stage = Stage.lost
    private var boot: Boot?
    private var number = 0
    private var failures = 0

    /// When a take is due after a failure.
    var due: Seconds? {
        guard case .failed(let until) = stage else { return nil }
        return until
    }

    /// Whether a take is due.
    func isDue(at now: Seconds) -> Bool {
        due.map { now >= $0 } ?? false
    }

    /// Opens a take in place of any other, and gives its number.
    mutating func open() -> Int {
        stage = .open
        number += 1
        return number
    }

    /// The face has answered a take; false where another one has been opened since.
    mutating func end(_ number: Int) -> Bool {
        guard stage == .open, number == self.number else { return false }
        failures = 0
        return true
    }

    /// A take has failed.
    mutating func fail(_ number: Int, at now: Seconds) {
        guard stage == .open, number == self.number else { return }
        stage = .failed(until: now + Self.backOff[min(failures, Self.backOff.count - 1)])
        failures += 1
    }

    /// The face is connected again, so earlier failures say nothing; true where a take is needed.
    mutating func connect() -> Bool {
        failures = 0
        return stage != .open
    }

    /// The face is heard; true where a take is needed, as an open one does not outlive its boot.
    mutating func hear(_ other: Boot) -> Bool {
        let isAnother = boot != nil && boot != other
        boot = other
        return connect() || isAnother
    }

    /// The face cannot be reached; no take is needed.
    mutating func lose() -> Bool {
        stage = .lost
        boot = nil
        return false
    }
}

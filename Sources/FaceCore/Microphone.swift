import Messages

/// Who holds the microphone's button, of all view sessions; at most one of them records.
///
/// The hands' times are on the views' clocks and time that passes is on the face's: each touch
/// brings the difference with its `down`.
struct Microphone: Sendable, Equatable {
    /// Why a touch was not taken.
    enum Refusal: Sendable, Equatable {
        case eyeIsDark
        case held(by: String)
    }

    private struct Hand: Sendable, Equatable {
        var button: HoldToTalk
        /// The face's clock less the view's.
        let lag: Seconds
    }

    /// How many views can touch it at once; who comes beyond that is not followed.
    static let limit = 16

    private var hands: [String: Hand] = [:]
    private var holds = 0
    /// The view session that records; nil while the microphone is closed.
    private(set) var holder: String?

    /// Takes what a finger does in a view session.
    ///
    /// - Returns: The last that came of it; nil where nothing did.
    /// - Throws: Why it was not taken.
    mutating func take(
        _ pointer: FacePointer, isAllowed: Bool, at now: Seconds
    ) throws(Refusal) -> HoldToTalk.Outcome? {
        if pointer.phase == .down {
            guard isAllowed else { throw .eyeIsDark }
            if let holder, holder != pointer.view { throw .held(by: holder) }
            if hands[pointer.view] == nil, hands.count < Self.limit {
                hands[pointer.view] = Hand(
                    button: HoldToTalk(after: holds), lag: now - pointer.at)
            }
        }
        guard var hand = hands[pointer.view] else { return nil }
        let outcomes = hand.button.receive(
            HoldToTalk.Phase(pointer.phase), pointer: pointer.pointer, x: pointer.x, y: pointer.y,
            at: pointer.at + hand.lag)
        keep(hand, of: pointer.view)
        return outcomes.last
    }

    /// Takes that time has passed.
    mutating func elapse(at now: Seconds) {
        for (view, var hand) in hands {
            for outcome in hand.button.elapse(at: now) {
                // Two began in one instant: the other one has it already.
                if case .began = outcome, let holder, holder != view { hand.button = HoldToTalk() }
            }
            keep(hand, of: view)
        }
    }

    /// Takes every hand away: the eye is dark.
    mutating func close() {
        hands = [:]
        holder = nil
    }

    /// When time alone will matter next.
    var deadline: Seconds? { hands.values.lazy.compactMap(\.button.deadline).min() }

    private mutating func keep(_ hand: Hand, of view: String) {
        holds = max(holds, hand.button.hold)
        hands[view] = hand.button.deadline == nil ? nil : hand
        if hand.button.isRecording {
            holder = view
        } else if holder == view {
            holder = nil
        }
    }
}

extension Microphone.Refusal: Error {}

extension HoldToTalk.Phase {
    fileprivate init(_ phase: FacePointer.Phase) {
        switch phase {
        case .down: self = .down
        case .move: self = .move
        case .up: self = .up
        case .cancel: self = .cancel
        }
    }
}

package import Messages

/// The relay's whole behaviour: takes what faces want, asks the engine, tells faces what it knows.
///
/// It keeps nothing that would matter if it were lost: an unsettled Stop is handed out again by
/// its outbox, the rest is learned from the engine's next word.
package struct RelayCore: Sendable, Equatable {
    /// What a face is told of the engine.
    var engine = EngineView()
    /// What is between the relay and each face, by the face's name.
    var sides: [String: FaceSide]
    /// The take that is open at each face, by the face's name.
    var takes: [String: TakeLoop]
    /// The faces in the order in which they are told things.
    let faces: [String]
    /// The broadcast, which lives here and nowhere else.
    var broadcast = BroadcastState()
    /// What was done for whom, as outboxes hand out again what was not acknowledged in time.
    var done = Remembered<OutboxRequest, RelayReply?>()
    /// When the engine is asked for a sign of life next (E14).
    private var nextVitals: Seconds = 0

    /// Makes a relay that knows nothing yet.
    ///
    /// - Parameter faces: The names of the faces that it serves.
    package init(faces: [String]) {
        self.faces = faces.sorted()
        sides = Dictionary(uniqueKeysWithValues: faces.map { ($0, FaceSide()) })
        takes = sides.mapValues { _ in TakeLoop() }
    }

    /// When time alone will matter next.
    package var deadline: Seconds? {
        takes.values.compactMap(\.due).reduce(nextVitals, min)
    }

    /// Takes one input and says what follows from it, in the order in which it is to be done.
    package mutating func receive(_ event: Event, at now: Seconds) -> [Effect] {
        var effects = act(on: event, at: now)
        effects += act(onTimeAt: now)
        // The passing of time sends nothing (R4), so it need not be looked what has changed.
        if case .tick = event { return effects }
        return effects + tellFaces(at: now)
    }

    private mutating func act(on event: Event, at now: Seconds) -> [Effect] {
        switch event {
        case .start: [.publishBroadcast(broadcast)]
        case .engine(let link): engineChanged(link)
        case .state(let state): stateCame(state, at: now)
        case .receipt(let receipt): receiptCame(receipt)
        case .notUnderstood: notUnderstood()
        case .answered(let ask, let reply): answerCame(reply, to: ask, at: now)
        case .failed(let ask, let problem): failed(ask, problem, at: now)
        case .face(let face, let link): faceChanged(face, link)
        case .handed(let item, let face, let number): handed(item, by: face, number, at: now)
        case .request(let request, let key, let token): requested(request, key, token)
        case .tick: []
        }
    }

    /// Does what is due: the sign of life each second, an answer that is missed, takes again.
    private mutating func act(onTimeAt now: Seconds) -> [Effect] {
        var effects: [Effect] = []
        if now >= nextVitals {
            nextVitals = now + Self.vitalsPeriod
            effects.append(.ask(.vitals))
            if engine.isAnswerMissed { effects += askStatus() }
        }
        for face in faces where takes[face]?.isDue(at: now) == true {
            effects += openTake(at: face)
        }
        return effects
    }

    /// Asks the engine for its state; from now on only this question's answer counts.
    mutating func askStatus() -> [Effect] {
        [.ask(.status(engine.nextQuestion()))]
    }

    /// Sends each face's state whose content has changed, with a fresh `now` (R4).
    private mutating func tellFaces(at now: Seconds) -> [Effect] {
        var known = engine.faceState
        known.broadcast = broadcast
        return faces.compactMap { face in
            guard let side = sides[face] else { return nil }
            var state = known
            state.answered = side.answered
            if let published = side.published, published.value == state { return nil }
            sides[face]?.published = Shared(state)
            engine.date(&state, at: now)
            return .publish(state, face: face)
        }
    }

    /// How often the engine is asked for a sign of life, the way a Stop would go (E14).
    package static let vitalsPeriod: Seconds = 1
}

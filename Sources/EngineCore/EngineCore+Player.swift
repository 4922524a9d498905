import Messages

extension EngineCore {
    /// Takes an input from a player; one of a session that has left the slot is dropped (E11).
    mutating func play(_ input: PlayerInput, of session: SessionID) {
        guard slot?.session.id == session else { return }
        if let refusal = slot?.inputs.take(input, at: now) {
            let stroke =
                switch input {
                case .press(let name), .tap(let name, _): Stroke(session, name, isPress: true)
                case .release(let name): Stroke(session, name, isPress: false)
                }
            emit(.tellPlayer(stroke, refusal: refusal))
        } else {
            pass(of: session)
        }
    }

    /// Hands over what may go to the controller, and has the rest journaled first (E9).
    private mutating func pass(of session: SessionID) {
        while let next = slot?.inputs.next(at: now) {
            emit(.stroke(Stroke(session, next.name, isPress: next.isPress)))
        }
        if let names = slot?.inputs.namesToWrite() {
            write([.holding(names, on: configuration.controller)], next: .press(session))
        }
    }

    /// Goes on with a session's inputs once their names are journaled, or cannot be.
    mutating func goOn(_ session: SessionID, problem: String?) {
        guard slot?.session.id == session else { return }
        if let problem {
            for name in slot?.inputs.notWritten() ?? [] {
                emit(
                    .tellPlayer(
                        Stroke(session, name, isPress: true), refusal: "the journal \(problem)"))
            }
        } else {
            slot?.inputs.written()
        }
        pass(of: session)
    }

    /// Ends the taps whose time is over.
    mutating func liftTaps() {
        guard let session = slot?.session.id else { return }
        for name in slot?.inputs.lift(at: now) ?? [] {
            emit(.stroke(Stroke(session, name, isPress: false)))
        }
    }

    /// The controller refused a stroke; a press stays in the ledger, as it may have come through.
    mutating func refused(_ stroke: Stroke, _ reason: String) {
        if slot?.session.id == stroke.session { emit(.tellPlayer(stroke, refusal: reason)) }
    }

    /// The controller took a stroke: that is published, and told to the player if it still plays.
    mutating func took(_ stroke: Stroke) {
        emit(
            .publishInput(
                SoloInput(
                    session: stroke.session, press: stroke.isPress ? stroke.input : nil,
                    release: stroke.isPress ? nil : stroke.input, now: now)))
        if slot?.session.id == stroke.session { emit(.tellPlayer(stroke, refusal: nil)) }
    }
}

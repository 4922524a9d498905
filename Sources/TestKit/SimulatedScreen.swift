import FaceCore
import Messages

/// What one face has been told and has shown in one life, to hold it to its rules.
struct SimulatedScreen {
    /// An armed control, as far as the people at a view session can tell.
    struct Arming {
        let control: FaceControl
        /// The first and the last press that may have armed it, on the face's clock.
        let first: Seconds
        let last: Seconds
        /// The session that was on the screen then.
        let session: SessionID?
    }

    /// A "+" that was put and is not over (F10).
    struct More {
        let id: RequestID
        let session: SessionID?
        let deadline: Seconds?
    }

    /// Whether what it was told last is knowledge (F7, F12).
    var knows = false
    /// The newest outcome that it was told of each of its Stops.
    var outcomes: [RequestID: Answered] = [:]
    /// What is armed, by view session.
    var armings: [String: Arming] = [:]
    var more: More?
}

extension Simulation {
    /// Holds a face's effects against its rules, before they are carried out.
    func watch(_ event: FaceCore.Event, _ effects: [FaceCore.Effect], on member: Member) {
        guard let face = faces[member] else { return }
        let putBefore = face.stop
        learn(event, face)
        for effect in effects {
            switch effect {
            case .put(let id, .extend(let extend)): watchMore(id, extend, member, face)
            case .put(let id, .stop(let stop)): watchStop(id, stop, event, member, face)
            case .settle(let id): watchSettled(id, member, face)
            case .reply(.pressed(let pressed), _): watchRefused(pressed, event, member, face)
            case .put, .reply, .publish, .journal, .ready: break
            }
        }
        if case .request(.press(let press), _, _, _) = event {
            watchPress(press, effects, member, face)
        }
        guard let sight = sight(of: effects) ?? face.sight else { return }
        watch(sight, event, putBefore, member, face)
    }

    private func sight(of effects: [FaceCore.Effect]) -> SimulatedSight? {
        for effect in effects {
            if let sight = effect.sight { return sight }
        }
        return nil
    }

    private func learn(_ event: FaceCore.Event, _ face: SimulatedFace) {
        switch event {
        case .state(let state): learn(state, face)
        case .stateNotUnderstood, .relaySilent, .relayDisconnected: face.screen.knows = false
        case .removed(let removed, _):
            if face.screen.more?.id == removed.id { face.screen.more = nil }
        case .recovered(.found(let record)):
            if let stop = record.stop { face.screen.outcomes[stop.id] = stop.answer }
        case .recovered(.lost), .request, .navigator, .pins, .health, .journaled, .notJournaled,
            .taken, .returned, .tick:
            break
        }
    }

    private func learn(_ state: FaceState, _ face: SimulatedFace) {
        switch state.open {
        case .unknown: face.screen.knows = false
        case .open: face.screen.knows = state.session != nil
        case .closed: face.screen.knows = true
        }
        for answer in state.answered where answer.stage == nil {
            switch answer.action {
            case .stop: face.screen.outcomes[answer.id] = answer
            case .extend: if face.screen.more?.id == answer.id { face.screen.more = nil }
            }
        }
        guard face.screen.knows, let more = face.screen.more else { return }
        let isMoved = more.deadline.map { state.expiresAt ?? $0 > $0 } ?? false
        if state.open == .closed || state.session != more.session || isMoved {
            face.screen.more = nil
        }
    }
}

// MARK: Presses

extension Simulation {
    /// Only a deliberate press acts, and on what it was armed for (T2, T5, F8).
    private func watchPress(
        _ press: FacePress, _ effects: [FaceCore.Effect], _ member: Member, _ face: SimulatedFace
    ) {
        let now = clock(of: member)
        let acts = effects.contains { if case .put = $0 { true } else { false } }
        let armed = face.screen.armings[press.view].flatMap {
            $0.control == press.control ? $0 : nil
        }
        if acts {
            face.screen.armings[press.view] = nil
            if armed.map({ now - $0.first < 0.4 || now - $0.last >= 5 }) ?? true {
                broken(.deliberate, "\(press.control) of \(member) acts at a first press")
            }
            return
        }
        guard effects.contains(where: \.isArmed) else { return }
        // A press that comes too soon leaves the arming as it is, if that still stands.
        let isTooSoon = armed.map { now - $0.last < 0.4 } ?? false
        face.screen.armings[press.view] = SimulatedScreen.Arming(
            control: press.control, first: isTooSoon ? armed?.first ?? now : now, last: now,
            session: face.screen.knows ? face.heard?.session : nil)
    }

    /// A "+" is put where none is unanswered, and no Stop unsettled (F3).
    private func watchMore(
        _ id: RequestID, _ extend: SoloExtend, _ member: Member, _ face: SimulatedFace
    ) {
        let line = face.sight?.stopLine ?? ""
        if line.hasPrefix("Stop requested") || line.hasPrefix("Stop not confirmed") {
            broken(.oneMore, "\(member) puts \(id) beside: \(line)")
        }
        if let more = face.screen.more {
            broken(.oneMore, "\(member) puts \(id) beside \(more.id)")
        }
        face.screen.more = SimulatedScreen.More(
            id: id, session: extend.session, deadline: face.heard?.expiresAt)
    }

    /// A Stop names what is on the screen, and what it was armed for (F4, F8).
    private func watchStop(
        _ id: RequestID, _ stop: SoloStop, _ event: FaceCore.Event, _ member: Member,
        _ face: SimulatedFace
    ) {
        face.screen.more = nil
        guard case .request(let request, _, _, _) = event else { return }
        let open = face.heard?.open == .open ? face.heard?.session : nil
        let isRight =
            if !face.screen.knows {
                stop.target == .whateverRuns
            } else if let open {
                stop.target == .session(open)
            } else {
                stop.target != .whateverRuns
            }
        if !isRight { broken(.stopAlways, "\(member) puts \(id) about \(stop.target)") }
        guard case .press(let press) = request, let open, face.screen.knows,
            let armed = face.screen.armings[press.view]?.session, open != armed
        else { return }
        broken(.armedFor, "\(member) stops \(open), and was armed for \(armed)")
    }

    /// Stop can be pressed while anything runs, is unknown, or is not settled (F4).
    private func watchRefused(
        _ pressed: FacePressed, _ event: FaceCore.Event, _ member: Member, _ face: SimulatedFace
    ) {
        guard pressed.outcome == .refused, case .request(.press(let press), _, _, _) = event,
            press.control == .stop
        else { return }
        let isUnsettled = face.stop.map { $0.settlement == nil } ?? false
        let isUnconfirmed = face.heard?.receipt?.released == false
        if !face.screen.knows || face.heard?.open == .open || isUnsettled || isUnconfirmed {
            broken(.stopAlways, "\(member) refuses a Stop")
        }
    }

    /// A Stop leaves by both facts in one state, or as a note by its answer (F5, F6, F13).
    private func watchSettled(_ id: RequestID, _ member: Member, _ face: SimulatedFace) {
        guard let state = face.heard, let answer = face.screen.outcomes[id],
            let boot = answer.boot, let revision = answer.revision,
            let reached = state.revision
        else {
            broken(.settledByFacts, "\(member) settles \(id) without an answer")
            return
        }
        let isNoNewer = boot == state.boot && revision <= reached
        let isOver = answer.released == true || answer.problem == .notFound
        if !face.screen.knows || !isNoNewer || !isOver {
            broken(.settledByFacts, "\(member) settles \(id) by \(answer) in \(state)")
        }
        let isNote = face.seenOpen.map { $0.stop == id && $0.session != answer.session } ?? false
        guard !isNote else { return }
        if state.open != .closed || state.receipt?.released != true {
            broken(.settledByFacts, "\(member) settles \(id) in \(state)")
        }
    }
}

// MARK: The view

extension Simulation {
    private func watch(
        _ sight: SimulatedSight, _ event: FaceCore.Event, _ before: KeptStop?,
        _ member: Member, _ face: SimulatedFace
    ) {
        let screen = face.screen
        if screen.knows == sight.lines.contains(where: { $0.hasPrefix("state unknown") }) {
            broken(.unknownTold, "\(member) knows: \(screen.knows), and shows \(sight.lines)")
        }
        guard case .state(let state) = event, screen.knows else { return }
        if state.open == .open, screen.more == nil, before?.settlement != nil || before == nil,
            !sight.takesMore
        {
            broken(.moreEnds, "\(member) takes no \"+\"")
        }
        watchUnseenEnd(in: sight, state, before, member)
    }

    /// A Stop pressed without knowledge says what it ended, unless that was on the screen (F15).
    private func watchUnseenEnd(
        in sight: SimulatedSight, _ state: FaceState, _ stop: KeptStop?, _ member: Member
    ) {
        guard let stop, stop.settlement == nil, stop.target == .whateverRuns,
            let answer = state.answered.first(where: { $0.id == stop.id }),
            answer.released != nil, let session = answer.session, session != stop.shown?.id
        else { return }
        if !sight.lines.contains(where: { $0.hasPrefix("your earlier Stop ended") }) {
            broken(.unseenEnd, "\(member) does not say that it ended \(session)")
        }
    }
}

extension FaceCore.Effect {
    /// What is seen of it.
    var sight: SimulatedSight? {
        if case .publish(let view) = self { SimulatedSight(view) } else { nil }
    }

    /// Whether it answers that a control is armed.
    fileprivate var isArmed: Bool {
        guard case .reply(.pressed(let pressed), _) = self else { return false }
        return pressed.outcome == .armed
    }
}

import FaceCore
import Messages

/// What is really the case, as nobody in the group can know it.
struct SimulatedTruth {
    /// A Stop that was put into an outbox.
    struct Stop {
        let target: StopTarget
        /// The session that was in the slot when it was pressed.
        let open: SessionID?
        /// How many sessions there had been by then.
        let sessions: Int
        /// Whether it was answered `confirmed`, and kept.
        var isConfirmed = false
        /// What receipts have called it about: a session, or none.
        var subjects: Set<SessionID?> = []
    }

    /// The sessions in the order in which they came to be open.
    private var numbers: [SessionID: Int] = [:]
    private(set) var stops: [RequestID: Stop] = [:]
    /// Whether somebody has let a session start in spite of an unconfirmed release.
    var wasDismissed = false
    /// So many of the first sessions were forgotten with the engine's journal: nobody can know
    /// what they have pressed.
    private(set) var forgotten = 0
    /// Whether a session has been forgotten, or might have been.
    private(set) var hasForgotten = false

    /// Takes down that the engine's journal is lost.
    mutating func forgetSessions() {
        forgotten = numbers.count
        hasForgotten = true
    }

    /// Takes down that a face's journal is lost, with the Stop in it.
    mutating func forget(_ id: RequestID) {
        stops[id]?.isConfirmed = false
    }

    /// Takes down that a session has come to be open.
    mutating func opened(_ session: SessionID) {
        numbers[session] = numbers[session] ?? numbers.count + 1
    }

    /// The place of a session among all of them, from 1; 0 for one that was never open.
    func number(of session: SessionID) -> Int { numbers[session] ?? 0 }

    /// Takes down that a Stop was put; a face puts it again in its next life.
    mutating func put(_ id: RequestID, _ target: StopTarget, whileOpen open: SessionID?) {
        guard stops[id] == nil else { return }
        stops[id] = Stop(target: target, open: open, sessions: numbers.count)
    }

    /// Takes down that somebody was told that a Stop is kept.
    mutating func confirm(_ id: RequestID) {
        stops[id]?.isConfirmed = true
    }

    /// Takes down what a receipt says that a Stop is about.
    mutating func call(_ id: RequestID, about session: SessionID?) {
        stops[id]?.subjects.insert(session)
    }
}

// The promises.
extension Simulation {
    static let stopped = "Stopped — engine released inputs"
    private static let unsettled = [
        "Stop requested", "Stop not confirmed", "Not released", "Earlier Stop", "state unknown",
    ]

    /// Checks after each step that no face claims what is not so.
    func check() {
        for member in Member.faces {
            if let face = faces[member], face.showsStopped { checkStopped(member, face) }
        }
    }

    /// Both facts must hold in what the face was told last, and be true of the session that it
    /// stopped and of the one that the newest receipt is about.
    private func checkStopped(_ member: Member, _ face: SimulatedFace) {
        guard face.screen.knows, let stop = face.stop, let answer = stop.answer,
            let state = face.heard,
            state.open == .closed, let receipt = state.receipt, receipt.released
        else {
            broken(.stoppedTrue, "\(member) shows it, and was not told both facts")
            return
        }
        if let session = answer.session, controller.admitted == session {
            broken(.stoppedTrue, "\(member) shows it while \(session) is open")
        }
        if let seen = face.seenOpen, seen.stop == stop.id, let session = answer.session,
            seen.session != session
        {
            broken(.otherSession, "\(member) shows Stopped for \(seen.session)")
        }
        let sessions = [answer.session, receipt.session].compactMap(\.self)
        let last = sessions.map { truth.number(of: $0) }.max() ?? truth.stops[stop.id]?.sessions
        if holds(sessionsUpTo: last ?? 0) {
            broken(.stoppedTrue, "\(member) shows it while \(controller.down) are held")
        }
    }

    /// Whether the controller holds an input that one of the first sessions has pressed.
    private func holds(sessionsUpTo last: Int) -> Bool {
        controller.down.values.contains { $0 <= last && $0 > truth.forgotten }
    }

    /// Checks a receipt: a clean one is true (E5), and each Stop is about one thing only (E8).
    func check(_ receipt: SoloReceipt) {
        if receipt.released, let session = receipt.session,
            holds(sessionsUpTo: truth.number(of: session))
        {
            broken(.trueReceipt, "\(session) is called released while \(controller.down) are held")
        }
        let subject = receipt.session?.text ?? "-"
        if receipt.cause == .stop, !receipt.stops.contains(where: ends(receipt.session)),
            !mayHaveSpoiled
        {
            broken(.namedSession, "\(subject) was stopped by a Stop that was not for it")
        }
        for asked in receipt.stops {
            truth.call(asked.id, about: receipt.session)
            guard let stop = truth.stops[asked.id] else { continue }
            if let session = receipt.session, case .session(let named) = stop.target,
                named != session
            {
                broken(.namedSession, "\(asked.id) named \(named), and is about \(session)")
            }
            // From memory no engine can tell what a Stop of its last life was about (E12), nor
            // that it knew a session once.
            let isExcused =
                (mayHaveSpoiled || truth.hasForgotten)
                && (stop.target.isVague || stop.subjects.subtracting([nil]).count < 2)
            if stop.subjects.count > 1, !isExcused {
                broken(.oneSubject, "\(asked.id) is about \(stop.subjects)")
            }
        }
    }

    /// Whether a Stop may have ended a session: it named that one, or what was open.
    private func ends(_ session: SessionID?) -> (AskedStop) -> Bool {
        { [truth] asked in
            switch truth.stops[asked.id]?.target {
            case .session(let named): named == session
            case .whateverRuns: true
            case .nothing, nil: false
            }
        }
    }

    /// Checks a receipt with which a request is answered.
    func checkReply(_ reply: SoloReply) {
        if case .receipt(let receipt) = reply { check(receipt) }
    }

    /// Whether nothing is left to be settled, on the screens and in the world.
    var isSettled: Bool { disagreement == nil && unsettledThing == nil && lostStop == nil }

    private var unsettledThing: String? {
        for member in processes.keys where !isRunning(member) {
            return "\(member.name) is away"
        }
        for member in Member.faces {
            guard let face = faces[member] else { continue }
            if let id = face.waitingStop { return "\(member.name) still asks for \(id)" }
            guard let sight = face.sight else { return "\(member.name) shows nothing" }
            for line in [sight.stopLine] + sight.lines {
                if Self.unsettled.contains(where: { line.hasPrefix($0) }) {
                    return "\(member.name) shows: \(line)"
                }
            }
        }
        return nil
    }

    /// The face that was told something else than is so now; nil where all were told the same.
    private var disagreement: Member? {
        for member in Member.faces {
            guard let face = faces[member] else { continue }
            guard face.screen.knows, let heard = face.heard, heard.boot == boot(of: .engine),
                heard.revision == watch.revision, heard.session == watch.open
            else { return member }
        }
        return nil
    }

    /// A Stop that was confirmed, and whose session is open or holds an input all the same.
    private var lostStop: RequestID? {
        // Asked at each step of the peace, and there are as many Stops as ever were pressed.
        guard controller.admitted != nil || !controller.down.isEmpty else { return nil }
        return truth.stops.filter { _, stop in
            guard stop.isConfirmed else { return false }
            let meant: SessionID? =
                switch stop.target {
                case .session(let session): session
                case .whateverRuns: stop.open
                case .nothing: nil
                }
            guard let meant else { return false }
            return controller.admitted == meant || holds(sessionsUpTo: truth.number(of: meant))
        }
        .keys.min { $0.text < $1.text }
    }

    /// Checks that what had to be settled after the faults has been.
    func checkEnd() {
        if let lostStop { broken(.stopKept, "\(lostStop) is") }
        if let unsettledThing { broken(.settled, "\(Self.patience) s later \(unsettledThing)") }
        if let disagreement {
            let heard = faces[disagreement]?.heard
            broken(.agreed, "\(Self.patience) s later \(disagreement) was told \(heard as Any)")
        }
    }
}

extension StopTarget {
    /// Whether only the engine can say which session it is about.
    fileprivate var isVague: Bool {
        switch self {
        case .session: false
        case .nothing, .whateverRuns: true
        }
    }
}

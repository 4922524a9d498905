import Messages
import RelayCore

/// What one relay has told in one life, to hold it to its rules.
struct SimulatedPost {
    /// The boots that each face was told of, the newest last, with that one's revision.
    struct Told {
        var boots: [Boot] = []
        var revision = 0
    }

    private var told: [String: Told] = [:]
    /// The Stop of each face that was passed on last.
    var newestStop: [String: RequestID] = [:]
    /// Since when no take waits at a face that can be reached.
    var takelessSince = Members<Seconds>()

    /// Takes down what a face is told, and says whether it goes back (R9).
    mutating func tell(_ face: String, _ boot: Boot, _ revision: Int) -> Bool {
        let before = told[face] ?? Told()
        var after = before
        after.revision = revision
        if before.boots.last == boot {
            told[face] = after
            return revision < before.revision
        }
        after.boots.append(boot)
        told[face] = after
        return before.boots.contains(boot)
    }
}

extension Simulation {
    /// Holds the relay's effects against its rules, before they are carried out.
    func watch(_ effects: [RelayCore.Effect]) {
        var isBehind = false
        for effect in effects {
            switch effect {
            case .ask(.stop(_, let key, let face)):
                post.newestStop[face] = key.id
                if isBehind { broken(.stopFirst, "\(key.id) goes behind something else") }
                if faces.keys.first(where: { $0.name == face })?.source != key.source {
                    broken(.stopFirst, "\(key.id) goes as \(key.source)")
                }
            case .ask: isBehind = true
            case .publish(let state, let face): watch(state, to: face)
            case .publishBroadcast, .publishHeard, .publishWatching, .reply: break
            }
        }
    }

    private func watch(_ state: FaceState, to face: String) {
        if state.answered.firstIndex(where: { $0.action == .stop }) ?? 0 > 0
            || Set(state.answered.map(\.action)).count < state.answered.count
        {
            broken(.stopAhead, "\(face) is told \(state.answered)")
        }
        if let boot = state.boot, let revision = state.revision, post.tell(face, boot, revision) {
            broken(.neverBack, "\(face) is told of \(boot), \(revision) again")
        }
        for answer in state.answered where answer.action == .stop { watch(answer, to: face) }
        watchClock(in: state, to: face)
    }

    /// What a Stop has come to was said by the engine, in that boot and at that revision (R5).
    private func watch(_ answer: Answered, to face: String) {
        if let newest = post.newestStop[face], answer.id != newest {
            broken(.answeredTrue, "\(face) is told of \(answer.id), and has put \(newest)")
        }
        guard let released = answer.released else { return }
        guard let boot = answer.boot, let revision = answer.revision else {
            broken(.answeredTrue, "\(face) is told \(answer)")
            return
        }
        let word = SimulatedWord(stop: answer.id, boot: boot, revision: revision)
        if record.said[word] != released {
            broken(
                .answeredTrue, "\(face) is told \(answer), and it was \(record.said[word] as Any)")
        }
    }

    /// The clock is the engine's, as far as it can be known on the way (R3).
    private func watchClock(in state: FaceState, to face: String) {
        guard let told = state.now else {
            if state.open != .unknown { broken(.engineClock, "\(face) is told no clock") }
            return
        }
        let ahead = told - clock(of: .engine)
        let isBehind = isClockExact(in: state) && ahead < -0.1
        if ahead > 1e-6 || isBehind { broken(.engineClock, "\(face) is told \(ahead) s too much") }
    }

    /// Whether all was heard at once that a face is told: what was late in an earlier round of
    /// faults stays late for as long as nothing newer comes.
    private func isClockExact(in state: FaceState) -> Bool {
        guard faults.areClocksExact, let clearFrom else { return faults.areClocksExact }
        return state.boot == boot(of: .engine) && state.revision == watch.revision
            && watch.revisedAt >= clearFrom
    }

    /// While nothing is wrong between them, the relay has a take open at a face (R1).
    func checkTakes() {
        guard now - (troubles[.relay] ?? 0) > 2 else { return }
        for connection in connections
        where connection.client == .relay && connection.server != .engine {
            let face = connection.server
            let isCalm = connection.isKnown && now - (troubles[face] ?? 0) > 2
            guard isCalm, !connection.pending.values.contains(where: \.request.isTake) else {
                post.takelessSince[face] = nil
                continue
            }
            // One that has failed is followed by another one after a short pause.
            let since = post.takelessSince[face] ?? now
            post.takelessSince[face] = since
            if now - since > 2 { broken(.openTake, "none is at \(face) since \(since) s") }
        }
    }
}

extension SimulatedRequest {
    /// Whether it waits for an item of an outbox.
    fileprivate var isTake: Bool {
        if case .outbox(.take, _) = self { true } else { false }
    }
}

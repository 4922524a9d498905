internal import Messages

/// While processes are kept up: starting, watching, starting again, giving up (G2 to G4, G9).
extension Supervisor {
    /// Starts a process.
    mutating func spawn(_ index: Int, _ effects: inout [Effect]) {
        members[index].spawning(at: time)
        effects.append(.spawn(members[index].name))
    }

    /// Takes in a sign of life, which arms the watch (G4) and tells readiness (G2).
    mutating func take(_ beat: VitalsBeat, of name: String, _ effects: inout [Effect]) {
        guard let index = index(of: name),
            let change = members[index].take(beat, at: time),
            let run = members[index].run
        else { return }
        if change.isNew, beat.pid != run.spawned, beat.pid != run.worker {
            effects.append(.adopt(name, pid: beat.pid))
        }
        guard run.stage == .ready, !change.wasReady else { return }
        effects.append(.note(.ready(name, after: time - run.since)))
        guard !wasReady, unready.isEmpty else { return }
        wasReady = true
        effects.append(.note(.groupReady(after: time)))
    }

    /// Takes in that nothing is left of a run.
    mutating func lose(_ index: Int, _ exit: Exit, _ effects: inout [Effect]) {
        let stop = members[index].run?.stop
        switch phase {
        case .ending, .emptying, .finished:
            if !exit.isOrderly(after: stop) { unclean.append(members[index].name) }
            members[index].rest(.over, at: time)
        case .keeping where stop?.isRestart == true:
            members[index].rest(.waiting(until: time), at: time)
        case .keeping: die(index, exit, &effects)
        }
    }

    /// Counts a death, and decides whether the process is started again (G3).
    private mutating func die(_ index: Int, _ exit: Exit, _ effects: inout [Effect]) {
        let member = members[index]
        let deaths = members[index].die(at: time)
        if deaths > limits.restarts {
            members[index].rest(.givenUp, at: time)
            effects.append(.note(.gaveUp(member.name, deaths: deaths)))
        } else if member.restart == .always {
            let pause = Self.backOff(after: deaths)
            members[index].rest(.waiting(until: time + pause), at: time)
            effects.append(.note(.died(member.name, exit, startsIn: pause)))
            return
        } else {
            members[index].rest(.over, at: time)
            effects.append(.note(.over(member.name, exit)))
        }
        if member.isEssential { order(.gaveUp(member.name), &effects) }
    }

    /// How long a process waits for its next start: 0.1 s, doubled by each death, at most 5 s.
    private static func backOff(after deaths: Int) -> Seconds {
        min(0.1 * Seconds(1 << min(deaths - 1, 6)), 5)
    }

    /// Ends and starts a process that somebody asked for; nil, or why not.
    mutating func restart(_ name: String, _ effects: inout [Effect]) -> Problem? {
        guard let index = index(of: name) else {
            return Problem(
                .notFound, "no such process",
                detail: "\(group) has \(members.map(\.name).joined(separator: ", ")).",
                field: "process")
        }
        guard phase == .keeping else {
            return Problem(.refused, "the group is ending", detail: "Nothing is started any more.")
        }
        effects.append(.note(.restarting(name)))
        members[index].forgetDeaths()
        switch members[index].life {
        case .running: stop(index, isRestart: true, &effects)
        case .waiting, .givenUp, .over: spawn(index, &effects)
        case .spawning: break
        }
        return nil
    }

    /// Does what time has made due while processes are kept up.
    mutating func keep(_ effects: inout [Effect]) {
        for index in members.indices {
            switch members[index].life {
            case .waiting(let until) where time >= until: spawn(index, &effects)
            case .running(let run): watch(index, run, &effects)
            case .waiting, .spawning, .givenUp, .over: break
            }
        }
        if !wasReady, time >= nextReminder {
            nextReminder = time + Self.reminderInterval
            effects.append(.note(.waiting(unready)))
        }
    }

    private mutating func watch(_ index: Int, _ run: Member.Run, _ effects: inout [Effect]) {
        guard run.stop == nil, let heard = run.heard, time - heard >= limits.watch else { return }
        effects.append(.note(.silent(members[index].name, for: time - heard)))
        kill(index, &effects)
    }

    /// The essential processes that are not ready yet, which the group's readiness waits for.
    ///
    /// Others may be programs that know nothing of beats, such as a route server.
    private var unready: [String] {
        members.filter { member in
            guard member.isEssential else { return false }
            switch member.life {
            case .running(let run): return run.stage != .ready
            case .waiting, .spawning: return true
            case .givenUp, .over: return false
            }
        }.map(\.name)
    }
}

extension Exit {
    /// Whether a process that was to end did so by itself (G5).
    fileprivate func isOrderly(after stop: Member.Stop?) -> Bool {
        if stop?.step == .killed { return false }
        switch self {
        case .exited(let code): return code == 0
        // TERM, before the process had a chance to take it in.
        case .signalled(let signal): return signal == 15 && stop?.step == .terminated
        case .unknown: return true
        case .notSpawned: return true
        }
    }
}

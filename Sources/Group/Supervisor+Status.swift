internal import Messages

/// What the supervisor tells of the group, and when it wants to be asked again.
extension Supervisor {
    /// How the processes are (G9).
    var status: GroupStatus {
        GroupStatus(name: group, processes: members.map(status))
    }

    private func status(of member: Member) -> GroupStatus.Process {
        let state = state(of: member)
        let heard = member.run?.heard
        let since = state == .silent ? (heard ?? time) + limits.silent : member.since
        return GroupStatus.Process(
            name: member.name, pid: member.run?.worker ?? member.run?.spawned, state: state,
            restarts: member.restarts, since: time - since, lastBeat: heard.map { time - $0 })
    }

    private func state(of member: Member) -> GroupStatus.Process.State {
        switch member.life {
        case .waiting, .over: .dead
        case .spawning: .starting
        case .givenUp: .givenUp
        case .running(let run) where run.stop != nil: .stopping
        case .running(let run) where isSilent(run): .silent
        case .running(let run):
            switch run.stage {
            case .starting: .starting
            case .ready: .ready
            case .stopping: .stopping
            }
        }
    }

    private func isSilent(_ run: Member.Run) -> Bool {
        run.heard.map { time - $0 >= limits.silent } ?? false
    }

    /// The next moment of running time at which something is due.
    var due: Seconds? {
        var times = members.compactMap(due)
        switch phase {
        case .keeping where !wasReady: times.append(nextReminder)
        case .emptying(_, let emptying):
            let isEmpty = emptying.remaining?.isEmpty == true
            times.append(isEmpty ? emptying.since + Self.receiptGrace : emptying.nextSweep)
        case .keeping, .ending, .finished: break
        }
        return times.min()
    }

    private func due(of member: Member) -> Seconds? {
        switch member.life {
        case .waiting(let until): return until
        case .spawning, .givenUp, .over: return nil
        case .running(let run):
            let orphaned = run.orphaned.map { $0 + Member.askGrace }
            return [orphaned, due(of: run, grace: member.grace)].compactMap(\.self).min()
        }
    }

    private func due(of run: Member.Run, grace: Seconds) -> Seconds? {
        switch run.stop?.step {
        case .asked: run.stop.map { $0.since + Member.askGrace }
        case .terminated: run.stop.map { $0.since + grace }
        case .killed: nil
        case nil: run.heard.map { $0 + (isSilent(run) ? limits.watch : limits.silent) }
        }
    }
}

internal import Messages

/// The order to end, carried out from the face to the engine (G5).
extension Supervisor {
    /// How long what the processes left behind has to end by itself, in seconds.
    ///
    /// An engine's `hand` lets go of the keys when its pipe closes, and must not be cut short.
    static let leftoverGrace: Seconds = 2
    /// When the search for what is left is given up, in seconds.
    static let sweepLimit: Seconds = 7
    /// How often is looked for what is left, in seconds.
    static let sweepInterval: Seconds = 0.1
    /// How long a receipt that is owed is waited for, when nobody is left to send another.
    static let receiptGrace: Seconds = 0.5

    /// Takes in an order to end; a signal that comes later than the first one's span kills (G5).
    mutating func order(_ cause: Cause, _ effects: inout [Effect]) {
        switch phase {
        case .keeping:
            phase = .ending(Order(cause: cause, since: now))
            effects.append(.note(.ending(cause)))
            for index in members.indices where !members[index].isAlive {
                members[index].rest(.over, at: time)
            }
        case .ending(var order):
            guard isAnother(cause, order) else { return }
            order.isForced = true
            phase = .ending(order)
            effects.append(.note(.forced))
        case .emptying(var order, let emptying):
            guard isAnother(cause, order) else { return }
            order.isForced = true
            phase = .emptying(order, emptying)
        case .finished: break
        }
    }

    private func isAnother(_ cause: Cause, _ order: Order) -> Bool {
        cause == .signal && !order.isForced && now - order.since > Self.orderSpan
    }

    /// Starts to end one run.
    mutating func stop(_ index: Int, isRestart: Bool = false, _ effects: inout [Effect]) {
        let name = members[index].name
        switch members[index].stop(at: time, isRestart: isRestart) {
        case .asked: effects.append(.order(name))
        case .terminated: effects.append(.signal(name, .terminate))
        case .killed, nil: break
        }
    }

    /// Kills one run, once.
    mutating func kill(_ index: Int, _ effects: inout [Effect]) {
        guard members[index].kill(at: time) else { return }
        effects.append(.signal(members[index].name, .kill))
    }

    /// Does what the newest event or the time has made due.
    mutating func proceed(_ effects: inout [Effect]) {
        for index in members.indices { escalate(index, &effects) }
        if phase == .keeping { keep(&effects) }
        if case .ending(let order) = phase { end(order, &effects) }
        if case .emptying(let order, let emptying) = phase { empty(order, emptying, &effects) }
    }

    /// Goes from asking to TERM, and from TERM to KILL.
    private mutating func escalate(_ index: Int, _ effects: inout [Effect]) {
        let member = members[index]
        guard let run = member.run else { return }
        if let orphaned = run.orphaned, time - orphaned >= Member.askGrace { kill(index, &effects) }
        guard let stop = run.stop else { return }
        switch stop.step {
        case .asked where time - stop.since >= Member.askGrace:
            members[index].terminate()
            effects.append(.signal(member.name, .terminate))
        case .terminated where time - stop.since >= member.grace:
            effects.append(.note(.killing(member.name, after: time - stop.since)))
            kill(index, &effects)
        case .asked, .terminated, .killed: break
        }
    }

    private mutating func end(_ order: Order, _ effects: inout [Effect]) {
        let alive = members.indices.filter { members[$0].isAlive }
        guard let rank = alive.map({ members[$0].endRank }).min() else {
            phase = .emptying(order, Emptying(since: time, nextSweep: time))
            return
        }
        // An engine's rank is the lowest left only when the others have gone.
        for index in alive {
            if order.isForced, rank == Member.engineRank || members[index].kind != .engine {
                kill(index, &effects)
            } else if members[index].endRank == rank {
                stop(index, &effects)
            }
        }
    }

    private mutating func empty(
        _ order: Order, _ before: Emptying, _ effects: inout [Effect]
    ) {
        var emptying = before
        let age = time - emptying.since
        let remaining = emptying.remaining ?? []
        let isEmpty = emptying.remaining?.isEmpty == true
        if isEmpty ? !solo.isOwed || age >= Self.receiptGrace : age >= Self.sweepLimit {
            finish(order, survivors: remaining, &effects)
            return
        }
        if !isEmpty, time >= emptying.nextSweep {
            let kills = age >= Self.leftoverGrace || order.isForced && emptying.remaining != nil
            if kills, !emptying.hasKilled {
                effects.append(.note(.left(remaining)))
                unclean += remaining
            }
            emptying.hasKilled = emptying.hasKilled || kills
            emptying.nextSweep = time + Self.sweepInterval
            effects.append(.sweep(kill: kills))
        }
        phase = .emptying(order, emptying)
    }

    private mutating func finish(
        _ order: Order, survivors: [String], _ effects: inout [Effect]
    ) {
        phase = .finished
        let ending = Ending(
            cause: order.cause, unclean: unclean, survivors: survivors, receipt: solo.receipt,
            isUnconfirmed: solo.isUnconfirmed)
        effects.append(.finish(ending))
    }
}

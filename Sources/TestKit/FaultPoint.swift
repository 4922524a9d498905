/// One thing that can go wrong: at a step of something that is under way, in one process.
package struct FaultPoint: Sendable, Hashable, CustomStringConvertible {
    /// What is under way.
    package enum Scenario: String, Sendable, CaseIterable {
        /// A session is started, and its player presses something.
        case start
        /// "+" is pressed twice.
        case extend
        /// Stop is pressed twice.
        case stop
        /// The session's time runs out.
        case deadline
        /// The player ends by itself.
        case playerEnd = "player_end"
    }

    /// What goes wrong.
    package enum Fault: String, Sendable, CaseIterable {
        /// `kill -9`.
        case kill
        /// SIGSTOP, and SIGCONT after some seconds.
        case freeze
        /// All its connections are cut in the middle of it.
        case cut
        /// Its bus thread stands still for two seconds, and the library's threads go on.
        case stall
        /// Its disk is full for some seconds.
        case full
    }

    /// A process that is hit.
    package enum Victim: String, Sendable, CaseIterable {
        case engine
        case relay
        case face
        case launcher
        case player
    }

    /// What is under way.
    package let scenario: Scenario
    /// The step that is held meanwhile: `engine.does.release`, for instance.
    package let step: String
    /// What goes wrong there.
    package let fault: Fault
    /// With whom.
    package let victim: Victim

    /// Its name, by which it can be asked for alone.
    package var description: String {
        "\(scenario.rawValue)/\(step)/\(fault.rawValue)/\(victim.rawValue)"
    }

    /// Whether the process that is held is the one that is hit.
    var hitsHolder: Bool { step.hasPrefix("\(victim.rawValue).") }

    /// All that there are.
    package static let all = Scenario.allCases.flatMap { scenario in
        scenario.steps.flatMap { step in points(of: scenario, at: step) }
    }

    /// So many of them, chosen by a seed; all, in their order, where so many are asked for.
    package static func sample(_ count: Int, seed: UInt64) -> [FaultPoint] {
        guard count < all.count else { return all }
        var random = SplitMix64(seed: seed)
        return Array(all.shuffled(using: &random).prefix(count))
    }

    private static func points(of scenario: Scenario, at step: Step) -> [FaultPoint] {
        Victim.allCases.flatMap { victim in
            Fault.allCases.compactMap { fault in
                let point = FaultPoint(
                    scenario: scenario, step: step.name, fault: fault, victim: victim)
                return point.isPossible(beside: step) ? point : nil
            }
        }
    }

    private func isPossible(beside step: Step) -> Bool {
        switch victim {
        case .player: guard step.hasPlayer else { return false }
        case .engine, .relay, .face, .launcher: break
        }
        switch fault {
        case .kill, .freeze: return true
        // Only who is held can be told to, and a freeze stalls the others.
        case .cut, .stall: return hitsHolder
        // The relay keeps nothing, and the player is no program of ours.
        case .full: return victim != .relay && victim != .player
        }
    }
}

/// A step of a scenario.
struct Step: Sendable {
    /// Process, `takes` or `does`, and the core's own name of the event or effect.
    let name: String
    /// Whether the player surely runs then.
    let hasPlayer: Bool
}

extension FaultPoint.Scenario {
    /// The steps on its way, in about their order.
    var steps: [Step] {
        switch self {
        case .start: Self.startSteps
        case .extend: Self.extendSteps
        case .stop: Self.stopSteps
        case .deadline: Self.closingSteps
        case .playerEnd: Self.playerEndSteps
        }
    }

    private static func steps(of process: String, _ names: [String], player: Bool) -> [Step] {
        names.map { Step(name: "\(process).\($0)", hasPlayer: player) }
    }

    private static let startSteps =
        steps(
            of: "engine",
            [
                "takes.request.start", "does.journal", "takes.journaled", "does.admit",
                "does.startPlayer", "does.reply.started", "does.publish",
            ], player: false)
        + steps(
            of: "engine",
            ["takes.player.press", "does.stroke", "takes.took", "does.tellPlayer"], player: true)
        + steps(of: "relay", ["takes.state", "does.publish"], player: false)
        + steps(of: "face", ["takes.state", "does.publish"], player: false)

    private static let extendSteps =
        steps(
            of: "face",
            ["takes.request.press", "does.put", "does.reply.pressed", "takes.taken"],
            player: true)
        + steps(
            of: "relay",
            ["takes.handed", "does.ask.extend", "takes.answered.extend", "does.ask.acknowledge"],
            player: true)
        + steps(
            of: "engine",
            [
                "takes.request.extend", "does.journal", "takes.journaled", "does.reply.extended",
                "does.publish",
            ], player: true)
        + steps(of: "relay", ["takes.state", "does.publish"], player: true)
        + steps(of: "face", ["takes.state", "does.publish"], player: true)

    private static let stopSteps =
        steps(of: "face", ["takes.request.press"], player: true)
        + steps(
            of: "face",
            [
                "does.journal", "takes.journaled", "does.put", "does.reply.pressed", "does.publish",
                "takes.taken",
            ], player: false)
        + steps(of: "relay", ["takes.handed", "does.ask.stop"], player: true)
        + steps(
            of: "relay", ["takes.answered.stop", "does.ask.acknowledge"], player: false)
        + steps(of: "engine", ["takes.request.stop"], player: true)
        + steps(of: "engine", ["does.reply.stopping", "takes.journaled"], player: false)
        + closingSteps + steps(of: "face", ["does.settle"], player: false)

    /// What every end of a session brings about, whatever its cause.
    private static let closingSteps =
        steps(of: "engine", ["does.endPlayer"], player: true)
        + steps(
            of: "engine",
            [
                "does.journal", "does.release", "takes.released", "takes.readBack",
                "takes.playerEnded", "does.publish", "does.publishReceipt",
            ], player: false)
        + steps(of: "relay", ["takes.state", "takes.receipt", "does.publish"], player: false)
        + steps(of: "face", ["takes.state"], player: false)

    private static let playerEndSteps = closingSteps.filter { !$0.hasPlayer }
}

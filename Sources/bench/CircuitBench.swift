import Bus
import Messages

/// A confirmed press on its way round: face, relay, engine, controller, and back to the view model.
enum CircuitBench {
    private static let rounds = 100
    private static let warmUp = 5

    /// Measures it, and a ring of four in plain C.
    static func measure(on workbench: Workbench) throws -> [Figure] {
        let group = try LiveGroup(on: workbench)
        let spectator = try Spectator(of: group)
        var seen: [Round] = []
        for number in -warmUp..<rounds {
            let round = try Round(number, seenBy: spectator)
            if number >= 0 { seen.append(round) }
        }
        let ring = try workbench.baseline("ring", 5_000, in: group.directory)
        // The presses come half a second apart, and find processor and caches cold. So does this.
        let slow = try workbench.baseline("ring", 20, 450, in: group.directory)
        return figures(seen, ring: ring, slow: slow)
    }

    private static func figures(_ rounds: [Round], ring: Double, slow: Double) -> [Figure] {
        func median(_ span: (Round) -> Seconds) -> Double {
            Sample(rounds.map { span($0) * 1e6 }).median
        }
        let all = Sample(rounds.map { $0.shown * 1e6 })
        return [
            Figure(
                name: "press to `Stopped`, median", value: all.median, unit: "µs",
                ratio: all.median / ring, aim: Figure.Aim(most: 3, of: .ratio)),
            Figure(name: "press to `Stopped`, p99", value: all.p99, unit: "µs"),
            Figure(name: "  press to its answer", value: median(\.answered), unit: "µs"),
            Figure(name: "  press to the slot empty", value: median(\.closed), unit: "µs"),
            Figure(
                name: "  from there to the receipt", value: median { $0.receipt - $0.closed },
                unit: "µs"),
            Figure(
                name: "  from there to the face told", value: median { $0.told - $0.receipt },
                unit: "µs"),
            Figure(
                name: "  from there to `Stopped`", value: median { $0.shown - $0.told },
                unit: "µs"),
            Figure(name: "ring of four in plain C", value: ring, unit: "µs"),
            Figure(name: "  the same, one each 0.45 s", value: slow, unit: "µs"),
        ]
    }
}

/// When things were seen on one press's way round, in seconds from its sending.
struct Round {
    /// The press was answered `confirmed`.
    let answered: Seconds
    /// The engine's slot was empty.
    let closed: Seconds
    /// The engine's receipt was there.
    let receipt: Seconds
    /// The relay had told the face both facts.
    let told: Seconds
    /// The view model said `Stopped`.
    let shown: Seconds

    /// Plays a session, and stops it by two presses.
    init(_ number: Int, seenBy spectator: Spectator, player: String? = nil) throws {
        let title = "round \(number)"
        let start = SoloStart(title: title, mode: "true", seconds: 60, player: player)
        let session = try spectator.ask(start, of: "engine", SoloStarted.self).deadline.session
        try spectator.follow("the session on the screen") { view in
            view.title == title && view.timeLeft != nil
        }
        let press = FacePress(control: .stop, view: "bench")
        let armed = try spectator.ask(press, of: "face", FacePressed.self)
        guard armed.outcome == .armed else { throw BenchError("the press was not armed") }
        // The settle is a span of time by its nature (T1).
        try spectator.lookOn(for: 0.42)
        let began = spectator.clear()
        let pressed = try spectator.ask(press, of: "face", FacePressed.self)
        guard pressed.outcome == .confirmed else { throw BenchError("the press was refused") }
        try spectator.follow("`Stopped`") { $0.stopLine == "Stopped — engine released inputs" }
        // What the relay told the face may come here later than what the face made of it.
        try spectator.lookOn(for: 0.02)

        func moment<Event: Message>(
            of event: Event.Type, _ isIt: (Event) -> Bool
        ) throws -> Seconds {
            try spectator.moment(of: event, isIt) - began
        }
        answered = try moment(of: FacePressed.self) { $0.outcome == .confirmed }
        closed = try moment(of: SoloState.self) { !$0.open }
        receipt = try moment(of: SoloReceipt.self) { $0.session == session && $0.released }
        told = try moment(of: FaceState.self) { state in
            state.open == .closed && state.receipt?.session == session
                && state.answered.contains { $0.released == true }
        }
        shown = try moment(of: FaceView.self) { $0.stopLine.hasPrefix("Stopped") }
    }
}

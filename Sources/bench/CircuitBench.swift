import Bus
import Messages

/// A confirmed press on its way round: face, relay, engine, controller, and back to the view model.
enum CircuitBench {
    private static let rounds = 40
    private static let stopped = "Stopped — engine released inputs"

    /// When things were seen in one round, in seconds from the press.
    private struct Round {
        var closed: Double?
        var receipt: Double?
        var told: Double?
        var confirmed: Double?
        var shown: Double?
    }

    static func measure() throws -> [Figure] {
        let group = try LiveGroup()
        let asker = try Client(settings: group.settings)
        let watcher = try Client(settings: group.settings)
        try watcher.subscribe(to: "engine", topics: [SoloState.type, SoloReceipt.type])
        try watcher.subscribe(
            to: "relay", topics: [Topic.name(type: FaceState.type, subject: "face")])
        try watcher.subscribe(to: "face", topics: [FaceView.type])
        var seen: [Round] = []
        for round in -5..<rounds {
            let one = try run(round, asker, watcher)
            if round >= 0 { seen.append(one) }
        }
        let ring = try Programs.baseline("ring", 3_000, in: group.directory)
        return figures(seen, ring: ring)
    }

    private static func run(_ number: Int, _ asker: Client, _ watcher: Client) throws -> Round {
        let start = SoloStart(title: "round \(number)", mode: "true", seconds: 60)
        let session = try asker.ask(start, of: "engine", within: 5).read(SoloStarted.self)
            .deadline.session
        try wait(for: watcher) { event in
            try event.type == FaceView.type
                && event.read(FaceView.self).title == "round \(number)"
        }
        let press = FacePress(control: .stop, view: "bench")
        _ = try asker.ask(press, of: "face", within: 5)
        // The settle is a span of time by its nature; what comes meanwhile is passed over.
        let settled = Stamp.now + 0.45
        while watcher.next(until: settled) != nil {}
        let began = Stamp.now
        let id = asker.request(press, of: "face", within: 5)
        return try follow(session, id, since: began, asker, watcher)
    }

    private static func follow(
        _ session: SessionID, _ id: RequestID, since began: Seconds, _ asker: Client,
        _ watcher: Client
    ) throws -> Round {
        var round = Round()
        try wait(for: watcher) { event in
            let now = Stamp.now - began
            switch event.type {
            case SoloState.type:
                let isOpen = try event.read(SoloState.self).open
                if !isOpen, round.closed == nil { round.closed = now }
            case SoloReceipt.type: round.receipt = round.receipt ?? now
            case FaceState.type:
                let state = try event.read(FaceState.self)
                if round.told == nil, state.open == .closed, state.receipt?.session == session,
                    state.answered.first?.released == true
                {
                    round.told = now
                }
            default:
                if try event.read(FaceView.self).stopLine == stopped { round.shown = now }
            }
            return round.shown != nil
        }
        while case .some(let input) = asker.next(until: Stamp.now + 5) {
            if case .reply(_, id) = input { break }
        }
        return round
    }

    private static func wait(
        for watcher: Client, _ isOver: (Incoming) throws -> Bool
    ) throws {
        let deadline = Stamp.now + 10
        while case .some(let input) = watcher.next(until: deadline) {
            if case .event(let event, _) = input, try isOver(event) { return }
        }
        throw BenchError("an expected event never came")
    }

    private static func figures(_ rounds: [Round], ring: Double) -> [Figure] {
        func micros(_ part: KeyPath<Round, Double?>) -> Sample {
            Sample(rounds.compactMap { $0[keyPath: part] }.map { $0 * 1e6 })
        }
        let shown = micros(\.shown)
        return [
            Figure(
                name: "press to `Stopped`, median", value: shown.median, unit: "µs",
                ratio: shown.median / ring, aim: "3 times at most"),
            Figure(name: "press to `Stopped`, p99", value: shown.p99, unit: "µs"),
            Figure(name: "  press to the slot empty", value: micros(\.closed).median, unit: "µs"),
            Figure(name: "  press to the receipt", value: micros(\.receipt).median, unit: "µs"),
            Figure(name: "  press to the face told", value: micros(\.told).median, unit: "µs"),
            Figure(name: "a ring of four in plain C", value: ring, unit: "µs"),
        ]
    }
}

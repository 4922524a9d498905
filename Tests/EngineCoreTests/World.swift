import EngineCore
import Messages

/// A seeded generator (SplitMix64), so that a failing run can be had again.
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// True so many times in a hundred.
    mutating func happens(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &self) < percent
    }
}

/// An engine with a controller, a journal and askers around it, all of which may fail.
struct World {
    /// What the engine may do wrong.
    enum Violation: Error, Equatable {
        case falseReceipt(SessionID?, held: [String])
        case revisionWentBack(Int)
        case stopEndedTwo(RequestKey)
        case startedOver(SessionID, held: [String])
    }

    /// Something on the controller's own thread.
    private enum Work {
        case stroke(Stroke)
        case release(ReleaseID, [String])
    }

    var chance: Chance
    /// Whether sessions start, Stops are pressed, the controller fails and the engine is killed.
    var isFaulty = true
    /// Whether the journal answers within its time.
    let journalHolds: Bool
    private(set) var now: Seconds = 0
    private(set) var core: EngineCore
    private var lives = 0
    private var events: [Event] = []

    /// What is down, which session pressed it, and when.
    private(set) var down: [String: (session: SessionID, at: Seconds)] = [:]
    private var work: [Work] = []
    private var admitted: SessionID?
    private var isDismissed = false

    private var journal: [JournalRecord] = []
    private var writes: [(WriteID, [JournalRecord])] = []

    private(set) var open: SessionID?
    private(set) var started: Set<SessionID> = []
    /// The newest receipts by session.
    private(set) var receipts: [SessionID: SoloReceipt] = [:]
    /// What each Stop was last answered.
    private(set) var answers: [RequestKey: SoloReply] = [:]
    private var asks: [ReplyToken: RequestKey] = [:]
    private(set) var stops: [RequestKey: SoloStop] = [:]
    private var ended: [RequestKey: Set<SessionID>] = [:]
    private var revision = 0
    private var tokens: UInt64 = 0

    init(seed: UInt64, journalHolds: Bool) {
        chance = Chance(seed: seed)
        self.journalHolds = journalHolds
        core = EngineCore(Self.configuration(life: 0))
        events = [.recovered([])]
    }

    /// Whether a session was started since the last kill.
    func isOfThisLife(_ session: SessionID) -> Bool {
        session.text.hasPrefix(Self.configuration(life: lives).boot.text)
    }

    private static func configuration(life: Int) -> EngineCore.Configuration {
        EngineCore.Configuration(
            boot: Boot("\(1_000_000_000_000_000 + life)"), controller: memory,
            performer: "Pippa", players: ["demo"], deadMan: nil)
    }
}

extension World {
    /// Lets one thing happen.
    mutating func step() throws(Violation) {
        now += Double.random(in: 0...0.3, using: &chance)
        switch Int.random(in: 0..<20, using: &chance) {
        case 0...4: doWork()
        case 5...8: answerWrite()
        case 9 where isFaulty: start()
        case 10...12 where isFaulty: play()
        case 13 where isFaulty: askAnew()
        case 14: askAgain()
        case 15 where isFaulty && chance.happens(15): die()
        case 16 where isFaulty && chance.happens(15): dismiss()
        default:
            while journalHolds, !writes.isEmpty { answerWrite() }
            events.append(.tick)
        }
        while !events.isEmpty {
            for effect in core.receive(events.removeFirst(), at: now) { try carryOut(effect) }
        }
    }

    /// Asks every Stop again, as its outbox would.
    mutating func askAll() {
        for (key, stop) in stops.sorted(by: { $0.key.id.text < $1.key.id.text }) {
            ask(stop, key)
        }
    }

    private mutating func token() -> ReplyToken {
        tokens += 1
        return ReplyToken(tokens)
    }

    private mutating func start() {
        let key = RequestKey(source: "/home/shell", id: RequestID("start\(tokens)"))
        events.append(
            .request(
                .start(SoloStart(title: "Chess", mode: "true", seconds: 20, player: "demo")),
                key: key, token: token()))
    }

    private mutating func play() {
        guard let open else { return }
        let name = ["a", "b", "c"].randomElement(using: &chance) ?? "a"
        events.append(.player(chance.happens(60) ? .press(name) : .release(name), of: open))
    }

    private mutating func askAnew() {
        let key = RequestKey(source: face, id: RequestID("stop\(tokens)"))
        let known = started.sorted { $0.text < $1.text }
        let named = known.randomElement(using: &chance).map(StopTarget.session) ?? .nothing
        let targets: [StopTarget] = [
            named, .nothing, .whateverRuns, open.map(StopTarget.session) ?? .nothing,
        ]
        let stop = SoloStop(targets.randomElement(using: &chance) ?? .nothing)
        stops[key] = stop
        ask(stop, key)
    }

    private mutating func askAgain() {
        let keys = stops.keys.sorted { $0.id.text < $1.id.text }
        guard let key = keys.randomElement(using: &chance), let stop = stops[key] else { return }
        ask(stop, key)
    }

    private mutating func ask(_ stop: SoloStop, _ key: RequestKey) {
        let token = token()
        asks[token] = key
        events.append(.request(.stop(stop), key: key, token: token))
    }

    private mutating func dismiss() {
        let key = RequestKey(source: "/home/shell", id: RequestID("dismiss\(tokens)"))
        events.append(
            .request(.dismiss(SoloDismiss(why: "seen to")), key: key, token: token()))
    }

    private mutating func die() {
        lives += 1
        core = EngineCore(Self.configuration(life: lives))
        // What was on its way into the journal may have arrived there.
        for (_, records) in writes.prefix(Int.random(in: 0...writes.count, using: &chance)) {
            journal += records
        }
        writes = []
        work = []
        asks = [:]
        admitted = nil
        open = nil
        revision = 0
        events = [.recovered(journal)]
    }
}

extension World {
    private mutating func doWork() {
        guard !work.isEmpty, !(isFaulty && chance.happens(20)) else { return }
        switch work.removeFirst() {
        case .stroke(let stroke): move(stroke)
        case .release(let id, let inputs): release(id, inputs)
        }
    }

    private mutating func move(_ stroke: Stroke) {
        guard stroke.session == admitted else { return }
        if isFaulty, chance.happens(5) {
            events.append(.refused(stroke, reason: "refused"))
            return
        }
        if stroke.isPress {
            down[stroke.input] = (stroke.session, now)
        } else if !(isFaulty && chance.happens(20)) {
            // Otherwise it lies: reported as released, and kept.
            down[stroke.input] = nil
        }
        events.append(.took(stroke))
    }

    private mutating func release(_ id: ReleaseID, _ inputs: [String]) {
        var refused: String?
        for input in inputs {
            if isFaulty, chance.happens(20) {
                refused = chance.happens(50) ? "\(input): refused" : nil
            } else {
                down[input] = nil
            }
        }
        events.append(.released(id, of: memory, inputs: inputs, refusal: refused))
        if isFaulty, chance.happens(10) {
            events.append(.notReadBack(id, of: memory, reason: "no read-back"))
        } else if !(isFaulty && chance.happens(10)) {
            events.append(.readBack(id, of: memory, shown: down.keys.sorted()))
        }
    }

    private mutating func answerWrite() {
        guard !writes.isEmpty else { return }
        let (id, records) = writes.removeFirst()
        journal += records
        events.append(.journaled(id))
    }

    private mutating func carryOut(_ effect: Effect) throws(Violation) {
        switch effect {
        case .reply(let reply, let token): try take(reply, token)
        case .publish(let state): try take(state)
        case .publishReceipt(let receipt): try take(receipt)
        case .journal(let id, let records): writes.append((id, records))
        case .admit(let session): try admit(session)
        case .stroke(let stroke): work.append(.stroke(stroke))
        case .release(let id, _, let inputs): work.append(.release(id, inputs))
        case .endPlayer(let session): events.append(.playerEnded(session, reason: nil))
        case .publishInput, .startPlayer, .tellPlayer, .killPlayer, .ready, .exit: break
        }
    }

    private mutating func admit(_ session: SessionID?) throws(Violation) {
        admitted = session
        open = session
        guard let session else { return }
        started.insert(session)
        let unseen = down.filter {
            receipts[$0.value.session]?.reason?.contains("dismissed") != true
        }
        guard unseen.isEmpty else {
            throw .startedOver(session, held: unseen.keys.sorted())
        }
    }

    private mutating func take(_ state: SoloState) throws(Violation) {
        guard state.revision > revision else { throw .revisionWentBack(state.revision) }
        revision = state.revision
    }

    private mutating func take(_ reply: SoloReply, _ token: ReplyToken) throws(Violation) {
        guard let key = asks[token] else { return }
        answers[key] = reply
        if case .receipt(let receipt) = reply { try take(receipt) }
    }

    private mutating func take(_ receipt: SoloReceipt) throws(Violation) {
        if let session = receipt.session {
            receipts[session] = receipt
            for stop in receipt.stops { ended[stop.key, default: []].insert(session) }
        }
        // Where the journal does not hold, that is the told exception.
        for (key, sessions) in ended where journalHolds && sessions.count > 1 {
            throw .stopEndedTwo(key)
        }
        let held = down.filter { _, press in
            press.at < receipt.made.now && press.session == receipt.session ?? press.session
        }
        guard receipt.released, !held.isEmpty else { return }
        throw .falseReceipt(receipt.session, held: held.keys.sorted())
    }
}

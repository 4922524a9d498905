import FaceCore
import Messages

/// What a person sees of a view model, as far as the promises are about it.
struct SimulatedSight {
    /// The Stop's line.
    let stopLine: String
    /// What else is wrong.
    let lines: [String]
    /// Whether "+" can be pressed.
    let takesMore: Bool

    /// Looks at a view model.
    init(_ view: FaceView) {
        stopLine = view.stopLine
        lines = view.lines
        takesMore = !view.controls.contains { $0.id == .extend && !$0.enabled }
    }
}

/// One face: its life, and what a person sees of it.
final class SimulatedFace {
    /// How many lives it has lost.
    private(set) var deaths = 0
    /// What its process has in its memory; nil while it is dead.
    var core: SimulatedMemory<FaceCore>?
    var outbox: SimulatedMemory<PriorityOutbox>?
    /// What its core has still to be told, in order.
    var told: [FaceCore.Event] = []
    /// Whether it is at that.
    var isTelling = false
    /// What the relay has told it last.
    var heard: FaceState?
    /// The session that it was told of last as open, while its newest Stop stood.
    var seenOpen: (session: SessionID, stop: RequestID)?
    /// What it shows.
    var sight: SimulatedSight?
    /// Whether it shows `Stopped — engine released inputs`.
    var showsStopped = false
    /// The newest Stop as the process knows it.
    var stop: KeptStop?
    /// The Stop that its outbox holds.
    var waitingStop: RequestID?
    /// What its screen and its outbox are held to.
    var screen = SimulatedScreen()
    var rules = SimulatedOutbox()

    /// Loses a life, and all that was in it: a dead face shows nothing.
    func die() {
        deaths += 1
        core = nil
        outbox = nil
        told = []
        isTelling = false
        heard = nil
        seenOpen = nil
        sight = nil
        showsStopped = false
        stop = nil
        waitingStop = nil
        screen = SimulatedScreen()
        rules = SimulatedOutbox()
    }

    /// Takes down what it is told.
    func hear(_ state: FaceState) {
        heard = state
        if state.open == .open, let session = state.session, let stop {
            seenOpen = (session, stop.id)
        }
    }

    /// When time alone matters to it.
    var deadline: Seconds? {
        (core?.inPlace { $0.deadline }).orEarlier(outbox?.inPlace { $0.deadline })
    }
}

// A face's process: what its shell does, and its outbox's.
extension Simulation {
    /// Begins a life, which reads the journal first (F14).
    func startFace(_ member: Member) {
        let settings = Settings(
            group: "simulated", process: member.name, runDirectory: "", stateDirectory: "",
            processes: [:])
        let isLost = losesJournal(of: member)
        if isLost {
            if let stop = faceJournals[member]?.written.last?.stop { truth.forget(stop.id) }
            faceJournals[member]?.lose()
        }
        let record = faceJournals[member]?.written.last ?? FaceRecord()
        faces[member]?.core = SimulatedMemory(FaceCore(settings: settings))
        faces[member]?.outbox = SimulatedMemory(PriorityOutbox(source: member.source))
        faces[member]?.stop = record.stop
        tell(member, .recovered(isLost ? .lost("malformed") : .found(record)))
        if let owed = record.stop, owed.settlement == nil, let face = faces[member],
            face.core != nil, face.waitingStop != owed.id
        {
            broken(.resumed, "\(member) does not ask for \(owed.id) again")
        }
    }

    /// Ends a life.
    func faceDied(_ member: Member) {
        faceJournals[member]?.interrupt()
        faces[member]?.die()
    }

    /// Feeds the core with one thing after another, until the face dies over one.
    func tell(_ member: Member, _ event: FaceCore.Event) {
        guard let face = faces[member], let core = face.core else { return }
        guard !face.isTelling else {
            face.told.append(event)
            return
        }
        face.isTelling = true
        let deaths = face.deaths
        var next: FaceCore.Event? = event
        while let event = next {
            let now = clock(of: member)
            let effects = core.inPlace { $0.receive(event, at: now) }
            watch(event, effects, on: member)
            for effect in effects {
                if diesNow(member) { return }
                carryOut(effect, at: member)
                guard face.deaths == deaths else { return }
            }
            next = face.told.isEmpty ? nil : face.told.removeFirst()
        }
        face.isTelling = false
    }

    /// An event of the relay has come.
    func face(_ member: Member, hears event: SimulatedEvent) {
        switch event {
        case .face(let state, _):
            faces[member]?.hear(state)
            tell(member, .state(state))
        case .navigator(let state): tell(member, .navigator(state))
        case .state, .receipt, .beat: break
        }
    }

    /// The bus tells of the relay or the navigator.
    func face(_ member: Member, notices change: SimulatedConnection.Change, of server: Member) {
        guard server == .relay else { return }
        switch change {
        case .silent: tell(member, .relaySilent)
        case .disconnected:
            tell(member, .relayDisconnected)
            handle(.leave(Member.relay.source), at: member)
        // What is known after a loss comes as a state.
        case .connected, .heard: break
        }
    }

    /// Has time pass for both the outbox and the core.
    func faceTicks(_ member: Member) {
        let now = clock(of: member)
        handle(.elapse, at: member)
        // A tick before the core's deadline would change nothing.
        guard let due = faces[member]?.core?.inPlace({ $0.deadline }), due <= now else { return }
        tell(member, .tick)
    }

    private func carryOut(_ effect: FaceCore.Effect, at member: Member) {
        switch effect {
        case .reply(let reply, let token): hear(reply, token: token)
        case .publish: if let sight = effect.sight { show(sight, on: member) }
        case .put(let id, let request):
            if case .stop(let stop) = request {
                note("\(member) puts Stop \(id) about \(stop.target)")
                faces[member]?.waitingStop = id
                truth.put(id, stop.target, whileOpen: controller.admitted)
            }
            handle(.put(request, id), at: member)
        case .settle(let id):
            note("\(member) settles \(id)")
            if faces[member]?.waitingStop == id { faces[member]?.waitingStop = nil }
            handle(.settle(id), at: member)
        case .journal(let write, let record):
            faces[member]?.stop = record.stop
            guard let journal = faceJournals[member] else { return }
            self.write(
                record, to: journal, at: member,
                isWritten: { [self] in
                    if let stop = record.stop { self.record.kept.insert(stop.id) }
                },
                { [self] isDone in
                    tell(member, isDone ? .journaled(write) : .notJournaled(write))
                })
        case .ready: break
        }
    }

    private func show(_ sight: SimulatedSight, on member: Member) {
        guard let face = faces[member] else { return }
        if sight.stopLine != face.sight?.stopLine {
            note("\(member) shows: \(sight.stopLine) \(sight.lines)")
        }
        face.sight = sight
        face.showsStopped = sight.stopLine == Self.stopped
    }

    // MARK: The outbox

    /// Brings a relay's take or acknowledgement to the outbox.
    func tell(outboxOf member: Member, _ ask: OutboxAsk, key: RequestKey, token: ReplyToken) {
        switch ask {
        case .take(let take): handle(.take(take, key, token), at: member)
        case .acknowledge(let acknowledgement):
            handle(.acknowledge(acknowledgement.id, token), at: member)
        }
    }

    /// Does something to an outbox, and holds what comes of it against the rules.
    func handle(_ deed: SimulatedOutbox.Deed, at member: Member) {
        guard let face = faces[member], let outbox = face.outbox else { return }
        let now = clock(of: member)
        let effects = outbox.inPlace { $0.handle(deed, at: now) }
        face.rules.follow(deed, effects, depth: outbox.inPlace { $0.depth }, at: now)
        if let fault = face.rules.broken { broken(fault.promise, "\(member): \(fault.what)") }
        carryOut(effects, at: member)
    }

    private func carryOut(_ effects: [PriorityOutbox.Effect], at member: Member) {
        for effect in effects {
            if diesNow(member) { return }
            switch effect {
            case .hand(let item, let token):
                if reply(.item(item), to: token, from: member) {
                    tell(member, .taken(item.id))
                } else {
                    handle(.giveBack(item.id), at: member)
                }
            case .empty(let token): reply(.item(nil), to: token, from: member)
            case .acknowledged(_, let token): reply(.done, to: token, from: member)
            case .refuse(_, let token): reply(.nothing, to: token, from: member)
            case .removed(let removed, let putAt): tell(member, .removed(removed, putAt: putAt))
            case .returned(let id): tell(member, .returned(id))
            }
        }
    }
}

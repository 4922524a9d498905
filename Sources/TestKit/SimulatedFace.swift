import FaceCore
import Messages

/// One face: its life, and what a person sees of it.
final class SimulatedFace {
    /// Its core and its outbox; nil while it is dead.
    var core: FaceCore?
    var outbox: PriorityOutbox?
    /// What its core has still to be told, in order.
    var told: [FaceCore.Event] = []
    /// Whether it is at that.
    var isTelling = false
    /// What the relay has told it last.
    var heard: FaceState?
    /// What it shows.
    var view: FaceView?
    /// Whether it shows `Stopped — engine released inputs`.
    var showsStopped = false
    /// The newest Stop as the process knows it.
    var stop: KeptStop?
    /// The Stop that its outbox holds.
    var waitingStop: RequestID?

    /// When time alone matters to it.
    var deadline: Seconds? {
        [core?.deadline, outbox?.deadline].compactMap(\.self).min()
    }
}

// A face's process: what its shell does, and its outbox's.
extension Simulation {
    /// Begins a life, which reads the journal first (F14).
    func startFace(_ place: Place) {
        let settings = Settings(
            group: "simulated", process: place.name, runDirectory: "", stateDirectory: "",
            processes: [:])
        let record = faceJournals[place]?.written.last ?? FaceRecord()
        faces[place]?.core = FaceCore(settings: settings)
        faces[place]?.outbox = PriorityOutbox(source: place.source)
        faces[place]?.stop = record.stop
        tell(place, .recovered(.found(record)))
    }

    /// Ends a life: a dead face shows nothing.
    func faceDied(_ place: Place) {
        faceJournals[place]?.interrupt()
        faces[place] = SimulatedFace()
    }

    /// Feeds the core with one thing after another, until the face dies over one.
    func tell(_ place: Place, _ event: FaceCore.Event) {
        faces[place]?.told.append(event)
        guard faces[place]?.isTelling == false else { return }
        faces[place]?.isTelling = true
        while let event = faces[place]?.told.first {
            faces[place]?.told.removeFirst()
            let effects = faces[place]?.core?.receive(event, at: clock(of: place)) ?? []
            for effect in effects {
                if diesNow(place) { return }
                carryOut(effect, at: place)
                guard faces[place]?.core != nil else { return }
            }
        }
        faces[place]?.isTelling = false
    }

    /// An event of the relay has come.
    func face(_ place: Place, hears event: SimulatedEvent) {
        switch event {
        case .face(let state, _):
            faces[place]?.heard = state
            tell(place, .state(state))
        case .state, .receipt, .beat: break
        }
    }

    /// The bus tells of the relay.
    func face(_ place: Place, notices change: SimulatedConnection.Change) {
        switch change {
        case .silent: tell(place, .relaySilent)
        case .disconnected:
            tell(place, .relayDisconnected)
            let now = clock(of: place)
            carryOut(faces[place]?.outbox?.leave(Place.relay.source, at: now) ?? [], at: place)
        // What is known after a loss comes as a state.
        case .connected, .heard: break
        }
    }

    /// Has time pass for both the outbox and the core.
    func faceTicks(_ place: Place) {
        let now = clock(of: place)
        carryOut(faces[place]?.outbox?.elapse(at: now) ?? [], at: place)
        tell(place, .tick)
    }

    private func carryOut(_ effect: FaceCore.Effect, at place: Place) {
        let now = clock(of: place)
        switch effect {
        case .reply(let reply, let token): hear(reply, token: token)
        case .publish(let view): show(view, on: place)
        case .put(let id, let request):
            if case .stop(let stop) = request {
                note("\(place) puts Stop \(id) about \(stop.target)")
                faces[place]?.waitingStop = id
                truth.put(id, stop.target, whileOpen: controller.admitted)
            }
            carryOut(faces[place]?.outbox?.put(request, id: id, at: now) ?? [], at: place)
        case .settle(let id):
            note("\(place) settles \(id)")
            if faces[place]?.waitingStop == id { faces[place]?.waitingStop = nil }
            carryOut(faces[place]?.outbox?.settle(id, at: now) ?? [], at: place)
        case .journal(let write, let record):
            faces[place]?.stop = record.stop
            guard let journal = faceJournals[place] else { return }
            self.write(record, to: journal, at: place) {
                [unowned self] isWritten in
                tell(place, isWritten ? .journaled(write) : .notJournaled(write))
            }
        case .ready: break
        }
    }

    private func show(_ view: FaceView, on place: Place) {
        if view.stopLine != faces[place]?.view?.stopLine {
            note("\(place) shows: \(view.stopLine) \(view.lines)")
        }
        faces[place]?.view = view
        faces[place]?.showsStopped = view.stopLine == Self.stopped
    }

    // MARK: The outbox

    /// Brings a relay's take or acknowledgement to the outbox.
    func tell(outboxOf place: Place, _ ask: OutboxAsk, key: RequestKey, token: ReplyToken) {
        let now = clock(of: place)
        let effects =
            switch ask {
            case .take(let take):
                faces[place]?.outbox?.take(take, key: key, token: token, at: now)
            case .acknowledge(let acknowledgement):
                faces[place]?.outbox?.acknowledge(acknowledgement.id, token: token, at: now)
            }
        carryOut(effects ?? [], at: place)
    }

    private func carryOut(_ effects: [PriorityOutbox.Effect], at place: Place) {
        for effect in effects {
            if diesNow(place) { return }
            switch effect {
            case .hand(let item, let token):
                if reply(.item(item), to: token, from: place) {
                    tell(place, .taken(item.id))
                } else {
                    let back = faces[place]?.outbox?.giveBack(item.id, at: clock(of: place))
                    carryOut(back ?? [], at: place)
                }
            case .empty(let token): reply(.item(nil), to: token, from: place)
            case .acknowledged(_, let token): reply(.done, to: token, from: place)
            case .refuse(_, let token): reply(.nothing, to: token, from: place)
            case .removed(let removed, let putAt): tell(place, .removed(removed, putAt: putAt))
            case .returned(let id): tell(place, .returned(id))
            }
        }
    }
}

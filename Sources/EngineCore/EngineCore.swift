package import Messages

/// The engine's whole behaviour: the process around it only carries out what it decides.
///
/// A session is in the slot, or it has an ending and a receipt. Every event comes with the
/// engine's clock, which runs on through sleep (E1).
package struct EngineCore: Sendable, Equatable {
    /// What an engine is started with.
    package struct Configuration: Sendable, Equatable {
        /// This life of the engine.
        package var boot: Boot
        /// The controller that sessions play on.
        package var controller: ControllerID
        /// The performer of a session that names none.
        package var performer: String
        /// The players that can be started.
        package var players: Set<String>
        /// Without `vitals.get` for so long a session is closed (E14); nil switches it off.
        package var deadMan: Seconds?

        /// Describes an engine.
        package init(
            boot: Boot, controller: ControllerID, performer: String, players: Set<String> = [],
            deadMan: Seconds? = 15
        ) {
            self.boot = boot
            self.controller = controller
            self.performer = performer
            self.players = players
            self.deadMan = deadMan
        }
    }

    /// How far the engine is in its life; each stage becomes the next one only.
    enum Life: Sendable, Equatable {
        /// The journal is being read; requests are kept for later.
        case starting
        /// What the last life left behind is being released and read back.
        case recovering
        /// Everything found has its receipt.
        case ready
        /// The end has been ordered; nothing happens any more.
        case over
    }

    /// The session in the slot.
    struct OpenSession: Sendable, Equatable {
        var session: SoloSession
        let player: String?
        /// Whether the start is journaled, or was gone on without: only then is it told and played.
        var isAnnounced = false
        var inputs: PlayerInputs
        /// What its receipts must say besides.
        var note: String?
        /// The orders that are remembered with it.
        var orders: [RequestKey]
    }

    /// A player that was told to end.
    struct EndingPlayer: Sendable, Equatable {
        let session: SessionID
        var isKilled = false
        /// When its grace ends; once it is killed, when it is waited for no longer.
        var due: Seconds
    }

    /// A request that came before the journal was read.
    struct EarlyRequest: Sendable, Equatable {
        let request: SoloRequest
        let key: RequestKey
        let token: ReplyToken
    }

    let configuration: Configuration
    var life = Life.starting
    /// Set by the order to end and never taken back.
    var isEnding = false
    /// The time of the newest event.
    var now: Seconds = 0
    /// The engine's own running time, and what it was when the relay last asked (E14).
    var clock = RunningTime()
    var askedAt: Seconds = 0

    var revision = 0
    var slot: OpenSession?
    /// The newest session that has left the slot and has no receipt.
    var closing: SoloClosing?
    var receipts = Receipts()
    /// The controllers that hold or held inputs of ours; the configured one comes first.
    var hands: [Hand]
    var endingPlayers: [EndingPlayer] = []

    /// The moment that a Stop about nothing may join (E7).
    var moment: Subject?
    var answers: [RequestKey: Answer] = [:]
    var refusals = Remembered<Order, Problem>()
    var early: [EarlyRequest] = []

    var writes: [Write] = []
    /// What could not be written yet; it goes with the next batch.
    var unwritten: [JournalRecord] = []
    /// Why this life began without knowledge of the last one (E9).
    var journalLoss: String?

    var sessionCount = 0
    var writeCount = 0
    var releaseCount = 0
    /// What the event under way brings about; empty between events.
    var effects: [Effect] = []

    /// Makes an engine that waits for its journal.
    package init(_ configuration: Configuration) {
        self.configuration = configuration
        hands = [Hand(configuration.controller)]
    }

    /// Takes one event in.
    ///
    /// - Parameters:
    ///   - event: What happened. Whatever has queued up comes before a tick.
    ///   - now: The engine's `CLOCK_BOOTTIME`, which never goes back.
    /// - Returns: What to do about it, in this order.
    package mutating func receive(_ event: Event, at now: Seconds) -> [Effect] {
        guard life != .over else { return [] }
        self.now = now
        clock.advance(to: now)
        // The clock is looked at before the message, which may have queued through a gap (E10).
        if let slot, slot.session.expiresAt <= now { close(.deadline) }
        handle(event)
        if life == .recovering || isEnding { moveOn() }
        let effects = self.effects
        self.effects = []
        return effects
    }

    private mutating func handle(_ event: Event) {
        switch event {
        case .recovered(let records): recover(records)
        case .noJournal(let reason): recoverNothing(reason)
        case .request(let request, let key, let token): serve(request, key: key, token: token)
        case .vitalsAsked: askedAt = clock.elapsed
        case .journaled(let id): finishWrite(id, problem: nil)
        case .notJournaled(let id, let reason): finishWrite(id, problem: reason)
        case .took(let stroke): took(stroke)
        case .refused(let stroke, let reason): refused(stroke, reason)
        case .released(let id, let controller, let inputs, let refusal):
            released(id, of: controller, inputs: inputs, refusal: refusal)
        case .readBack(let id, let controller, let shown):
            answered(id, of: controller, .shown(shown))
        case .notReadBack(let id, let controller, let reason):
            answered(id, of: controller, .unknown(reason))
        case .controllerLost(let controller, let reason): lost(controller, reason)
        case .player(let input, let session): play(input, of: session)
        case .playerEnded(let session, let reason): playerEnded(session, reason)
        case .shutdown: shutDown()
        case .tick: tick()
        }
    }

    mutating func serve(_ request: SoloRequest, key: RequestKey, token: ReplyToken) {
        guard life != .starting else {
            keep(EarlyRequest(request: request, key: key, token: token))
            return
        }
        switch request {
        case .start(let start): take(.start(start), key: key, token: token)
        case .extend(let extend): take(.extend(extend), key: key, token: token)
        case .dismiss(let dismiss): take(.dismiss(dismiss), key: key, token: token)
        case .stop(let stop): take(stop, key: key, token: token)
        case .status: emit(.reply(.state(state), to: token))
        case .receipts(let list): emit(.reply(listed(list), to: token))
        }
    }

    /// Judges what only time brings about; last of all whether anybody could still stop it (E14).
    private mutating func tick() {
        runOutOfPatience()
        giveUpOnSilentControllers()
        retryReleases()
        liftTaps()
        killPlayers()
        if let limit = configuration.deadMan, slot != nil, clock.elapsed - askedAt >= limit {
            close(.unreachable)
        }
    }

    /// When time alone will matter next.
    package var deadline: Seconds? {
        var earliest = (slot?.session.expiresAt)
            .orEarlier(slot?.inputs.nextLift)
            .orEarlier(writes.firstIndex { $0.isWaitedFor }.map { writes[$0].due })
        if let limit = configuration.deadMan, slot != nil {
            earliest = earliest.orEarlier(now + limit - (clock.elapsed - askedAt))
        }
        for index in hands.indices {
            earliest = earliest.orEarlier(hands[index].asked?.due).orEarlier(hands[index].retryAt)
        }
        for player in endingPlayers { earliest = earliest.orEarlier(player.due) }
        return earliest
    }

    /// Ends recovery, and the engine, once nothing is under way any more.
    private mutating func moveOn() {
        let isQuiet = hands.allSatisfy(\.isQuiet) && !writes.contains(where: \.isWaitedFor)
        guard isQuiet, life != .starting else { return }
        if life == .recovering {
            life = .ready
            if !isEnding { emit(.ready) }
        }
        if isEnding, slot == nil, endingPlayers.isEmpty {
            life = .over
            emit(.exit(unconfirmed: receipts.blocking != nil))
        }
    }

    mutating func emit(_ effect: Effect) {
        effects.append(effect)
    }
}

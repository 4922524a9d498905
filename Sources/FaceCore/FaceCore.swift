package import Messages

/// The whole behaviour of a face besides its outbox: events and time in, effects out.
///
/// Times are on the face's own monotonic clock, in seconds. The outbox is another value with
/// another owner; whoever drives both carries `put` and `settle` to it, and tells here what it has
/// removed, handed out and got back.
package struct FaceCore: Sendable, Equatable {
    /// What can happen to a face.
    package enum Event: Sendable, Equatable {
        /// What the journal held; the first event of all.
        case recovered(FaceRecovery)
        /// A request, and an id for the item that may come of it.
        case request(FaceRequest, key: RequestKey, token: ReplyToken, fresh: RequestID)
        /// What the relay tells this face.
        case state(FaceState)
        /// The relay told something that can't be read.
        case stateNotUnderstood
        /// Nothing has been heard from the relay for too long, by the bus's measure (B4, F12).
        case relaySilent
        /// The connection to the relay is gone.
        case relayDisconnected
        /// The navigator's newest state; nil where it is unknown.
        case navigator(NavigatorState?)
        /// The saved pins, the newest last.
        case pins([Pin])
        /// How the group's processes are; nil where it is unknown.
        case health(GroupStatus?)
        /// A write is done.
        case journaled(WriteID)
        /// A write has failed.
        case notJournaled(WriteID)
        /// An item left the outbox unsent.
        case removed(OutboxRemoved, putAt: Seconds)
        /// The relay has an item on lease.
        case taken(RequestID)
        /// The Stop's lease is over and nobody has taken it again.
        case returned(RequestID)
        /// Time alone has passed.
        case tick
    }

    /// What a face has to do.
    package enum Effect: Sendable, Equatable {
        /// The journal is recovered; the face can be relied on (G2).
        case ready
        /// Answer a request.
        case reply(FaceReply, to: ReplyToken)
        /// Tell every view; boxed, as it is far larger than the others.
        indirect case publish(FaceView)
        /// Put an item into the outbox.
        case put(RequestID, OutboxRequest)
        /// Let a Stop go from the outbox.
        case settle(RequestID)
        /// Replace what the journal holds; answered by `journaled` or `notJournaled`.
        case journal(WriteID, FaceRecord)
    }

    /// Whether the newest Stop is in the journal (F14).
    enum Keeping: Sendable, Equatable {
        /// Nothing that would have to be kept is missing.
        case kept
        /// A write is under way; it becomes kept, or not kept by a failure or after 0.2 s.
        case waiting(WriteID)
        /// It would not survive a restart; this write or a later one makes it kept after all.
        case notKept(WriteID)
    }

    let options: FaceOptions
    let companion: String
    let lexicon: Lexicon
    let controlTexts: Shared<ControlTexts>
    let viewWords: Shared<FaceView.Words>

    var bar = SoloBar()
    var armings: Armings
    var broadcast = BroadcastControls()
    var notSent = NotSent()
    var watching = false
    var microphone = Microphone()
    var navigator: Shared<NavigatorState>?
    var pins: [Pin] = []
    var health: GroupStatus?
    var alerts = Alerts()
    /// Why the journal could not be read.
    var journalLost: String?
    var keeping = Keeping.kept
    var confirmations = Confirmations()
    var replies = Remembered<FaceRequest, FaceReply>()
    /// How many writes the journal was given.
    var writes = 0
    private var written = FaceRecord()
    private var published: Shared<Picture>?

    /// Makes a face that knows nothing yet.
    package init(settings: Settings) {
        options = settings.face
        companion = settings.companion
        lexicon = .of(settings.language)
        controlTexts = Shared(ControlTexts(lexicon.words, step: settings.face.step))
        viewWords = Shared(lexicon.words.forViews(armedFor: settings.face.armedFor))
        armings = Armings(armedFor: settings.face.armedFor)
    }

    /// Takes an event.
    package mutating func receive(_ event: Event, at now: Seconds) -> [Effect] {
        // Before its deadline a tick changes nothing, and each turn of the loop brings one.
        if case .tick = event, now < deadline ?? .infinity { return [] }
        var effects: [Effect] = []
        let before = questions
        elapse(at: now, &effects)
        handle(event, at: now, &effects)
        alerts.see(bar, at: now)
        endArmings(since: before)
        journal(&effects)
        publish(at: now, &effects)
        return effects
    }

    /// When time alone will matter next.
    package var deadline: Seconds? {
        armings.deadline
            .orEarlier(broadcast.deadline)
            .orEarlier(notSent.deadline)
            .orEarlier(confirmations.deadline)
            .orEarlier(alerts.deadline)
            .orEarlier(microphone.deadline)
    }
}

extension FaceCore {
    private mutating func handle(
        _ event: Event, at now: Seconds, _ effects: inout [Effect]
    ) {
        switch event {
        case .recovered(let recovery): recover(recovery, &effects)
        case .request(let request, let key, let token, let fresh):
            let delivery = Delivery(key: key, token: token, fresh: fresh)
            handle(request, delivery, at: now, &effects)
        case .state(let state): hear(state, at: now, &effects)
        case .stateNotUnderstood: bar.lose(.notUnderstood)
        case .relaySilent: bar.lose(.silent)
        case .relayDisconnected: bar.lose(.disconnected)
        case .navigator(let state): navigator = state.map { Shared($0) }
        case .pins(let pins): self.pins = pins
        case .health(let status): health = status
        case .journaled(let write): journaled(write, &effects)
        case .notJournaled(let write): notJournaled(write, &effects)
        case .removed(let removed, let putAt):
            notSent.add(removed, putAt: putAt, at: now)
            bar.removed(removed.id, reason: removed.reason)
            broadcast.removed(removed.id)
        case .taken(let id): bar.taken(id, true)
        case .returned(let id): bar.taken(id, false)
        case .tick: break
        }
    }

    private mutating func recover(_ recovery: FaceRecovery, _ effects: inout [Effect]) {
        switch recovery {
        case .found(let record):
            written = record
            watching = record.watching
            if let stop = record.stop, bar.resume(stop), stop.settlement == nil {
                effects.append(.put(stop.id, .stop(stop.request)))
            }
        case .lost(let reason): journalLost = reason
        }
        effects.append(.ready)
    }

    private mutating func hear(_ state: FaceState, at now: Seconds, _ effects: inout [Effect]) {
        broadcast.hear(state.broadcast)
        if let settled = bar.hear(state, at: now) { effects.append(.settle(settled)) }
    }

    private mutating func elapse(at now: Seconds, _ effects: inout [Effect]) {
        armings.expire(at: now)
        microphone.elapse(at: now)
        broadcast.elapse(at: now)
        notSent.expire(at: now)
        giveUpOnJournal(at: now, &effects)
    }

    private mutating func journal(_ effects: inout [Effect]) {
        guard bar.stop?.kept != written.stop || watching != written.watching else { return }
        written.stop = bar.stop?.kept
        written.watching = watching
        writes += 1
        effects.append(.journal(WriteID(writes), written))
    }

    private mutating func publish(at now: Seconds, _ effects: inout [Effect]) {
        let picture = picture(at: now)
        if let published, published.value == picture { return }
        effects.append(.publish(dated(picture.still, at: now)))
        published = Shared(picture)
    }
}

extension FaceCore {
    /// What the controls would ask and do, as far as an armed one is about it.
    struct Questions: Sendable, Equatable {
        let canStop: Bool
        let session: SessionID?
        let isOnAir: Bool
        let canPressOnAir: Bool
        let canPressWrapUp: Bool
        let watching: Bool
    }

    private var questions: Questions {
        Questions(
            canStop: bar.canStop, session: bar.session?.id,
            isOnAir: broadcast.state.onAir == true, canPressOnAir: broadcast.canPressOnAir,
            canPressWrapUp: broadcast.canPressWrapUp, watching: watching)
    }

    /// Ends the armings whose question is not the same any more: the bar's by F8, and the others
    /// likewise, as an armed `Tap to end` must not start a broadcast that somebody else has ended.
    private mutating func endArmings(since before: Questions) {
        let after = questions
        guard after != before else { return }
        let becameAnother = before.session != nil && after.session != before.session
        if after.canStop != before.canStop || becameAnother { armings.end([.stop, .extend]) }
        if after.isOnAir != before.isOnAir || !after.canPressOnAir { armings.end([.onAir]) }
        if !after.canPressWrapUp { armings.end([.wrapUp]) }
        if after.watching != before.watching { armings.end([.eye]) }
    }
}

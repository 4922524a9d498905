import Bus
import Glibc
import Messages
import TestKit

/// A round through all that a group can be asked, so that each kind of message passes once.
struct Tour {
    /// An engine whose player presses and lets go, and whose first release is refused.
    static let engine = #"""
        players: {
            tapper: {
                command: ["sh", "-c", "echo '{\"tap\":\"space\"}'; echo '{\"press\":\"Right\"}'; cat"],
            },
        },
        controller: { kind: "memory", refuse_release: 1, delay_ms: 50 },
        """#
    /// The types that nothing in a group can bring about yet: there is no ear to hear anything.
    static let unseen: Set<String> = ["companion.heard"]

    let group: TestGroup

    /// Goes all the way round.
    func go() throws {
        try play()
        try supersede()
        try askTheEngine()
        try broadcast()
        try keepPins()
        try travel()
        try look()
        try restart()
    }

    // MARK: Solo play

    /// Start, "+" and Stop, from press to `Stopped`, with a release that is refused at first.
    private func play() throws {
        try group.startSession(player: "tapper")
        try group.press(.extend)
        try group.event("the later deadline", of: FaceState.type) { event in
            let answered = try event.read(FaceState.self).answered
            return answered.contains { $0.action == .extend && $0.boot != nil } ? true : nil
        }
        try group.press(.stop)
        try group.view("`Stopped`") { $0.saysStopped }
    }

    /// A "+" whose place a Stop takes, as the relay is not there to fetch it.
    private func supersede() throws {
        try group.startSession("Snake")
        let relay = try group.signal("relay", SIGSTOP)
        try group.press(.extend)
        try group.press(.stop)
        kill(relay, SIGCONT)
        try group.view("`Stopped` again") { $0.saysStopped }
    }

    private func askTheEngine() throws {
        let session = try group.startSession("Chess")
        _ = try group.ask(SoloExtend(session: session, seconds: 60), of: "engine")
        _ = try group.ask(SoloStop(.session(session), view: "test"), of: "engine", on: .control)
        _ = try group.ask(FaceStop(view: "test"), of: "face")
        try group.view("`Stopped` once more") { $0.saysStopped }
        _ = try group.ask(SoloStop(.nothing), of: "engine")
        _ = try group.ask(SoloStatus(), of: "engine")
        _ = try group.ask(SoloReceiptsList(last: 2), of: "engine")
        // Refused, as everything has been released; that is an answer, too.
        _ = try? group.ask(SoloDismiss(why: "looked"), of: "engine")
    }

    // MARK: The broadcast, the eye

    private func broadcast() throws {
        try group.press(.eye)
        try group.press(.wrapUp)
        try group.event("the wrapping up", of: FaceState.type) { event in
            try event.read(FaceState.self).broadcast.wrapping ? true : nil
        }
        _ = try group.ask(BroadcastSet(onAir: false), of: "relay")
        _ = try group.ask(BroadcastSet(onAir: true), of: "relay")
        _ = try group.ask(BroadcastWrapUp(), of: "relay")
        try group.view("the end of the broadcast in reach") { view in
            view.controls.contains { $0.id == .onAir && $0.enabled }
        }
        try group.press(.onAir)
    }

    // MARK: The navigator

    private static let cafe = Place(
        name: "Cafe", lat: 52.52, lon: 13.4, door: Coordinates(lat: 52.521, lon: 13.401),
        note: "the terrace")
    private static let link = OfferLink(url: "geo:52.5,13.4?q=52.5,13.4(Museum)")

    private func keepPins() throws {
        let pin = try ask(PinsAdd(place: Self.cafe, trip: "Berlin")).read(PinsAdded.self).pin
        try ask(PinsList())
        try ask(GuidesList())
        // There are no guides yet.
        _ = try? ask(GuidesOpen(place: "no such place"))
        try ask(PinsWalk(pin: pin.id))
        try wait(for: .guiding)
        try ask(NavEnd())
        try ask(PinsRemove(pin: pin.id))
    }

    /// Both ways to a trip, and each answer to an offer that comes during one.
    private func travel() throws {
        try ask(OfferPin(place: Self.cafe))
        try wait(for: .guiding)
        let link = try ask(Self.link).read(OfferAnswer.self)
        try ask(NavDecline(pending: link.pending ?? ""))
        try ask(Self.link)
        let handoff = try ask(OfferHandoff(place: Self.cafe, from: "Pippa"))
        try ask(NavAccept(pending: handoff.read(OfferAnswer.self).pending ?? ""))
        try wait(for: .guiding)
        try ask(NavEnd())

        try ask(Self.link)
        try wait(for: .preview)
        try ask(NavCancel())
        try ask(Self.link)
        let preview = try wait(for: .preview).preview
        try ask(NavStart(preview: preview?.id ?? ""))
        try ask(NavEnd())

        try ask(NavMode(mode: "walking"))
        try ask(NavProvider(provider: "beeline"))
        try ask(NavSimulate(on: true))
        try ask(NavSimulate(on: false))
    }

    @discardableResult
    private func ask(_ message: some Message) throws -> Incoming {
        try group.ask(message, of: "navigator")
    }

    /// Asks for the state, and again whenever one was published, until it is what is waited for.
    @discardableResult
    private func wait(for stage: NavigatorState.Stage) throws -> NavigatorState {
        let state = try ask(NavStatus()).read(NavigatorState.self)
        if state.stage == stage { return state }
        return try group.event("the stage \(stage)", of: NavigatorState.type) { _ in
            let state = try ask(NavStatus()).read(NavigatorState.self)
            return state.stage == stage ? state : nil
        }
    }

    // MARK: The face, the launcher

    private func look() throws {
        _ = try group.ask(FacePress(control: .eye, view: "test", down: 1, up: 1.1), of: "face")
        _ = try group.ask(FaceDisarm(view: "test"), of: "face")
        _ = try group.ask(
            FacePointer(view: "test", pointer: 1, phase: .down, x: 2, y: 3, at: 4), of: "face")
        _ = try group.ask(FaceLook(), of: "face")
        _ = try group.ask(WebPageGet(), of: "web")
        // Takes nothing, as nothing waits; of the relay's boot, so that no lease ends.
        let relay = try group.ask(VitalsGet(), of: "relay", on: .control).read(VitalsBeat.self)
        _ = try group.ask(OutboxTake(wait: 0, boot: relay.boot), of: "face")
    }

    private func restart() throws {
        let pid = try group.pid(of: "navigator")
        _ = try group.ask(GroupRestart(process: "navigator"), of: "group")
        try group.waitForRestart(of: "navigator", after: pid)
    }
}

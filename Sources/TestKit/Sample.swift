package import Messages

/// A message of each type, in its fullest and in its barest form.
package enum Sample {
    package static let key = RequestKey(source: "/h/face", id: "r1")
    package static let deadline = SoloDeadline(session: "s", expiresAt: 12.5, now: 2.25, boot: "b")
    package static let session = SoloSession(
        id: "s", performer: "Pippa", title: "Tetris", mode: .unattended, startedAt: 1,
        expiresAt: 61)
    package static let receipt = SoloReceipt(
        session: "s", boot: "b", revision: 4, made: .init(boot: "a", revision: 3, now: 9),
        controller: "memory", released: false, held: ["A"], heldByOthers: ["Shift"],
        cause: .playerEnded, reason: "A is held",
        stops: [
            AskedStop(source: "/h/face", id: "r1", view: "v"), AskedStop(source: "x", id: "y"),
        ],
        title: "Tetris", now: 10)
    package static let bareReceipt = SoloReceipt(
        session: nil, boot: "b", revision: 1, made: .init(boot: "b", revision: 1, now: 0),
        controller: "memory", released: true, cause: .noneOpen, now: nil)
    package static let place = Place(
        name: "Café \"Zentral\"\n", lat: 48.2104, lon: 16.3655,
        door: Coordinates(lat: 48.21, lon: 16.36), note: "/round the corner\\")
    package static let barePlace = Place(name: "x", lat: -0.1, lon: 1e-7)
    package static let pin = Pin(id: "p", place: place, trip: "Vienna", provider: "Pippa")
    package static let barePin = Pin(id: "q", place: barePlace)

    package static let solo: [any Message] = [
        SoloStart(
            title: "Tetris", mode: "true", seconds: 600, performer: "Pippa", player: "bot",
            boot: "b", notAfter: 7),
        SoloStart(title: "x", mode: "?", seconds: 0.5),
        SoloStarted(deadline), SoloExtended(deadline),
        SoloExtend(session: "s", seconds: 300, boot: "b", notAfter: 7),
        SoloExtend(session: "s", seconds: 1),
        SoloStop(.whateverRuns), SoloStop(.nothing, view: "v"), SoloStop(.session("s")),
        SoloStopping(session: "s", boot: "b", revision: 2, stage: .readingBack),
        SoloStopping(session: nil, boot: "b", revision: 2, stage: .closing),
        SoloDismiss(why: "unplugged"), SoloStatus(), SoloReceiptsList(last: 3), SoloReceiptsList(),
        SoloReceipts(receipts: [receipt, bareReceipt]), receipt, bareReceipt,
        SoloState(
            boot: "b", now: 3, revision: 2, open: true, session: session,
            closing: SoloClosing(session: "r", stage: .closing), receipt: receipt),
        SoloState(boot: "b", now: nil, revision: 0, open: false),
        SoloInput(session: "s", press: "A", now: 1), SoloInput(session: "s", release: "A", now: 1),
    ]

    package static let relay: [any Message] = [
        FaceState(
            open: .open, reason: "x", boot: "b", revision: 3, session: "s", performer: "Pippa",
            mode: .coached, title: "Tetris", expiresAt: 60, now: 5, receipt: receipt,
            answered: [
                Answered(
                    id: "r1", action: .stop, session: "s", title: "Tetris", boot: "b", revision: 3,
                    stage: .readingBack, released: true, error: "no", problem: .tooLate),
                Answered(id: "r2", action: .extend),
            ],
            broadcast: BroadcastState(onAir: true, wrapping: true)),
        FaceState(open: .closed), FaceState(open: .unknown, reason: "unreachable"),
        BroadcastState(), BroadcastState(onAir: false, wrapping: true), BroadcastSet(onAir: true),
        BroadcastWrapUp(), CompanionHeard(face: "face", text: "go left", take: "t"),
        CompanionWatching(face: "face", watching: true),
    ]

    package static let face: [any Message] = [
        FacePress(control: .onAir, view: "v", down: 1.25, up: 1.5),
        FacePress(control: .eye, view: "v"), FaceStop(view: "v"), FacePressed(.armed),
        FacePressed(.refused, reason: "settling"), FaceDisarm(view: "v"), FaceDisarmed(view: "v"),
        FacePointer(view: "v", pointer: 3, phase: .cancel, x: 1.5, y: -2, at: 9.25),
        FacePointed(.ended, hold: 4, reason: "too short"), FacePointed(.nothing), FaceLook(),
        FaceView(
            headline: "PIPPA SOLO", title: "Tetris", stopLine: "", detail: "closing",
            lines: ["a", "b"], timeLeft: 59,
            controls: [
                .init(id: .stop, label: "Stop", armedLabel: "Sure?", name: "Stop", enabled: true),
                .init(
                    id: .onAir, role: .switch, label: "Off Air", armedLabel: "Sure?",
                    name: "End it", value: "on", isOn: true, enabled: false, reason: "not yet"),
            ],
            armings: [.init(view: "v", control: .wrapUp, left: 4.5, elsewhere: "armed on v")],
            rules: .init(armedFor: 5, settle: 0.35, minimumHold: 0.3, maximumDrift: 24),
            unsent: [.init(kind: "Stop", age: 3, reason: "expired")], watching: true,
            microphone: "closed",
            navigator: Shared(
                NavigatorState(
                    stage: .browse, mode: "walking", modes: [], provider: "beeline",
                    providers: [], simulating: false)),
            way: .init(lines: ["No trip"], question: "Go?", actions: [goAction]),
            places: [.init(name: "Tea house", note: "open", action: goAction)], health: "ok",
            alerts: [.init(number: 3, text: "One minute left")], language: "ko", words: words),
        FaceView(
            headline: "", title: "", stopLine: "", controls: [],
            rules: .init(armedFor: 5, settle: 0.35, minimumHold: 0.3, maximumDrift: 24),
            watching: false, microphone: "closed", health: "", language: "en", words: words),
    ]

    private static let goAction = FaceView.Action(
        deed: .walk, target: "p", label: "Go", name: "Go: Tea house")

    package static let words = Shared(
        FaceView.Words(
            left: "{} left", armed: "armed", armedFor: "", notSent: "Not sent: {}",
            microphone: "Hold", places: "Places", old: "old", notDelivered: "lost",
            insecure: "no TLS", notify: "Tell me", keys: ["q leaves"], confirmKey: "y",
            tooSmall: "small"))

    package static let outbox: [any Message] =
        [
            OutboxTake(wait: 25, boot: "b"), OutboxEmpty(), OutboxAck(id: "i"),
            OutboxAcked(id: "i"),
            OutboxRemoved(id: "i", kind: .soloPlay, action: .extend, reason: .superseded),
            OutboxRemoved(id: "i", kind: .heard, action: nil, reason: .expired),
        ] + requests.map { OutboxItem(source: "/h/face", id: "i", request: $0, putAt: 1, lease: 2) }

    package static let requests: [OutboxRequest] = [
        .stop(SoloStop(.whateverRuns)), .stop(SoloStop(.nothing)),
        .stop(SoloStop(.session("s"), view: "v")), .extend(SoloExtend(session: "s", seconds: 300)),
        .onAir(false), .wrapUp, .eye(watching: true), .heard(text: "hello", take: "t"),
    ]

    package static let navigator: [any Message] = [
        OfferPin(pin: "p"), OfferPin(place: place), OfferLink(url: "geo:1,2"),
        OfferHandoff(place: place, mode: "walking", from: "Pippa"), OfferHandoff(place: barePlace),
        OfferAnswer(.taken),
        OfferAnswer(.pending, pending: "o", notice: "Pippa sent x", replaced: "y"),
        NavAccept(pending: "o"), NavDecline(pending: "o"), NavStart(preview: "p"),
        NavCancel(preview: "p"), NavCancel(), NavEnd(trip: "t"), NavEnd(), NavMode(mode: "driving"),
        NavProvider(provider: "beeline"), NavSimulate(on: true), NavStatus(),
        NavigatorState(
            stage: .guiding,
            trip: .init(
                id: "t", destination: place, mode: "walking", provider: "beeline",
                remainingMetres: 12.5, remainingSeconds: 9,
                next: .init(text: "left", inMetres: 3)),
            preview: .init(
                id: "p", destination: place, mode: "walking", provider: "beeline", metres: 1,
                seconds: 2),
            pending: .init(id: "o", source: .handoff, place: barePlace, replaced: "y"),
            mode: "walking", modes: ["walking"], provider: "beeline", providers: ["beeline"],
            simulating: true, notice: "n"),
        NavigatorState(
            stage: .preview,
            preview: .init(id: "p", destination: barePlace, mode: "walking", provider: "beeline"),
            mode: "walking", modes: [], provider: "beeline", providers: [], simulating: false),
        TripEnded(trip: "t", destination: place, reason: "arrived"),
        RouteAsked(ticket: "k", provider: "beeline", mode: "walking", destination: barePlace),
        PinsAdd(place: place, trip: "Vienna"), PinsAdd(place: barePlace), PinsAdded(pin: pin),
        PinsList(), PinsListed(pins: [pin, barePin], omitted: 3), PinsListed(pins: []),
        PinsRemove(pin: "p"), PinsRemoved(pin: "p"), PinsWalk(pin: "p"), GuidesList(),
        GuidesListed(guides: [.init(name: "Views", places: [pin])]), GuidesOpen(place: "p"),
    ]

    package static let everybody: [any Message] = [
        VitalsBeat(
            boot: "b", version: "0.1.0", now: 4, state: .ready, pid: 7, longestTurn: 0.25, sent: 1,
            received: 2, lost: 3, malformed: 4, refused: 5, queues: ["outbox": 6],
            states: ["face.state/face": 8]),
        VitalsBeat(boot: "b", version: "0.1.0", now: nil, state: .starting, pid: 7), VitalsGet(),
        ProcessStop(), ProcessStopping(), GroupStatusGet(), GroupStop(),
        GroupRestart(process: "face"),
        GroupStatus(
            name: "h",
            processes: [
                .init(name: "face", pid: 7, state: .givenUp, restarts: 6, since: 1, lastBeat: 0.5),
                .init(name: "relay", pid: nil, state: .dead, restarts: 0, since: 1, lastBeat: nil),
            ]),
        Problem(
            .otherBoot, "t", detail: "d", field: "f", session: "s", boot: "b", revision: 1),
        Problem(.internal, "t"),
    ]

    package static let all = solo + relay + face + outbox + navigator + everybody
}

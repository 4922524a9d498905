import Messages
import RelayCore
import Testing

/// What an item leads to at once, before its outcome is known.
struct Route: Sendable, CustomTestStringConvertible {
    let request: OutboxRequest
    let effects: [RelayCore.Effect]

    init(_ request: OutboxRequest, _ effects: [RelayCore.Effect]) {
        self.request = request
        self.effects = effects
    }

    var testDescription: String {
        request.action?.rawValue ?? request.kind.rawValue
    }
}

/// Every kind of item.
private let routes: [Route] = [
    Route(
        .stop(stopMaze),
        [
            .ask(stopAsk("item")), .ask(.take(face: face, number: 2)),
            .ask(.acknowledge("item", face: face)),
            .publish(
                .playing(now: 300.5, answered: [stopTaken("item")]), face: face),
        ]
    ),
    Route(
        .extend(moreMaze),
        [
            .ask(.take(face: face, number: 2)), .ask(extendAsk("item")),
            .publish(
                .playing(
                    now: 300.5,
                    answered: [Answered(id: "item", action: .extend, stage: .taken)]),
                face: face),
        ]
    ),
    Route(
        .onAir(true),
        [
            .ask(.take(face: face, number: 2)),
            .publishBroadcast(BroadcastState(onAir: true)),
            .ask(.acknowledge("item", face: face)),
            .publish(
                .playing(now: 300.5, broadcast: BroadcastState(onAir: true)), face: face),
        ]
    ),
    Route(
        .wrapUp,
        [
            .ask(.take(face: face, number: 2)), .ask(.acknowledge("item", face: face)),
        ]
    ),
    Route(
        .eye(watching: false),
        [
            .ask(.take(face: face, number: 2)),
            .publishWatching(CompanionWatching(face: face, watching: false)),
            .ask(.acknowledge("item", face: face)),
        ]
    ),
    Route(
        .heard(text: "to the left", take: "take-7"),
        [
            .ask(.take(face: face, number: 2)),
            .publishHeard(CompanionHeard(face: face, text: "to the left", take: "take-7")),
            .ask(.acknowledge("item", face: face)),
        ]
    ),
]

@Suite struct TakeTests {
    @Test("R1: each face that is there gets a take, of 25 s and with time for the answer")
    func start() {
        var relay = RelayCore(faces: [phone, face])
        let unknown = FaceState.unknown("engine unreachable")
        #expect(
            relay.receive(.start, at: 100) == [
                .publishBroadcast(BroadcastState()), .ask(.vitals),
                .publish(unknown, face: face), .publish(unknown, face: phone),
            ])
        for name in [face, phone] {
            #expect(
                relay.receive(.face(name, .connected), at: 100)
                    == [.ask(.take(face: name, number: 1))])
        }
        #expect(RelayCore.Ask.take(face: face, number: 1).within == 30)
    }

    @Test("R1: a take that brought nothing is followed at once by the next")
    func nothing() {
        var relay = RelayCore.started()
        #expect(
            relay.receive(.handed(nil, by: face, take: 1), at: 100.5)
                == [.ask(.take(face: face, number: 2))])
        #expect(
            relay.receive(.handed(nil, by: face, take: 2), at: 100.5)
                == [.ask(.take(face: face, number: 3))])
    }

    @Test(
        "R1: each kind goes its way, and the next take is open before the outcome",
        arguments: routes)
    func routing(_ route: Route) {
        var relay = RelayCore.knowing(.playing())
        let handed = RelayCore.Event.handed(item("item", route.request), by: face, take: 1)
        #expect(relay.receive(handed, at: 100.5) == route.effects)
    }

    @Test("R1: many items are taken while none has an outcome")
    func manyUnanswered() {
        var relay = RelayCore.knowing(.playing())
        for number in 1...50 {
            let more = item(RequestID("more-\(number)"), .extend(moreMaze))
            let asked = relay.asked(.handed(more, by: face, take: number), at: 100.5)
            #expect(asked.first == .take(face: face, number: number + 1))
        }
    }

    @Test("R1: after failures a take is opened again after 0.1, 0.2, 0.5 and then each 1 s")
    func backOff() {
        var relay = RelayCore.started()
        let gone = Problem(.unreachable, "face unreachable")
        var now: Seconds = 100.5
        for (number, wait) in zip(1..., [0.1, 0.2, 0.5, 1, 1]) {
            let failed = RelayCore.Event.failed(.take(face: face, number: number), gone)
            #expect(relay.takes(failed, at: now) == [])
            #expect(relay.takes(.tick, at: now + wait - 0.01) == [])
            now += wait
            #expect(relay.takes(.tick, at: now) == [number + 1])
        }
        let nothing = RelayCore.Event.handed(nil, by: face, take: 6)
        #expect(relay.takes(nothing, at: now) == [7], "an answer ends the back-off")
        _ = relay.receive(.failed(.take(face: face, number: 7), gone), at: now)
        #expect(relay.deadline == now + 0.1)
        #expect(relay.takes(.tick, at: now + 0.1) == [8])
    }

    @Test(
        "R1: a face that was away gets a take as soon as it is back",
        arguments: [
            RelayCore.Link.disconnected, .silent,
        ])
    func back(_ away: RelayCore.Link) {
        for back in [RelayCore.Link.connected, .heard(faceBoot)] {
            var relay = RelayCore.started()
            #expect(relay.takes(.face(face, away), at: 100.5) == [])
            #expect(relay.takes(.tick, at: 140) == [], "none while nobody could answer it")
            #expect(relay.takes(.face(face, back), at: 140) == [2])
            #expect(relay.takes(.face(face, .heard(faceBoot)), at: 140) == [], "one is enough")
        }
    }

    @Test("R1: a take does not outlive the face's boot that it was opened at")
    func anotherBoot() {
        var relay = RelayCore.started()
        #expect(relay.takes(.face(face, .heard(faceBoot)), at: 100.5) == [])
        #expect(relay.takes(.face(face, .heard("another")), at: 100.5) == [2])
    }

    @Test("R1: a face that is back is not kept waiting by its earlier failures")
    func forgiven() {
        var relay = RelayCore.started()
        let gone = Problem(.unreachable, "face does not answer")
        _ = relay.receive(.failed(.take(face: face, number: 1), gone), at: 100.5)
        #expect(relay.takes(.face(face, .connected), at: 100.5) == [2])
        _ = relay.receive(.failed(.take(face: face, number: 2), gone), at: 100.5)
        #expect(relay.deadline == 100.6)
    }

    @Test("R1: an older take's item is passed on, and opens no second take")
    func olderTake() {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.face(face, .disconnected), at: 100.5)
        _ = relay.receive(.face(face, .connected), at: 100.5)
        let asked = relay.asked(
            .handed(item("stop-1", .stop(stopMaze)), by: face, take: 1), at: 100.5)
        #expect(asked == [stopAsk(), .acknowledge("stop-1", face: face)])
        let failed = RelayCore.Event.failed(
            .take(face: face, number: 1), Problem(.unreachable, "face unreachable"))
        #expect(relay.receive(failed, at: 100.5) == [])
        #expect(relay.receive(.tick, at: 100.9) == [])
    }

    @Test("R1: a face that is not of this group is passed over")
    func stranger() {
        var relay = RelayCore.started()
        let stray = item("stop-1", .stop(stopMaze))
        #expect(relay.receive(.handed(stray, by: "other", take: 1), at: 100.5) == [])
        #expect(relay.receive(.face("other", .connected), at: 100.5) == [])
    }
}

extension RelayCore {
    /// The numbers of the takes that are opened by an input.
    fileprivate mutating func takes(_ event: Event, at now: Seconds) -> [Int] {
        asked(event, at: now).compactMap {
            guard case .take(_, let number) = $0 else { return nil }
            return number
        }
    }
}

import Messages
import Testing

@testable import FaceCore

@Suite("The face: the relay's silence, and the broadcast's waits")
struct FaceCoreRelayTests {
    private var face = FaceUnderTest()

    @Test("before anything is heard: unknown, with that reason, Stop in reach")
    func atStart() {
        #expect(face.view?.lines == ["state unknown: relay not heard yet"])
        #expect(face.view?.headline == "PIPPA SOLO")
        #expect(face.view?.control(.stop)?.enabled == true)
    }

    @Test(
        "F12: the relay silent, gone or not understood: unknown, with that reason, Stop in reach",
        arguments: [
            (FaceCore.Event.relaySilent, "state unknown: relay silent"),
            (.relayDisconnected, "state unknown: relay unreachable"),
            (.stateNotUnderstood, "state unknown: relay not understood"),
        ])
    mutating func lost(event: FaceCore.Event, line: String) {
        face.receive(.state(.open()), at: 1)
        #expect(face.view?.lines == [])
        face.receive(event, at: 4)
        #expect(face.view?.lines == [line])
        #expect(face.view?.timeLeft == nil)
        #expect(face.view?.control(.stop)?.enabled == true)
        #expect(face.view?.control(.extend)?.enabled == false)
    }

    @Test("F12: known after that is only what comes as a state")
    mutating func onlyStates() {
        face.receive(.state(.open()), at: 1)
        face.receive(.relaySilent, at: 4)
        face.receive(.navigator(nil), at: 5)
        #expect(face.view?.lines == ["state unknown: relay silent"])
        face.receive(.state(.open()), at: 6)
        #expect(face.view?.lines == [])
        #expect(face.view?.timeLeft == 600)
    }

    @Test("R2: the relay's own reason is shown as it is")
    mutating func reason() {
        face.receive(.state(.unknown("engine restarting")), at: 1)
        #expect(face.view?.lines == ["state unknown: engine restarting"])
        face.receive(.state(.unknown(nil)), at: 2)
        #expect(face.view?.lines == ["state unknown: no reason given"])
        face.receive(.state(FaceState(open: .open, boot: "e1", revision: 1)), at: 3)
        #expect(face.view?.lines == ["state unknown: relay not understood"])
    }

    // MARK: On Air and Wrap up

    private mutating func broadcast(_ onAir: Bool?, wrapping: Bool = false, at now: Seconds) {
        face.receive(
            .state(.open(broadcast: BroadcastState(onAir: onAir, wrapping: wrapping))), at: now)
    }

    @Test("On Air and its opposite, in label and value", arguments: [nil, false, true])
    mutating func onAir(onAir: Bool?) {
        broadcast(onAir, at: 1)
        #expect(face.view?.control(.onAir)?.label == (onAir == true ? "Off Air" : "On Air"))
        #expect(
            face.view?.control(.onAir)?.armedLabel
                == (onAir == true ? "Tap to end" : "Tap again: On Air"))
        face.confirm(.onAir, at: 3)
        #expect(face.put == [.onAir(onAir != true)])
    }

    @Test("On Air takes no further press while unanswered, and has failed after 15 s")
    mutating func onAirFails() {
        broadcast(false, at: 1)
        face.confirm(.onAir, at: 3)
        face.press(.onAir, at: 10)
        #expect(face.replies == [.refused("On Air is not answered yet")])
        broadcast(false, at: 17.9)
        #expect(face.view?.control(.onAir)?.enabled == false)
        #expect(face.view?.lines == [])
        broadcast(false, at: 18)
        #expect(face.view?.lines == ["On Air failed"])
        #expect(face.view?.control(.onAir)?.enabled == true)
        broadcast(true, at: 18.2)
        #expect(face.view?.lines == [])
    }

    @Test("On Air that is followed is over, without a word")
    mutating func onAirFollowed() {
        broadcast(true, at: 1)
        face.confirm(.onAir, at: 3)
        broadcast(false, at: 4)
        #expect(face.view?.control(.onAir)?.enabled == true)
        broadcast(false, at: 30)
        #expect(face.view?.lines == [])
    }

    @Test("Wrap up is for a broadcast on air and not yet wrapping")
    mutating func wrapUp() {
        broadcast(false, at: 1)
        #expect(face.view?.control(.wrapUp)?.enabled == false)
        broadcast(true, at: 2)
        #expect(face.view?.control(.wrapUp)?.enabled == true)
        face.confirm(.wrapUp, at: 4)
        #expect(face.view?.control(.wrapUp)?.enabled == false)
        face.press(.wrapUp, at: 5)
        #expect(face.replies == [.refused("Wrap up is not answered yet")])
        broadcast(true, wrapping: true, at: 6)
        #expect(face.view?.control(.wrapUp)?.enabled == false)
        broadcast(true, wrapping: true, at: 40)
        #expect(face.view?.lines == [])
    }

    @Test("Wrap up has failed after 20 s")
    mutating func wrapUpFails() {
        broadcast(true, at: 1)
        face.confirm(.wrapUp, at: 3)
        broadcast(true, at: 22.9)
        #expect(face.view?.lines == [])
        broadcast(true, at: 23)
        #expect(face.view?.lines == ["Wrap up failed"])
        face.press(.wrapUp, at: 24)
        #expect(face.replies == [.armed])
    }

    @Test("their removal from the outbox fails them at once")
    mutating func removed() {
        broadcast(true, at: 1)
        face.confirm(.onAir, at: 3)
        face.confirm(.wrapUp, at: 5)
        for (id, kind) in [("item 2", OutboxKind.onAir), ("item 4", .wrapUp)] {
            let removed = OutboxRemoved(
                id: RequestID(id), kind: kind, action: nil, reason: .trimmed)
            face.receive(.removed(removed, putAt: 3), at: 6)
        }
        #expect(face.view?.lines == ["Off Air failed", "Wrap up failed"])
        #expect(face.view?.unsent.map(\.kind) == ["On Air", "Wrap up"])
    }

    @Test("no wait of theirs is the Solo bar's: F9")
    mutating func noBarTimer() {
        face.receive(.state(.open()), at: 1)
        face.confirm(.stop, at: 3)
        face.receive(.state(.open()), at: 10_000)
        #expect(face.view?.stopLine == "Stop requested — engine release not confirmed")
        #expect(face.view?.lines == [])
        #expect(face.take(at: 10_000)?.id == "item 2")
    }
}

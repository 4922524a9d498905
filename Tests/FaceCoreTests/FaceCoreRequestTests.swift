import Messages
import Testing

@testable import FaceCore

@Suite("The face: requests")
struct FaceCoreRequestTests {
    private var face = FaceUnderTest()

    @Test("two deliberate presses put a Stop, the first one nothing")
    mutating func twoPresses() {
        face.receive(.state(.open()), at: 1)
        face.press(.stop, at: 2)
        #expect(face.replies == [.armed])
        #expect(face.put.isEmpty)
        face.press(.stop, at: 2.3)
        #expect(face.replies == [.armed])
        face.press(.stop, at: 2.5)
        #expect(face.put == [.stop(SoloStop(.session("s"), view: "a"))])
    }

    @Test("a press in another view session confirms nothing")
    mutating func otherView() {
        face.press(.stop, view: "a", at: 1)
        face.press(.stop, view: "b", at: 2)
        #expect(face.replies == [.armed])
        #expect(face.put.isEmpty)
    }

    @Test("each control puts the wanted value")
    mutating func values() {
        face.receive(
            .state(.open(broadcast: BroadcastState(onAir: true, wrapping: false))), at: 1)
        face.confirm(.extend, at: 3)
        #expect(
            face.put == [
                .extend(SoloExtend(session: "s", seconds: 300, boot: "e1", notAfter: 492))
            ])
        face.confirm(.wrapUp, at: 5)
        #expect(face.put == [.wrapUp])
        face.confirm(.onAir, at: 7)
        #expect(face.put == [.onAir(false)])
        face.confirm(.eye, at: 9)
        #expect(face.put == [.eye(watching: true)])
        face.confirm(.eye, at: 11)
        #expect(face.put == [.eye(watching: false)])
    }

    @Test("a Stop never waits for an unanswered \"+\", On Air or Wrap up")
    mutating func stopWaitsForNothing() {
        let onAir = BroadcastState(onAir: true, wrapping: false)
        face.receive(.state(.open(broadcast: onAir)), at: 1)
        face.confirm(.extend, at: 3)
        face.confirm(.wrapUp, at: 5)
        face.confirm(.onAir, at: 7)
        face.confirm(.stop, at: 9)
        #expect(face.put == [.stop(SoloStop(.session("s"), view: "a"))])
        #expect(face.take(at: 9)?.request == .stop(SoloStop(.session("s"), view: "a")))
    }

    @Test(
        "a control that can't be pressed refuses, and arms nothing",
        arguments: [
            (FaceControl.stop, FaceState.closed(nil), "nothing to stop"),
            (.extend, .closed(nil), "no session is open"),
            (.extend, .unknown(), "state unknown"),
            (.wrapUp, .open(), "not on air"),
            (
                .wrapUp, .open(broadcast: BroadcastState(onAir: true, wrapping: true)),
                "wrapping up already"
            ),
        ])
    mutating func refuses(control: FaceControl, state: FaceState, reason: String) {
        face.receive(.state(state), at: 1)
        face.press(control, at: 2)
        #expect(face.replies == [.refused(reason)])
        #expect(face.view?.armings == [])
        #expect(face.view?.control(control)?.enabled == false)
    }

    @Test("a deliberate Stop needs no arming, ends the view's, and goes whatever is known")
    mutating func deliberate() {
        face.receive(.state(.open()), at: 1)
        face.press(.stop, view: "shell", at: 2)
        face.ask(.stop(FaceStop(view: "shell")), at: 2.1)
        #expect(face.put == [.stop(SoloStop(.session("s"), view: "shell"))])
        #expect(face.view?.armings == [])
        var idle = FaceUnderTest()
        idle.receive(.state(.closed(nil)), at: 1)
        idle.ask(.stop(FaceStop(view: "shell")), at: 2)
        #expect(idle.put == [.stop(SoloStop(.nothing, view: "shell"))])
    }

    @Test("disarming ends the view session's arming and no other's")
    mutating func disarm() {
        face.press(.stop, view: "a", at: 1)
        face.press(.stop, view: "b", at: 1)
        face.ask(.disarm(FaceDisarm(view: "a")), at: 2)
        #expect(face.replies == [.disarmed(FaceDisarmed(view: "a"))])
        #expect(face.view?.armings.map(\.view) == ["b"])
    }

    @Test("a look gets the view model as of now")
    mutating func look() {
        face.receive(.state(.open()), at: 10)
        face.ask(.look(FaceLook()), at: 70)
        guard case .view(let view) = face.replies.first else {
            Issue.record("no view")
            return
        }
        #expect(view.timeLeft == 540)
        #expect(face.published.isEmpty)
    }

    @Test("B3: a press that is repeated with its key never counts twice")
    mutating func repeatedPress() {
        let press = FaceRequest.press(FacePress(control: .stop, view: "a"))
        face.ask(press, key: "one", at: 1)
        face.ask(press, key: "one", at: 2)
        #expect(face.replies == [.armed])
        #expect(face.put.isEmpty)
        face.ask(press, key: "two", at: 3)
        #expect(face.put.count == 1)
        face.write()
        face.ask(press, key: "two", at: 4)
        #expect(face.replies == [.confirmed])
        #expect(face.put.isEmpty)
        #expect(face.view?.armings == [])
    }

    @Test("B3: a deliberate Stop that is repeated with its key is one Stop")
    mutating func repeatedStop() {
        let stop = FaceRequest.stop(FaceStop(view: "a"))
        face.ask(stop, key: "one", at: 1)
        face.write()
        face.ask(stop, key: "one", at: 2)
        #expect(face.replies == [.confirmed])
        #expect(face.put.isEmpty)
    }

    @Test("B3: a key that comes again with other content is refused")
    mutating func reusedKey() {
        face.ask(.press(FacePress(control: .stop, view: "a")), key: "one", at: 1)
        face.ask(.press(FacePress(control: .eye, view: "a")), key: "one", at: 2)
        #expect(face.replies == [.problem(.reusedKey)])
        #expect(face.view?.armings.map(\.control) == [.stop])
        face.ask(.stop(FaceStop(view: "a")), key: "two", at: 3)
        face.ask(.stop(FaceStop(view: "b")), key: "two", at: 3)
        #expect(face.replies == [.problem(.reusedKey)])
    }

    @Test(
        "a view session without a usable name is refused by field",
        arguments: ["", String(repeating: "v", count: 101)])
    mutating func wrongView(view: String) {
        for request in [
            FaceRequest.press(FacePress(control: .stop, view: view)), .stop(FaceStop(view: view)),
        ] {
            face.ask(request, at: 1)
            guard case .problem(let problem) = face.replies.first else {
                Issue.record("not refused")
                return
            }
            #expect(problem.type == .invalid)
            #expect(problem.field == "view")
            #expect(face.put.isEmpty)
        }
    }

    @Test("F8: armings of the bar end when \"Stop can be pressed\" changes")
    mutating func canStopChanges() {
        face.receive(.state(.open()), at: 1)
        face.press(.stop, view: "a", at: 2)
        face.press(.extend, view: "b", at: 2)
        face.press(.eye, view: "c", at: 2)
        face.receive(.state(.closed(.of("s", cause: .deadline))), at: 3)
        #expect(face.view?.armings.map(\.view) == ["c"])
    }

    @Test("F8: they end when the session becomes another one")
    mutating func anotherSession() {
        face.receive(.state(.open("s")), at: 1)
        face.press(.stop, at: 2)
        face.receive(.state(.open("s2")), at: 3)
        #expect(face.view?.armings == [])
        face.press(.stop, at: 3.5)
        #expect(face.replies == [.armed])
    }

    @Test("F8: losing a state read ends none, nor does the same session's return")
    mutating func lostState() {
        face.receive(.state(.open()), at: 1)
        face.press(.stop, view: "a", at: 2)
        face.press(.extend, view: "b", at: 2)
        face.receive(.state(.unknown()), at: 2.5)
        face.receive(.relayDisconnected, at: 3)
        #expect(face.view?.armings.map(\.control) == [.stop, .extend])
        face.receive(.state(.open()), at: 4)
        #expect(face.view?.armings.map(\.control) == [.stop, .extend])
        face.press(.stop, view: "a", at: 5)
        #expect(face.put == [.stop(SoloStop(.session("s"), view: "a"))])
    }

    @Test("an armed control whose question has changed is not armed any more")
    mutating func questionChanged() {
        let onAir = BroadcastState(onAir: true, wrapping: false)
        face.receive(.state(.open(broadcast: onAir)), at: 1)
        face.press(.onAir, view: "a", at: 2)
        face.press(.wrapUp, view: "b", at: 2)
        face.press(.eye, view: "c", at: 2)
        face.press(.eye, view: "d", at: 2)
        face.press(.eye, view: "d", at: 2.5)
        #expect(face.view?.armings.map(\.view) == ["a", "b"])
        face.receive(
            .state(.open(broadcast: BroadcastState(onAir: false, wrapping: false))), at: 3)
        #expect(face.view?.armings == [])
    }
}

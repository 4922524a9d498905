import Messages
import Testing

@testable import FaceCore

@Suite("The face: the view model")
struct FaceCoreViewTests {
    private var face = FaceUnderTest()

    @Test("a session on the screen: headline, title, time left and controls")
    mutating func session() {
        face.receive(.state(.open()), at: 1)
        let view = face.view
        #expect(view?.headline == "PIPPA SOLO · coached")
        #expect(view?.title == "Chess of s")
        #expect(view?.stopLine == "")
        #expect(view?.timeLeft == 600)
        #expect(view?.lines == [])
        #expect(view?.microphone == "closed")
        #expect(
            view?.rules
                == FaceView.Rules(
                    armedFor: 5, settle: 0.4, minimumHold: 0.35, maximumDrift: 30))
        #expect(
            view?.controls == [
                .init(
                    id: .stop, label: "Stop", armedLabel: "Tap again: Stop",
                    name: "Stop solo play", enabled: true),
                .init(
                    id: .extend, label: "+5 min", armedLabel: "Tap again: +5 min",
                    name: "Add time: +5 min", enabled: true),
                .init(
                    id: .onAir, role: .switch, label: "On Air",
                    armedLabel: "Tap again: On Air", name: "Start the broadcast", enabled: true),
                .init(
                    id: .wrapUp, label: "Wrap up", armedLabel: "Tap again: Wrap up",
                    name: "Wrap up the broadcast", enabled: false, reason: "not on air"),
                .init(
                    id: .eye, role: .switch, label: "dark", armedLabel: "Tap again",
                    name: "Red eye, dark", value: "off", isOn: false, enabled: true),
            ])
    }

    @Test("the headline's mode is the wire's word", arguments: SoloMode.allCases)
    mutating func mode(mode: SoloMode) {
        var state = FaceState.open()
        state.mode = mode
        state.performer = "Zoë"
        face.receive(.state(state), at: 1)
        #expect(face.view?.headline == "ZOË SOLO · " + mode.rawValue)
    }

    @Test("F11: with nothing to stop the bar is not there")
    mutating func notThere() {
        face.receive(.state(.closed(nil)), at: 1)
        #expect(face.view?.headline == "")
        #expect(face.view?.title == "")
        #expect(face.view?.control(.stop)?.enabled == false)
        face.receive(.state(.unknown()), at: 2)
        #expect(face.view?.headline == "PIPPA SOLO")
        #expect(face.view?.lines == ["state unknown: engine silent"])
        #expect(face.view?.control(.stop)?.enabled == true)
    }

    @Test("`Retry Stop` exactly while a Stop or a release is not confirmed")
    mutating func retry() {
        face.receive(.state(.open()), at: 1)
        face.confirm(.stop, at: 3)
        #expect(face.view?.control(.stop)?.label == "Stop")
        let id = RequestID("item 2")
        face.receive(.state(.open(answered: [.stop(id, error: "engine unreachable")])), at: 4)
        #expect(face.view?.stopLine == "Stop not confirmed: engine unreachable")
        #expect(face.view?.control(.stop)?.label == "Retry Stop")
        #expect(face.view?.control(.stop)?.armedLabel == "Tap again: Stop")
        let held = SoloReceipt.of("s", released: false)
        face.receive(.state(.closed(held, answered: [.stop(id, released: false)])), at: 5)
        #expect(
            face.view?.stopLine == "Stop not confirmed: engine did not confirm input release")
        #expect(face.view?.control(.stop)?.label == "Retry Stop")
        face.receive(
            .state(.closed(.of("s"), revision: 3, answered: [.stop(id, released: true)])), at: 6)
        #expect(face.view?.stopLine == "Stopped — engine released inputs")
        #expect(face.view?.control(.stop)?.label == "Stop")

        var other = FaceUnderTest()
        other.receive(.state(.closed(held)), at: 1)
        #expect(other.view?.stopLine == "Not released: engine did not confirm input release")
        #expect(other.view?.control(.stop)?.label == "Retry Stop")
    }

    @Test("B10: the detail line under a Stop that is asked")
    mutating func detail() {
        face.receive(.state(.open()), at: 1)
        face.confirm(.stop, at: 3)
        #expect(face.view?.detail == "waiting to be taken")
        #expect(face.take(at: 4)?.id == "item 2")
        #expect(face.view?.detail == "taken")
        for (stage, words) in [
            (Answered.Stage.closing, "closing"), (.readingBack, "reading back"),
        ] {
            let answer = Answered.stop("item 2", session: "s", stage: stage)
            face.receive(.state(.closed(nil, answered: [answer])), at: 5)
            #expect(face.view?.detail == words)
        }
        face.receive(
            .state(.closed(.of("s"), answered: [.stop("item 2", released: true)])), at: 6)
        #expect(face.view?.detail == nil)
    }

    @Test("what else is wrong has lines of its own")
    mutating func lines() {
        face.receive(.state(.open()), at: 1)
        face.confirm(.extend, at: 3)
        face.receive(.state(.open(answered: [.more("item 2", error: "past 24 h")])), at: 4)
        #expect(face.view?.lines == ["Could not add time: past 24 h"])
        face.receive(.state(.closed(.of("s", cause: .deadline))), at: 5)
        #expect(face.view?.lines == ["Ended: deadline"])

        var unseen = FaceUnderTest()
        unseen.confirm(.stop, at: 2)
        let answer = Answered.stop("item 2", session: "t", released: true)
        unseen.receive(.state(.closed(.of("t"), answered: [answer])), at: 3)
        #expect(unseen.view?.stopLine == "Stopped — engine released inputs")
        #expect(unseen.view?.lines == ["your earlier Stop ended Chess of t"])
    }

    @Test("O6: what was not sent, with kind, age and reason; a withdrawn \"+\" in its own words")
    mutating func unsent() {
        face.receive(.state(.open()), at: 1)
        face.confirm(.extend, at: 3)
        face.confirm(.stop, at: 8)
        #expect(
            face.view?.unsent == [
                FaceView.Unsent(kind: "\"+\"", age: 5, reason: "withdrawn by Stop")
            ])
        face.confirm(.stop, at: 10)
        #expect(face.view?.unsent.last?.kind == "Stop")
        #expect(face.view?.unsent.last?.reason == "replaced by a newer Stop")
    }

    @Test("F10: a \"+\" that left the outbox unsent says so")
    mutating func moreNotSent() {
        face.receive(.state(.open()), at: 1)
        face.confirm(.extend, at: 3)
        let removed = OutboxRemoved(
            id: "item 2", kind: .soloPlay, action: .extend, reason: .expired)
        face.receive(.removed(removed, putAt: 3), at: 4)
        #expect(face.view?.lines == ["Could not add time: not sent (expired)"])
        #expect(
            face.view?.unsent == [FaceView.Unsent(kind: "\"+\"", age: 1, reason: "expired")])
    }

    @Test("what was not sent is shown for 300 s, and the newest five")
    mutating func unsentEnds() {
        for number in 0..<6 {
            let removed = OutboxRemoved(
                id: RequestID("\(number)"), kind: .eye, action: nil, reason: .trimmed)
            face.receive(.removed(removed, putAt: Seconds(number)), at: 10)
        }
        #expect(face.view?.unsent.map(\.age) == [9, 8, 7, 6, 5])
        face.receive(.tick, at: 309.9)
        #expect(face.published.isEmpty)
        face.receive(.tick, at: 310)
        #expect(face.view?.unsent == [])
    }

    @Test("the passing of time sends nothing, and a change sends the times as of sending")
    mutating func time() {
        face.receive(.state(.open(receipt: .of("older"))), at: 10)
        face.press(.stop, at: 11)
        let arming = FaceView.Arming(
            view: "a", control: .stop, left: 5, elsewhere: "armed on a")
        #expect(face.view?.armings == [arming])
        face.receive(.state(.open(now: 401.5, receipt: .of("older"))), at: 11.5)
        face.receive(.tick, at: 12)
        #expect(face.published.isEmpty)
        face.receive(.health(nil), at: 12.5)
        #expect(face.published.isEmpty)
        face.receive(
            .health(GroupStatus(name: "g", processes: [])), at: 13)
        #expect(face.published.map(\.timeLeft) == [597])
        #expect(face.published.first?.armings.first?.left == 3)
    }

    @Test("an arming that begins anew or runs out is sent")
    mutating func armingRunsOut() {
        face.press(.stop, at: 1)
        #expect(face.published.count == 1)
        #expect(face.core.deadline == 6)
        face.receive(.tick, at: 5.9)
        #expect(face.published.isEmpty)
        face.receive(.tick, at: 6)
        #expect(face.view?.armings == [])
        face.press(.stop, at: 7)
        face.press(.stop, at: 12)
        let arming = FaceView.Arming(
            view: "a", control: .stop, left: 5, elsewhere: "armed on a")
        #expect(face.published.map(\.armings) == [[arming]])
    }

    @Test("a deadline that has moved is sent")
    mutating func deadlineMoved() {
        face.receive(.state(.open(expiresAt: 1_000)), at: 1)
        face.receive(.state(.open(expiresAt: 1_300)), at: 1.2)
        #expect(face.published.map(\.timeLeft) == [900])
    }

    @Test("the navigator's state is passed through, and taken away")
    mutating func navigator() {
        let state = NavigatorState(
            stage: .browse, mode: "walking", modes: ["walking"], provider: "beeline",
            providers: ["beeline"], simulating: false)
        face.receive(.navigator(state), at: 1)
        #expect(face.published.map(\.navigator) == [state])
        face.receive(.navigator(nil), at: 2)
        #expect(face.view?.navigator == nil)
    }

    @Test("the group's health in one line names who is not as it should be")
    mutating func health() {
        func process(_ name: String, _ state: GroupStatus.Process.State) -> GroupStatus.Process {
            GroupStatus.Process(
                name: name, pid: nil, state: state, restarts: 0, since: 0, lastBeat: nil)
        }
        #expect(face.view?.health == "group unknown")
        face.receive(
            .health(GroupStatus(name: "g", processes: [process("relay", .ready)])), at: 1)
        #expect(face.view?.health == "all ready")
        face.receive(
            .health(
                GroupStatus(
                    name: "g",
                    processes: [
                        process("relay", .silent), process("face", .ready),
                        process("web", .givenUp),
                    ])),
            at: 2)
        #expect(face.view?.health == "relay silent · web given up")
    }

    @Test("V6: a longer arming and another step come from the topology")
    func options() {
        var face = FaceUnderTest(options: FaceOptions(step: 90, armedFor: 12))
        face.receive(.state(.open()), at: 1)
        #expect(face.view?.rules.armedFor == 12)
        #expect(face.view?.control(.extend)?.label == "+90 s")
        face.press(.extend, at: 2)
        #expect(face.view?.armings.first?.left == 12)
        face.press(.extend, at: 13.9)
        #expect(face.put.count == 1)
    }

    @Test("V11: text from outside is one line of data, cut to a length")
    mutating func outsideText() {
        var state = FaceState.open()
        state.title = "a\nb\u{1B}[31m" + String(repeating: "x", count: 300)
        face.receive(.state(state), at: 1)
        #expect(face.view?.title.hasPrefix("a b [31mxxx") == true)
        #expect(face.view?.title.count == 200)
    }
}

import Messages
import Testing

@testable import FaceCore

@Suite("The armings of all view sessions")
struct ArmingsTests {
    private func press(
        _ control: FaceControl = .stop, view: String = "a", down: Seconds? = nil,
        up: Seconds? = nil
    ) -> FacePress {
        FacePress(control: control, view: view, down: down, up: up)
    }

    @Test("a press in one view session never confirms what another one armed")
    func views() {
        var armings = Armings(armedFor: 5)
        #expect(armings.press(press(view: "a"), at: 0) == .armed)
        #expect(armings.press(press(view: "b"), at: 1) == .armed)
        #expect(armings.list.map(\.view) == ["a", "b"])
        #expect(armings.press(press(view: "a"), at: 2) == .confirmed)
        #expect(armings.list.map(\.view) == ["b"])
    }

    @Test("two taps of one graze, delivered half a second apart, are one press")
    func viewClock() {
        var armings = Armings(armedFor: 5)
        #expect(armings.press(press(down: 100, up: 100.1), at: 0) == .armed)
        #expect(armings.press(press(down: 100.2, up: 100.25), at: 0.6) == .armed)
        #expect(armings.list == [Armings.Arming(view: "a", control: .stop, armedAt: 0)])
        #expect(armings.press(press(down: 100.6, up: 100.7), at: 1) == .confirmed)
    }

    @Test("from the first lift to the second touch: 0.4 s is enough, in doubles as everywhere")
    func liftToTouch() {
        var armings = Armings(armedFor: 5)
        _ = armings.press(press(down: 0, up: 1.0), at: 0)
        #expect(armings.press(press(down: 1.4, up: 1.5), at: 2) == .armed)
        #expect(armings.press(press(down: (1.4).nextUp, up: 1.5), at: 2) == .confirmed)
    }

    @Test("two presses that arrive within 0.4 s are one, whatever the view's clock says")
    func faceClock() {
        var armings = Armings(armedFor: 5)
        _ = armings.press(press(down: 0, up: 0.1), at: 10)
        #expect(armings.press(press(down: 3, up: 3.1), at: 10.2) == .armed)
        #expect(armings.press(press(down: 3.2, up: 3.3), at: 10.5) == .confirmed)
    }

    @Test("the 5 s are the face's")
    func faceTime() {
        var armings = Armings(armedFor: 5)
        _ = armings.press(press(down: 0, up: 0.1), at: 10)
        #expect(armings.press(press(down: 1, up: 1.1), at: 15) == .armed)
        #expect(armings.list.map(\.armedAt) == [15])
    }

    @Test("a press without times counts on arrival", arguments: [true, false])
    func onArrival(firstHasTimes: Bool) {
        var armings = Armings(armedFor: 5)
        let timed = press(down: 7, up: 7)
        _ = armings.press(firstHasTimes ? timed : press(), at: 0)
        #expect(armings.press(firstHasTimes ? press() : timed, at: 0.5) == .confirmed)
    }

    @Test("T9: a touch before the arming one, or at no time, changes nothing")
    func impossible() {
        var armings = Armings(armedFor: 5)
        _ = armings.press(press(down: 50, up: 50.1), at: 0)
        let before = armings
        #expect(armings.press(press(down: 40, up: 40.1), at: 2) == .armed)
        #expect(armings.press(press(down: .nan, up: 60), at: 2) == .armed)
        #expect(armings.press(press(.extend, down: 60, up: .infinity), at: 2) == .armed)
        #expect(armings == before)
    }

    @Test("another control of the same view session takes the arming, with its own lift")
    func anotherControl() {
        var armings = Armings(armedFor: 5)
        _ = armings.press(press(.stop, down: 0, up: 0.1), at: 0)
        _ = armings.press(press(.extend, down: 0.2, up: 0.3), at: 0.2)
        #expect(armings.list.map(\.control) == [.extend])
        #expect(armings.press(press(.extend, down: 0.6, up: 0.7), at: 0.7) == .armed)
        #expect(armings.press(press(.extend, down: 0.8, up: 0.9), at: 0.9) == .confirmed)
    }

    @Test("some controls' armings can be ended in every view session")
    func end() {
        var armings = Armings(armedFor: 5)
        _ = armings.press(press(.stop, view: "a"), at: 0)
        _ = armings.press(press(.eye, view: "b"), at: 0)
        armings.end([.stop, .extend])
        #expect(armings.list.map(\.view) == ["b"])
    }

    @Test("armings run out by themselves, and say when")
    func expire() {
        var armings = Armings(armedFor: 8)
        _ = armings.press(press(view: "a"), at: 0)
        _ = armings.press(press(view: "b"), at: 1)
        #expect(armings.deadline == 8)
        armings.expire(at: 8)
        #expect(armings.list.map(\.view) == ["b"])
        armings.expire(at: 9)
        #expect(armings == Armings(armedFor: 8))
        #expect(armings.deadline == nil)
    }

    @Test("a flood of view sessions ends the oldest armings and no other")
    func flood() {
        var armings = Armings(armedFor: 5)
        for number in 0..<Armings.limit + 2 {
            _ = armings.press(press(view: "v\(number)"), at: Seconds(number) / 100)
        }
        #expect(armings.list.count == Armings.limit)
        #expect(!armings.list.map(\.view).contains { $0 == "v0" || $0 == "v1" })
    }
}

import Messages
import Testing

@testable import FaceCore

@Suite("The armed two-press")
struct TwoPressTests {
    private func armed(at time: Seconds, for armedFor: Seconds = 5) -> TwoPress {
        var press = TwoPress(armedFor: armedFor)
        _ = press.press(at: time)
        return press
    }

    @Test("T1: a first press arms, and the arming dates from it", arguments: [0, 1.5, -3, 1e9])
    func firstPress(time: Seconds) {
        var press = TwoPress()
        #expect(press.press(at: time) == .armed)
        #expect(press.armedAt == time)
    }

    @Test(
        "T2: a press within 0.4 s is part of the first one, and the arming keeps its date",
        arguments: [10, 10.1, 10.39, 10.399_999])
    func withinSettle(time: Seconds) {
        var press = armed(at: 10)
        #expect(press.press(at: time) == .armed)
        #expect(press.armedAt == 10)
    }

    @Test("T2: by the difference in doubles, as 1.4 - 1.0 is below 0.4")
    func difference() {
        var press = armed(at: 1.0)
        #expect(press.press(at: 1.4) == .armed)
        #expect(press.press(at: (1.4).nextUp) == .confirmed)
    }

    @Test(
        "T3: a press from 0.4 s until 5 s confirms, and nothing is armed any more",
        arguments: [0.4, 0.5, 1, 4.99, (5.0).nextDown])
    func second(time: Seconds) {
        var press = armed(at: 0)
        #expect(press.press(at: time) == .confirmed)
        #expect(press.armedAt == nil)
        #expect(!press.armed(at: time))
    }

    @Test("T4: after a confirmation the next press arms anew")
    func third() {
        var press = armed(at: 0)
        #expect(press.press(at: 1) == .confirmed)
        #expect(press.press(at: 1.1) == .armed)
        #expect(press.armedAt == 1.1)
    }

    @Test("T5: from 5 s on a press arms anew", arguments: [5, 5.1, 10_000])
    func late(time: Seconds) {
        var press = armed(at: 0)
        #expect(press.press(at: time) == .armed)
        #expect(press.armedAt == time)
    }

    @Test(
        "T6: armed exactly while less than 5 s have passed",
        arguments: zip([0, 0.4, 4.999, 5, 6], [true, true, true, false, false]))
    func armedWhile(time: Seconds, isArmed: Bool) {
        #expect(armed(at: 0).armed(at: time) == isArmed)
        #expect(!TwoPress().armed(at: time))
    }

    @Test(
        "T7: expiry disarms from 5 s on, and changes nothing before",
        arguments: zip([0, 4.999, 5, 7], [0, 0, nil, nil] as [Seconds?]))
    func expiry(time: Seconds, armedAt: Seconds?) {
        var press = armed(at: 0)
        press.expire(at: time)
        #expect(press.armedAt == armedAt)
    }

    @Test("T8: disarmed, the next press arms")
    func disarming() {
        var press = armed(at: 0)
        press.disarm()
        #expect(press == TwoPress())
        #expect(press.press(at: 1) == .armed)
    }

    @Test(
        "T9: a press before the arming, or at no time, changes nothing",
        arguments: [9.99, -5, .nan, .infinity, -.infinity])
    func impossible(time: Seconds) {
        var press = armed(at: 10)
        let before = press
        #expect(press.press(at: time) == .armed)
        #expect(press == before)
    }

    @Test("T9: not armed, a press at no time arms nothing", arguments: [Seconds.nan, .infinity])
    func impossibleFirst(time: Seconds) {
        var press = TwoPress()
        #expect(press.press(at: time) == .armed)
        #expect(press == TwoPress())
    }

    @Test(
        "an arming can be made longer, and 5 s is the floor",
        arguments: zip([12, 5, 1, 0, -1, .nan, .infinity] as [Seconds], [12, 5, 5, 5, 5, 5, 5]))
    func armedFor(given: Seconds, kept: Seconds) {
        #expect(TwoPress(armedFor: given).armedFor == kept)
        var press = armed(at: 0, for: given)
        #expect(press.press(at: kept.nextDown) == .confirmed)
    }
}

@Suite("The group of a view session")
struct TwoPressGroupTests {
    private enum Key: Sendable, Equatable {
        case stop
        case more
    }

    @Test("pressing another control arms that one instead")
    func another() {
        var group = TwoPressGroup<Key>()
        #expect(group.press(.stop, at: 0) == .armed)
        #expect(group.press(.more, at: 1) == .armed)
        #expect(group.armed(at: 1) == .more)
        #expect(group.press(.stop, at: 2) == .armed)
        #expect(group.armed(at: 2) == .stop)
        #expect(group.press(.stop, at: 3) == .confirmed)
        #expect(group.armed(at: 3) == nil)
    }

    @Test("another control has a settle of its own, from its own first press")
    func ownSettle() {
        var group = TwoPressGroup<Key>()
        _ = group.press(.stop, at: 0)
        _ = group.press(.more, at: 1)
        #expect(group.press(.more, at: 1.3) == .armed)
        #expect(group.press(.more, at: 1.5) == .confirmed)
    }

    @Test("T9: an impossible press of another control takes no arming away", arguments: [1, .nan])
    func impossible(time: Seconds) {
        var group = TwoPressGroup<Key>()
        _ = group.press(.stop, at: 2)
        let before = group
        #expect(group.press(.more, at: time) == .armed)
        #expect(group == before)
    }

    @Test("T7, T8: the arming runs out or is ended, and leaves nothing behind")
    func ends() {
        var group = TwoPressGroup<Key>()
        _ = group.press(.stop, at: 0)
        group.expire(at: 4.9)
        #expect(group.armed(at: 4.9) == .stop)
        #expect(group.armed(at: 5) == nil)
        group.expire(at: 5)
        #expect(group == TwoPressGroup())
        _ = group.press(.stop, at: 6)
        group.disarm()
        #expect(group == TwoPressGroup())
    }
}

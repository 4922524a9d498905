import Messages
import Testing

@testable import TerminalCore

@Suite("The terminal's core: presses")
struct PressTests {
    private var terminal = TerminalUnderTest()

    /// Has the face answer that a control is armed, and show it.
    private mutating func answer(_ control: FaceControl, at now: Seconds) {
        _ = terminal.receive(.pressed(control, FacePressed(.armed)), at: now)
        _ = terminal.receive(.view(.playing().armed(control)), at: now)
    }

    @Test(
        "V3: without releases a control's key arms, whatever the face believed to be armed",
        arguments: [
            ("s", .stop), ("+", .extend), ("o", .onAir), ("w", .wrapUp), ("e", .eye), ("S", .stop),
        ] as [(String, FaceControl)])
    mutating func key(text: String, control: FaceControl) {
        #expect(
            terminal.type(text, at: 101) == [.disarm, .press(control, down: 101, up: 101)])
    }

    @Test("V3: y confirms what is armed here, and nothing else")
    mutating func confirm() {
        #expect(terminal.type("y", at: 101) == [])
        _ = terminal.type("s", at: 102)
        #expect(terminal.type("y", at: 102.2) == [])
        answer(.stop, at: 102.3)
        #expect(terminal.type("y", at: 103) == [.press(.stop, down: 103, up: 103)])
        _ = terminal.receive(.view(.playing().armed(.eye, in: "phone")), at: 104)
        #expect(terminal.type("y", at: 105) == [])
    }

    @Test("V3: the answer to a press counts before the picture comes")
    mutating func answerFirst() {
        _ = terminal.type("s", at: 102)
        _ = terminal.receive(.pressed(.stop, FacePressed(.armed)), at: 102.1)
        #expect(terminal.type("y", at: 103) == [.press(.stop, down: 103, up: 103)])
        _ = terminal.receive(.pressed(.stop, FacePressed(.confirmed)), at: 103.1)
        #expect(terminal.type("y", at: 104) == [])
    }

    @Test("V3: a held key is one press, however long it is held and whenever the face answers")
    mutating func held() {
        var presses = 0
        var now = 101.0
        for step in 0..<900 {
            presses += terminal.type("s", at: now).filter(\.isPress).count
            if step == 20 { answer(.stop, at: now) }
            // Its time is over, and the face shows it.
            if step == 200 { _ = terminal.receive(.view(.playing()), at: now) }
            now += step == 0 ? 0.66 : 0.03
        }
        #expect(presses == 1)
    }

    @Test("V3: a key struck again leaves armed what is armed, long after and before any answer")
    mutating func struckAgain() {
        _ = terminal.type("s", at: 102)
        #expect(terminal.type("s", at: 103) == [])
        answer(.stop, at: 103.1)
        #expect(terminal.type("s", at: 105) == [])
        #expect(terminal.type("e", at: 106) == [.disarm, .press(.eye, down: 106, up: 106)])
    }

    @Test("V3: a held y is one press")
    mutating func heldConfirmation() {
        _ = terminal.type("s", at: 102)
        answer(.stop, at: 102.1)
        #expect(terminal.type("y", at: 102.2) == [.press(.stop, down: 102.2, up: 102.2)])
        // Too early, says the face: it stays armed.
        _ = terminal.receive(.pressed(.stop, FacePressed(.armed)), at: 102.3)
        #expect(terminal.type("y", at: 102.86) == [])
        #expect(terminal.type("yyy", at: 102.9) == [])
        #expect(terminal.type("y", at: 104) == [.press(.stop, down: 104, up: 104)])
    }

    @Test("V3: pasted text never presses, and aborts what was being pressed")
    mutating func pasted() {
        #expect(terminal.type("\u{1B}[200~s y s y q\u{1B}[201~", at: 101) == [])
        let stop = terminal.middle(of: .control(.stop))
        _ = terminal.mouse(0, "M", at: stop, 102)
        _ = terminal.type("\u{1B}[200~x\u{1B}[201~", at: 102.1)
        #expect(terminal.mouse(0, "m", at: stop, 102.2) == [])
    }

    @Test("kitty: a press is a key's down and up, its repeats are none, and two of them confirm")
    mutating func releases() {
        _ = terminal.type("\u{1B}[?27u", at: 101)
        #expect(terminal.type("\u{1B}[115u", at: 102) == [])
        #expect(terminal.type("\u{1B}[115;1:2u\u{1B}[115;1:2u", at: 103) == [])
        #expect(
            terminal.type("\u{1B}[115;1:3u", at: 103.5) == [.press(.stop, down: 102, up: 103.5)])
        answer(.stop, at: 103.6)
        _ = terminal.type("\u{1B}[115u", at: 104)
        #expect(
            terminal.type("\u{1B}[115;1:3u", at: 104.1) == [.press(.stop, down: 104, up: 104.1)])
        #expect(terminal.type("\u{1B}[115;1:3u", at: 105) == [])
        // A shifted key comes up as its number.
        _ = terminal.type("\u{1B}[61;2;43u", at: 106)
        #expect(
            terminal.type("\u{1B}[61;1:3u", at: 106.1)
                == [.press(.extend, down: 106, up: 106.1)])
    }

    @Test("V2: a mouse's press is a down and an up inside, with both times")
    mutating func mouse() {
        let stop = terminal.middle(of: .control(.stop))
        #expect(terminal.mouse(0, "M", at: stop, 101) == [])
        #expect(terminal.mouse(32, "M", at: (stop.row, stop.column + 1), 101.1) == [])
        #expect(terminal.mouse(0, "m", at: stop, 101.2) == [.press(.stop, down: 101, up: 101.2)])
    }

    @Test("V2: sliding off aborts, even where it comes back")
    mutating func slidingOff() {
        let stop = terminal.middle(of: .control(.stop))
        let eye = terminal.middle(of: .control(.eye))
        _ = terminal.mouse(0, "M", at: stop, 101)
        #expect(terminal.mouse(0, "m", at: eye, 101.2) == [])
        _ = terminal.mouse(0, "M", at: stop, 102)
        _ = terminal.mouse(32, "M", at: eye, 102.1)
        _ = terminal.mouse(32, "M", at: stop, 102.2)
        #expect(terminal.mouse(0, "m", at: stop, 102.3) == [])
        _ = terminal.mouse(0, "M", at: (0, 0), 103)
        #expect(terminal.mouse(0, "m", at: stop, 103.1) == [])
        _ = terminal.mouse(2, "M", at: stop, 104)
        #expect(terminal.mouse(2, "m", at: stop, 104.1) == [])
    }

    @Test("V4: losing the focus disarms, and aborts what was being pressed")
    mutating func focus() {
        let stop = terminal.middle(of: .control(.stop))
        _ = terminal.mouse(0, "M", at: stop, 101)
        #expect(terminal.type("\u{1B}[O", at: 101.1) == [.disarm])
        #expect(terminal.mouse(0, "m", at: stop, 101.2) == [])
        #expect(terminal.type("\u{1B}[I", at: 102) == [])
    }

    @Test("n and Esc disarm; q, Ctrl-C and an order leave and disarm at once")
    mutating func disarm() {
        #expect(terminal.type("n", at: 101) == [.disarm])
        #expect(terminal.type("\u{1B}", at: 102) == [])
        #expect(terminal.receive(.tick, at: 102.2) == [.disarm])
        #expect(terminal.type("\u{1A}", at: 103) == [.disarm, .suspend])
        #expect(terminal.receive(.began(Size(columns: 80, rows: 24)), at: 110) == [.enter])
        #expect(terminal.type("q", at: 111) == [.disarm, .leave])
        #expect(TerminalUnderTest().leaving("\u{3}") == [.disarm, .leave])
        var other = TerminalUnderTest()
        #expect(other.receive(.endOrdered, at: 101) == [.disarm, .leave])
        #expect(other.receive(.suspendOrdered, at: 101) == [.disarm, .suspend])
    }

    @Test("a and d answer the pending question, a click does what it is on")
    mutating func actions() {
        #expect(terminal.type("a", at: 101) == [])
        let (accept, decline) = (
            FaceView.Action.to(.accept, "Go there"), FaceView.Action.to(.decline, "Not now")
        )
        let way = FaceView.Way(
            lines: ["No trip"], question: "Pippa sent Cafe", actions: [accept, decline])
        _ = terminal.receive(.view(.playing(way: way)), at: 102)
        #expect(terminal.type("a", at: 103) == [.ask(accept)])
        #expect(terminal.type("d", at: 104) == [.ask(decline)])
        let place = terminal.middle(of: .action(decline))
        _ = terminal.mouse(0, "M", at: place, 105)
        #expect(terminal.mouse(0, "m", at: place, 105.1) == [.ask(decline)])
    }
}

extension TerminalCore.Effect {
    fileprivate var isPress: Bool {
        if case .press = self { return true }
        return false
    }
}

extension TerminalUnderTest {
    fileprivate func leaving(_ text: String) -> [TerminalCore.Effect] {
        var terminal = self
        return terminal.type(text, at: 101)
    }
}

import Messages
import Testing

@testable import TerminalCore

@Suite("The terminal's core: what is shown, and when")
struct CoreTests {
    private var terminal = TerminalUnderTest()

    @Test("V8: nothing heard for 3 s is said, what is shown stays, Stop is pressed, and it is back")
    mutating func old() {
        #expect(!terminal.text.contains("Nothing heard"))
        #expect(terminal.receive(.tick, at: 102.9) == [])
        #expect(!terminal.text.contains("Nothing heard"))
        #expect(terminal.receive(.tick, at: 103) == [])
        #expect(terminal.text.contains("! Nothing heard; this is how it was"))
        #expect(terminal.text.contains("Tetris"))
        #expect(terminal.frame.rows[1][0].style.isDim)
        let stop = terminal.middle(of: .control(.stop))
        _ = terminal.mouse(0, "M", at: stop, 104)
        #expect(terminal.mouse(0, "m", at: stop, 104.1) == [.press(.stop, down: 104, up: 104.1)])
        #expect(terminal.receive(.heard, at: 105) == [])
        #expect(!terminal.text.contains("Nothing heard"))
        #expect(!terminal.frame.rows[1][0].style.isDim)
    }

    @Test("the time left is counted down from when it came")
    mutating func countdown() {
        #expect(terminal.text.contains("9:59 left"))
        #expect((100.9...101.1).contains(terminal.deadline ?? 0))
        _ = terminal.receive(.heard, at: 101.001)
        #expect(terminal.text.contains("9:58 left"))
        _ = terminal.receive(.view(.playing(timeLeft: 3_700)), at: 102)
        #expect(terminal.text.contains("1:01:40 left"))
    }

    @Test("V5: armed changes words, frame and bar; the button neither moves nor changes size")
    mutating func armed() {
        let idle = terminal.frame.areas
        #expect(terminal.text.contains("┌──────────────────────────────┐"))
        _ = terminal.receive(.view(.playing().armed(.stop)), at: 101)
        #expect(terminal.frame.areas == idle)
        #expect(terminal.text.contains("Tap again: Stop"))
        #expect(terminal.text.contains("╔═armed"))
        #expect(terminal.text.contains("╚██████████████████████████████╝"))
        #expect(terminal.text.contains("y confirms, n does not"))
        _ = terminal.receive(.heard, at: 103.5)
        #expect(terminal.text.contains("╚███████████████═══════════════╝"))
        _ = terminal.receive(.heard, at: 106)
        #expect(!terminal.text.contains("Tap again"))
    }

    @Test("V4: what another view has armed is said, and looks otherwise as it was")
    mutating func elsewhere() {
        _ = terminal.receive(.view(.playing().armed(.stop, in: "phone")), at: 101)
        #expect(terminal.text.contains("┌─armed on phone─"))
        #expect(!terminal.text.contains("Tap again"))
    }

    @Test("V6, V10: a longer arming is said, and the bar goes by it", arguments: [5.0, 20])
    mutating func longer(armedFor: Double) {
        var view = FaceView.playing(armedFor: armedFor).armed(.stop, left: armedFor / 2)
        view.words.armedFor = "armed for \(armedFor) s"
        _ = terminal.receive(.view(view), at: 101)
        #expect(terminal.text.contains("armed for \(armedFor) s"))
        #expect(terminal.text.contains("╚███████████████═══════════════╝"))
    }

    @Test("V10: what the face has answered to be armed lasts as long as its rules say")
    mutating func rules() {
        _ = terminal.receive(.view(.playing(armedFor: 20)), at: 101)
        _ = terminal.type("s", at: 102)
        _ = terminal.receive(.pressed(.stop, FacePressed(.armed)), at: 102)
        #expect(terminal.type("y", at: 121) == [.press(.stop, down: 121, up: 121)])
        _ = terminal.receive(.pressed(.stop, FacePressed(.armed)), at: 122)
        #expect(terminal.type("y", at: 143) == [])
    }

    @Test("V13: the bell rings for a new alert, not for those of the first picture")
    mutating func alerts() {
        let old = FaceView.Alert(number: 1, text: "A Stop ended Go")
        let new = FaceView.Alert(number: 2, text: "One minute left")
        var other = TerminalUnderTest(view: nil)
        #expect(other.receive(.view(.playing(alerts: [old])), at: 101) == [])
        #expect(other.receive(.view(.playing(alerts: [old])), at: 102) == [])
        #expect(other.receive(.view(.playing(alerts: [old, new])), at: 103) == [.bell])
        #expect(other.text.contains("! One minute left"))
        // A face that was started again counts from the beginning.
        #expect(other.receive(.view(.playing()), at: 104) == [])
        #expect(other.receive(.view(.playing(alerts: [old])), at: 105) == [.bell])
    }

    @Test("what did not arrive, and what was refused, is said for a while")
    mutating func notices() {
        _ = terminal.type("s", at: 101)
        #expect(terminal.receive(.notDelivered(.stop), at: 103) == [])
        #expect(terminal.text.contains("! That touch did not arrive"))
        #expect(terminal.type("s", at: 104) == [.disarm, .press(.stop, down: 104, up: 104)])
        let refused = FacePressed(.refused, reason: "nothing to stop")
        #expect(terminal.receive(.pressed(.stop, refused), at: 105) == [])
        #expect(terminal.text.contains("! nothing to stop"))
        #expect(terminal.receive(.tick, at: 113) == [])
        #expect(!terminal.text.contains("! nothing to stop"))
    }

    @Test("help is shown and put away; what has no room is scrolled, Stop and the eye are not")
    mutating func scrolling() {
        _ = terminal.receive(.resized(Size(columns: 40, rows: 12)), at: 101)
        #expect(!terminal.text.contains("all ready"))
        let stop = terminal.middle(of: .control(.stop))
        _ = terminal.type("\u{1B}[F", at: 102)
        #expect(terminal.text.contains("all ready"))
        #expect(terminal.middle(of: .control(.stop)) == stop)
        _ = terminal.type("\u{1B}[<64;3;3M\u{1B}[5~\u{1B}[5~\u{1B}[5~\u{1B}[5~", at: 103)
        #expect(!terminal.text.contains("all ready"))
        _ = terminal.type("?", at: 104)
        #expect(terminal.text.contains("y confirms what is armed"))
        _ = terminal.type("?", at: 106)
        #expect(!terminal.text.contains("y confirms what is armed"))
    }

    @Test("below 40 by 12 the keys still work, and what is armed is shown", arguments: 1..<12)
    mutating func tooSmall(rows: Int) {
        _ = terminal.receive(.resized(Size(columns: 30, rows: rows)), at: 101)
        #expect(terminal.text.contains("The window is too small"))
        #expect(terminal.type("s", at: 102) == [.disarm, .press(.stop, down: 102, up: 102)])
        _ = terminal.receive(.view(.playing().armed(.stop)), at: 103)
        #expect(terminal.text.contains("Tap again: Stop █████"))
    }

    @Test("every size is drawn on, whatever was scrolled before", arguments: [1, 7, 39, 41])
    mutating func sizes(columns: Int) {
        for rows in [1, 2, 11, 12, 13, 60, 100_000] {
            _ = terminal.receive(.resized(Size(columns: columns, rows: rows)), at: 101)
            _ = terminal.type("\u{1B}[F\u{1B}[6~", at: 101)
            #expect(terminal.frame.rows.allSatisfy { $0.count == columns })
        }
    }

    @Test("V11: nothing from outside is a command to the terminal")
    mutating func commands() {
        let hostile = "\u{1B}]0;x\u{7}\u{9B}31m\u{202E}\r\nA\u{0}"
        var view = FaceView.playing(
            title: hostile, stopLine: hostile,
            way: FaceView.Way(lines: [hostile], question: hostile, actions: [.to(.end, hostile)]),
            places: [.init(name: hostile, note: hostile, action: .to(.walk, hostile))])
        view.lines = [hostile]
        view.health = hostile
        view.controls[0].label = hostile
        view.controls[4].reason = hostile
        view.unsent = [.init(kind: hostile, age: 1, reason: hostile)]
        _ = terminal.receive(.view(view), at: 101)
        var plain = TerminalUnderTest(manner: .lines, view: nil)
        let said = plain.receive(.view(view), at: 101)
        let texts = [terminal.text.replacing("\n", with: "")] + said.flatMap(\.lines)
        #expect(texts.count > 10)
        for text in texts {
            let isPlain = text.unicodeScalars.allSatisfy {
                ![.control, .format].contains($0.properties.generalCategory)
            }
            #expect(isPlain, "\(text.debugDescription)")
        }
    }

    @Test("before anything is heard Stop can be pressed all the same")
    mutating func waiting() {
        var other = TerminalUnderTest(view: nil)
        #expect(other.text.split(separator: "\n").isEmpty)
        _ = other.receive(.tick, at: 101)
        #expect(other.text.hasPrefix("waiting"))
        #expect(other.type("s", at: 102) == [.disarm, .press(.stop, down: 102, up: 102)])
    }

    @Test("in lines only what changes is said, a line each")
    mutating func lines() {
        var plain = TerminalUnderTest(manner: .lines, view: nil)
        let first = plain.receive(.view(.playing()), at: 101).flatMap(\.lines)
        #expect(first.prefix(3) == ["PIPPA SOLO · true, Tetris", "9:59 left", "Stop solo play"])
        #expect(first.contains("Wrap up the broadcast, not on air"))
        #expect(plain.receive(.view(.playing()), at: 101.5) == [])
        #expect(plain.receive(.tick, at: 102) == [])
        #expect(
            plain.receive(.view(.playing(timeLeft: 598).armed(.stop)), at: 102)
                == [.say(["Tap again: Stop, armed, y confirms, n does not"])])
        #expect(
            plain.receive(.view(.playing(stopLine: "Stopped", timeLeft: 598)), at: 103)
                == [.say(["Stopped", "Stop solo play"])])
        #expect(
            plain.receive(.view(.playing(stopLine: "Stopped", timeLeft: 540)), at: 104)
                == [.say(["9:00 left"])])
        #expect(plain.receive(.tick, at: 107) == [.say(["Nothing heard; this is how it was"])])
    }
}

extension TerminalCore.Effect {
    fileprivate var lines: [String] {
        guard case .say(let lines) = self else { return [] }
        return lines
    }
}

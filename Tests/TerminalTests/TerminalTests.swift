import Bus
import FoundationEssentials
import Glibc
import Messages
import TestKit
import Testing

@Suite("The face in a real tmux", .serialized)
struct TerminalTests {
    private static let stopped = "Stopped — engine released inputs"

    /// A group that plays, and the face in a pane.
    private func play(
        _ command: String = "handrail face --view here"
    ) throws -> (group: TestGroup, tmux: Tmux) {
        let group = try TestGroup()
        try group.startSession("Tetris")
        let tmux = try Tmux(for: group)
        try tmux.enter(command)
        try tmux.wait("the face") { $0.contains("Tetris") && $0.contains("Stop ") }
        return (group, tmux)
    }

    private func press(_ tmux: Tmux, at place: (row: Int, column: Int)) throws {
        try tmux.send("\u{1B}[<0;\(place.column);\(place.row)M")
        try tmux.send("\u{1B}[<0;\(place.column);\(place.row)m")
    }

    private func isPlaying(_ group: TestGroup) throws -> Bool {
        try group.ask(SoloStatus(), of: "engine").read(SoloState.self).session != nil
    }

    /// Expects something to end an arming before its time is over.
    private func expectDisarming(_ group: TestGroup, by body: () throws -> Void) throws {
        let view = try group.view("something armed") { !$0.armings.isEmpty }
        let end = Stamp.now + (view.armings.first?.left ?? 0)
        try body()
        try group.view("nothing armed") { $0.armings.isEmpty }
        #expect(Stamp.now < end)
    }

    /// Lets the settle pass, a span of time by its nature: events are taken in until it is over.
    private func waitUntilSettled(_ group: TestGroup) {
        let settled = Stamp.now + 0.5
        while group.client.next(until: settled) != nil {}
    }

    @Test("s arms, y confirms: Stopped; q leaves the terminal as it was")
    func keys() throws {
        let (group, tmux) = try play(
            "stty -a >b; handrail face; stty -a >a; cmp a b && echo SA''ME")
        #expect(try tmux.format("#{alternate_on} #{mouse_any_flag} #{cursor_flag}") == "1 1 0")
        try tmux.type("s")
        try tmux.wait("the question") { $0.contains("Tap again: Stop") && $0.contains("█") }
        waitUntilSettled(group)
        try tmux.type("y")
        try tmux.wait("Stopped") { $0.contains(Self.stopped) }
        try tmux.type("e")
        try expectDisarming(group) { try tmux.type("q") }
        try tmux.wait("the shell, as it was") { $0.contains("SAME") }
        #expect(
            try tmux.format("#{alternate_on} #{mouse_any_flag} #{cursor_flag} #{wrap_flag}")
                == "0 0 1 1")
    }

    @Test("V3: a held key, sent in bursts for longer than the settle, is at most armed")
    func heldKey() throws {
        let (group, tmux) = try play()
        let end = Guard(seconds: 1.5)
        while !end.isOver {
            try tmux.type("sss")
            // As fast as keys repeat; a flood would not reach the face, and prove nothing.
            let next = Stamp.now + 0.03
            while group.client.next(until: next) != nil {}
        }
        try tmux.wait("the question") { $0.contains("Tap again: Stop") }
        #expect(try isPlaying(group))
        #expect(try group.ask(FaceLook(), of: "face").read(FaceView.self).stopLine == "")
    }

    @Test("V3: pasted text presses nothing")
    func pasted() throws {
        let (group, tmux) = try play()
        try tmux.run("set-buffer", "s y s y e y q")
        try tmux.run("paste-buffer", "-p")
        try tmux.type("?")
        try tmux.wait("what was typed behind it") { $0.contains("y confirms what is armed") }
        let view = try group.ask(FaceLook(), of: "face").read(FaceView.self)
        #expect(view.armings == [] && view.stopLine == "" && !view.watching)
        #expect(try isPlaying(group))
    }

    @Test("V2: two presses of the mouse, through a tmux within the tmux")
    func mouse() throws {
        let group = try TestGroup()
        try group.startSession("Tetris")
        let inner = try Tmux(for: group, name: "inner")
        try inner.run("set", "-g", "mouse", "on")
        try inner.enter("handrail face")
        let outer = try Tmux(for: group, name: "outer")
        try outer.enter("tmux -u -S \(group.directory.path)/inner attach")
        try outer.wait("the face") { $0.contains("Tetris") && $0.contains("Stop ") }
        let place = try outer.place(of: "Stop ")
        try press(outer, at: place)
        try outer.wait("the question") { $0.contains("Tap again: Stop") }
        waitUntilSettled(group)
        try press(outer, at: place)
        try outer.wait("Stopped") { $0.contains(Self.stopped) }
    }

    @Test("V4: losing the focus disarms; sliding off presses nothing")
    func focus() throws {
        let (group, tmux) = try play()
        let place = try tmux.place(of: "Stop ")
        try tmux.send("\u{1B}[<0;\(place.column);\(place.row)M\u{1B}[<32;1;1M")
        try tmux.send("\u{1B}[<32;\(place.column);\(place.row)M")
        try tmux.send("\u{1B}[<0;\(place.column);\(place.row)m")
        try tmux.type("e")
        try tmux.wait("the eye, armed") { $0.contains("Tap again ") }
        #expect(try !tmux.pane().contains("Tap again: Stop"))
        try expectDisarming(group) { try tmux.send("\u{1B}[O") }
        try tmux.wait("nothing armed") { !$0.contains("Tap again") }
    }

    @Test("V1: another size, and one that is too small, on which s and y still stop")
    func sizes() throws {
        let (group, tmux) = try play()
        try tmux.run("resize-window", "-x", "40", "-y", "12")
        try tmux.wait("40 by 12") { pane in
            let lines = pane.split(separator: "\n")
            return lines.count == 12 && lines[11] == "└──────────────────┘└──────────────────┘"
        }
        try tmux.run("resize-window", "-x", "30", "-y", "8")
        try tmux.wait("too small") { $0.contains("The window is too small") }
        try tmux.type("s")
        try tmux.wait("the question") { $0.contains("Tap again: Stop") }
        waitUntilSettled(group)
        try tmux.type("y")
        try tmux.wait("Stopped") { $0.contains("Stopped") }
    }

    @Test("V8: a frozen face is told as old, Stop is pressed on, and all is back by itself")
    func old() throws {
        let (group, tmux) = try play()
        let face = try group.signal("face", SIGSTOP)
        defer { kill(face, SIGCONT) }
        try tmux.wait("old") { $0.contains("Nothing heard") && $0.contains("Tetris") }
        try tmux.type("s")
        try tmux.wait("not delivered") { $0.contains("That touch did not arrive") }
        kill(face, SIGCONT)
        try tmux.wait("back") { !$0.contains("Nothing heard") }
        #expect(try isPlaying(group))
    }

    @Test(
        "the terminal is as it was, however the program ends",
        arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGABRT, SIGQUIT, SIGUSR1])
    func ends(signal: Int32) throws {
        let (group, tmux) = try play(
            "ulimit -c 0; stty -a >b; handrail face; stty -a >a; cmp a b && echo SA''ME")
        kill(try face(in: tmux), signal)
        try tmux.wait("the settings as they were") { $0.contains("SAME") }
        #expect(
            try tmux.format("#{alternate_on} #{mouse_any_flag} #{cursor_flag} #{wrap_flag}")
                == "0 0 1 1")
        #expect(try isPlaying(group))
    }

    @Test("Ctrl-Z gives the terminal back and disarms; fg draws all anew")
    func suspended() throws {
        let (group, tmux) = try play("stty -a >b; handrail face --view here")
        try tmux.type("s")
        try tmux.wait("the question") { $0.contains("Tap again: Stop") }
        try expectDisarming(group) { try tmux.run("send-keys", "C-z") }
        try tmux.wait("the shell") { $0.contains("Stopped") && !$0.contains("Tetris") }
        try tmux.enter("stty -a >a; cmp a b && echo SA''ME")
        try tmux.wait("the settings as they were") { $0.contains("SAME") }
        #expect(try tmux.format("#{alternate_on} #{mouse_any_flag}") == "0 0")
        try tmux.enter("fg")
        try tmux.wait("the face") { $0.contains("Tetris") && $0.contains("Stop ") }
        #expect(try tmux.format("#{alternate_on} #{mouse_any_flag}") == "1 1")
        kill(try face(in: tmux), SIGTSTP)
        try tmux.wait("the shell again") { $0.contains("SAME") }
    }

    @Test("V13: a Stop that ended a session rings the terminal's bell")
    func bell() throws {
        let (group, tmux) = try play()
        // tmux flags a bell in a window that nobody looks at.
        try tmux.run("new-window", "bash", "--norc", "--noprofile")
        let flag = { try tmux.run("display-message", "-p", "-t", ":0", "#{window_bell_flag}") }
        #expect(try flag() == "0\n")
        #expect(try group.handrail("press", "stop", "--deliberate").code == 0)
        try group.view("`Stopped`") { $0.saysStopped }
        try tmux.wait("the bell") { _ in try flag() == "1\n" }
    }

    @Test("NO_COLOR: attributes only; else sixteen colours or any, as the terminal has")
    func colors() throws {
        let (_, tmux) = try play("NO_COLOR=1 COLORTERM=truecolor handrail face")
        try tmux.type("s")
        try tmux.wait("the question") { $0.contains("Tap again: Stop") }
        // tmux itself names the usual colours, 39 and 49.
        #expect(try tmux.styles().isSubset(of: [0, 1, 2, 4, 7, 39, 49]))
        #expect(try tmux.styles().isSuperset(of: [1, 2, 7]))
        for (command, color) in [("NO_COLOR= COLORTERM=", 31), ("NO_COLOR= COLORTERM=24bit", 229)] {
            try tmux.type("q")
            try tmux.wait("the shell") { !$0.contains("Tetris") }
            try tmux.enter("\(command) handrail face")
            try tmux.wait("the face") { $0.contains("Stop ") }
            let styles = try tmux.styles()
            #expect(styles.contains(color))
        }
    }

    @Test("--plain says what changes, in a terminal and in a pipe; else a terminal is needed")
    func plain() throws {
        let (group, tmux) = try play("handrail face --plain --view here")
        try tmux.type("s")
        try tmux.wait("the question") { $0.contains("Tap again: Stop, armed, y confirms") }
        #expect(try tmux.format("#{alternate_on}") == "0")
        waitUntilSettled(group)
        try tmux.type("y")
        try tmux.wait("Stopped") { $0.contains(Self.stopped) }
        try tmux.type("q")
        try tmux.wait("the shell") { $0.contains("\n$") }
        try tmux.enter("(echo w; echo q) | handrail face --plain | tail -n 1; echo DO''NE")
        try tmux.wait("the pipe's end") { $0.contains("DONE") }
        let refused = try group.handrail("face")
        #expect(refused.code == 2)
        #expect(refused.output.contains("--plain"))
    }

    /// The process id of the face in a pane: the child of its shell.
    private func face(in tmux: Tmux) throws -> Int32 {
        let shell = try tmux.format("#{pane_pid}")
        let text = try String(
            contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
        guard let pid = text.split(separator: " ").compactMap({ Int32($0) }).last else {
            throw Tmux.Failure(description: "the shell \(shell) has no child")
        }
        return pid
    }
}

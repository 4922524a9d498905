import Bus
import FoundationEssentials
import Glibc
import Messages
import TestKit
import Testing

@Suite("The command line, by real processes", .serialized)
struct CommandLineTests {
    @Test("A session from its start to its receipt, each step told in words and exit codes")
    func session() throws {
        let group = try TestGroup()
        #expect(try group.handrail("solo", "status").output == "nothing is open\n")
        let start = try group.handrail("solo", "start", "Go", "--minutes", "5", "--mode", "true")
        #expect(start.code == 0)
        #expect(start.output.hasPrefix("started: session "))
        let again = try group.handrail("solo", "start", "Go", "--minutes", "5", "--mode", "true")
        #expect(again.code == 1)
        #expect(again.output.contains("handrail: busy: "))
        let extended = try group.handrail("solo", "extend", "--minutes", "10")
        #expect(extended.output.hasSuffix("15:00 left\n"))
        let stop = try group.handrail("solo", "stop", "--wait")
        #expect(stop.code == 0)
        #expect(stop.output.hasSuffix("Stopped — engine released inputs\n"))
        let receipts = try group.handrail("receipts")
        #expect(receipts.output == "released \"Go\", stop, memory; Stop from face/shell\n")
        #expect(try group.handrail("solo", "extend").code == 1)
    }

    @Test("Two calls of press are one person's two presses; --deliberate does both")
    func press() throws {
        let group = try TestGroup()
        try group.startSession("Go")
        #expect(try group.handrail("press", "stop").output == "armed\n")
        #expect(try group.handrail("press", "eye", "--view", "other").output == "armed\n")
        #expect(
            try group.handrail("press", "extend", "--view", "other", "--deliberate").output
                == "confirmed\n")
        let refused = try group.handrail("press", "wrap-up", "--deliberate")
        #expect(refused.code == 1)
        #expect(refused.output.hasPrefix("refused: "))
        let look = try group.handrail("look")
        #expect(look.output.contains("[Tap again: Stop] armed on shell, "))
        let stop = try group.handrail("press", "stop", "--deliberate")
        #expect(stop.output == "confirmed\n")
        try group.view("`Stopped`") { $0.saysStopped }
    }

    @Test("A deliberate Stop goes straight to the engine where the face is frozen, and says so")
    func shortWay() throws {
        let group = try TestGroup()
        try group.startSession("Go")
        let face = try group.signal("face", SIGSTOP)
        let stop = try group.handrail("solo", "stop", "--wait")
        kill(face, SIGCONT)
        #expect(stop.code == 0)
        #expect(stop.output.contains("face does not answer: the Stop goes straight to the engine"))
        #expect(stop.output.hasSuffix("Stopped — engine released inputs\n"))
        let receipt = try group.ask(SoloReceiptsList(), of: "engine").read(SoloReceipts.self)
        #expect(receipt.receipts.first?.released == true)
        #expect(receipt.receipts.first?.stops.first?.source == "/test/shell")
    }

    @Test("G9: status has every field, and asks each process itself where the launcher is silent")
    func status() throws {
        let group = try TestGroup()
        let told = try group.handrail("status", "--json").output
        let status = try JSONDecoder().decode(GroupStatus.self, from: Data(told.utf8))
        #expect(status.name == "test")
        #expect(status.processes.map(\.name) == ["engine", "relay", "face", "navigator"])
        #expect(status.processes.allSatisfy { $0.state == .ready && $0.lastBeat != nil })
        group.launcher.signal(SIGSTOP)
        let silent = try group.handrail("status")
        group.launcher.signal(SIGCONT)
        #expect(silent.code == 0)
        #expect(silent.output.contains("the launcher is silent; asking each process itself"))
        for name in ["engine", "relay", "face", "navigator"] {
            #expect(silent.output.contains(name))
        }
    }

    @Test("nav accept says what it accepted")
    func navigator() throws {
        let group = try TestGroup()
        #expect(try group.handrail("nav", "accept").code == 1)
        _ = try group.handrail("offer", "link", "geo:52.52,13.405")
        let offer = try group.handrail("offer", "handoff", "Café", "--at", "52.5,-13.4")
        #expect(offer.output.hasPrefix("pending ("))
        let accept = try group.handrail("nav", "accept")
        #expect(accept.output.hasPrefix("accepted \"Café\", a handoff ("))
        let pin = try group.handrail("pins", "add", "Bakery", "--at", "52.5,13.4", "--json")
        #expect(pin.output.contains(#""name":"Bakery""#))
        #expect(try group.handrail("pins", "list").output.contains("\"Bakery\" 52.5,13.4"))
    }

    @Test("send sends what it is given, control types to control, and prints the reply's data")
    func send() throws {
        let group = try TestGroup()
        let beat = try group.handrail("send", "vitals.get", "--to", "relay")
        let vitals = try JSONDecoder().decode(VitalsBeat.self, from: Data(beat.output.utf8))
        #expect(try group.pid(of: "relay") == vitals.pid)
        let problem = try group.handrail("send", "solo.start", #"{"title":7}"#)
        #expect(problem.code == 1)
        #expect(problem.output.contains("(title)"))
        #expect(try group.handrail("send", "solo.status", "{").code == 2)
        #expect(try group.handrail("send", "vitals.get").code == 2)
    }

    @Test("down ends the group before it says so")
    func down() throws {
        let group = try TestGroup()
        let engine = try group.pid(of: "engine")
        let down = try group.handrail("down")
        #expect(down.code == 0)
        #expect(down.output.hasSuffix("down\n"))
        #expect(!isAlive(engine))
        #expect(!isAlive(group.launcher.pid))
        #expect(try group.handrail("solo", "status").code == 3)
    }

    @Test(
        "A wrong command line is told what was expected, with exit code 2",
        arguments: [
            (["statsu"], "did you mean status"), (["solo", "strt"], "did you mean start"),
            (["status", "--jsn"], "did you mean --json"), (["solo"], "start, extend, status, stop"),
            (["solo", "start", "x", "--mode", "true"], "--minutes M is missing"),
            (["solo", "start", "--minutes", "5", "--mode", "true"], "TITLE is missing"),
            (["solo", "extend", "--minutes", "x"], "takes a number"),
            (["press", "nothing"], "stop, extend, on-air, wrap-up, eye"),
            (["look", "here"], "one word too many"), (["tap", "--count", "0"], "above 0"),
            (["pins", "add", "x", "--at", "1"], "52.52,13.405"), ([], "handrail --help"),
            (["status", "--topology", "/nowhere"], "/nowhere"),
        ] as [([String], String)])
    func wrong(arguments: [String], expected: String) throws {
        let directory = RunDirectory()
        let child = ChildProcess(
            "handrail", arguments, environment: ["HANDRAIL_RUN_DIR": directory.path],
            output: "\(directory.path)/output")
        #expect(child.ending() == .exited(2))
        #expect(child.output.contains(expected))
    }

    @Test("Nobody there: said within the time it waits, with exit code 3")
    func nobody() throws {
        let directory = RunDirectory()
        let child = ChildProcess(
            "handrail", ["solo", "status", "--run-dir", directory.path],
            output: "\(directory.path)/output")
        #expect(child.ending() == .exited(3))
        #expect(child.output.hasPrefix("handrail: waiting for engine to answer"))
        #expect(child.output.contains(directory.path))
    }
}

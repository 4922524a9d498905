import Bus
import FoundationEssentials
import Glibc
import Messages
import TestKit
import Testing

@Suite("Taps on a real group", .serialized)
struct TapTests {
    /// Starts a tap, and waits until it has shown how things stand.
    private func tap(_ group: TestGroup, _ arguments: String...) throws -> ChildProcess {
        let child = ChildProcess(
            "handrail", ["tap", "--state"] + arguments + ["--run-dir", group.directory.path],
            output: "\(group.directory.path)/tap")
        let guardian = Guard()
        while !child.output.contains("solo.state") || !child.output.contains("face.view") {
            guard !guardian.isOver else {
                throw TestGroup.Failure("the tap shows nothing: \(child.output)")
            }
            _ = group.client.next(until: Stamp.now + 0.05)
        }
        return child
    }

    private func wait(for text: String, in child: ChildProcess, _ group: TestGroup) -> Bool {
        let guardian = Guard()
        while !child.output.contains(text), !guardian.isOver {
            _ = group.client.next(until: Stamp.now + 0.05)
        }
        return child.output.contains(text)
    }

    @Test("A Stop is seen on its whole way, and the tap ends cleanly when it is interrupted")
    func stop() throws {
        let group = try TestGroup()
        let tap = try tap(group)
        try group.startSession("Go")
        #expect(try group.handrail("solo", "stop", "--wait").code == 0)
        for step in [
            "request shell → face          face.stop", "request face → engine         solo.stop",
            "reply   engine → face         solo.stop: solo.stopping",
            "event   engine →              solo.receipt     released=true cause=stop title=Go",
        ] {
            #expect(wait(for: step, in: tap, group), "\(step)")
        }
        tap.signal(SIGINT)
        #expect(tap.ending() == .exited(0))
    }

    @Test("A tap that is frozen or killed keeps no Stop waiting, and a thawed one reads on")
    func frozen() throws {
        let group = try TestGroup()
        let frozen = try tap(group)
        let killed = ChildProcess(
            "handrail", ["tap", "--run-dir", group.directory.path],
            output: "\(group.directory.path)/tap.killed")
        frozen.signal(SIGSTOP)
        try group.startSession("Go")
        killed.signal(SIGKILL)
        #expect(killed.ending() == .killed(SIGKILL))
        #expect(try group.press(.stop).outcome == .confirmed)
        try group.view("`Stopped`, past a frozen tap") { $0.saysStopped }
        frozen.signal(SIGCONT)
        #expect(wait(for: "released=true cause=stop title=Go", in: frozen, group))
        frozen.signal(SIGINT)
        #expect(frozen.ending() == .exited(0))
    }

    @Test("As JSON, each line is a CloudEvent with its topic")
    func json() throws {
        let group = try TestGroup()
        let tap = try tap(group, "--json")
        try group.startSession("Go")
        #expect(wait(for: "\"tap.reply/solo.start\"", in: tap, group))
        tap.signal(SIGTERM)
        #expect(tap.ending() == .exited(0))
        let lines = tap.output.split(separator: "\n")
        #expect(lines.count > 5)
        for line in lines {
            let event = try JSONDecoder().decode(Event.self, from: Data(line.utf8))
            #expect(event.specversion == "1.0")
            #expect(event.topic.hasPrefix("tap.") || event.topic.hasPrefix(event.type))
        }
    }

    private struct Event: Decodable {
        let specversion: String
        let type: String
        let topic: String
    }

    @Test("It ends by count, by time, and when its reader has gone", arguments: ["count", "for"])
    func ends(option: String) throws {
        let group = try TestGroup()
        let ended = try group.handrail("tap", "--\(option)", "1")
        #expect(ended.code == 0)
        if option == "count" { #expect(ended.output.split(separator: "\n").count == 1) }
    }

    @Test("A pipe whose reader has gone ends it, even where there is nothing to show")
    func closedPipe() throws {
        let group = try TestGroup()
        let tap = "timeout 20 \(ChildProcess.buildFolder)/handrail tap no-such-topic"
        let place = "--run-dir \(group.directory.path)"
        #expect(system("bash -c 'set -o pipefail; \(tap) \(place) | true'") == 0)
    }

    @Test("rate, latency, graph and top measure the group that is there")
    func family() throws {
        let group = try TestGroup()
        let rate = try group.handrail("rate", "--for", "2")
        #expect(rate.output.contains("vitals.beat"))
        let latency = try group.handrail("latency", "--for", "2")
        #expect(latency.output.contains("vitals.get"))
        let graph = try group.handrail("graph", "--dot")
        #expect(
            graph.output.contains(
                #""relay" -> "engine" [label="events, requests, control"];"#))
        #expect(try group.handrail("graph").output.contains("face"))
        let top = try group.handrail("top")
        #expect(top.output.contains("navigator"))
        #expect(top.output.contains("solo: nothing is open"))
    }
}

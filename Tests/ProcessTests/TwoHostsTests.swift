import Bus
import Messages
import TestKit
import Testing

@Suite("A group on two hosts, by real processes", .serialized)
struct TwoHostsTests {
    @Test("a Stop pressed on the one host comes round by the other one, and back as `Stopped`")
    func circuit() throws {
        let hosts = try TwoHosts()
        try hosts.introduce()
        try hosts.up()
        let start = try hosts.handrail(
            .sofa, "solo", "start", "Tetris", "--minutes", "10", "--mode", "true")
        #expect(start.code == 0, "\(start.output)")
        let sofa = try hosts.client(on: .sofa)
        try sofa.subscribe(to: "face", topics: [FaceView.type])
        try hosts.follow("the session", sofa, FaceView.self, FaceLook(), of: "face") {
            $0.title == "Tetris" && $0.timeLeft != nil
        }
        let press = try hosts.handrail(.sofa, "press", "stop", "--deliberate")
        #expect(press.output.hasSuffix("confirmed\n"), "\(press.output)")
        try hosts.follow("`Stopped`", sofa, FaceView.self, FaceLook(), of: "face") {
            $0.saysStopped
        }
        let receipts = try hosts.handrail(.den, "receipts")
        #expect(
            receipts.output == "released \"Tetris\", stop, memory; Stop from face/shell\n")
        // Nobody was sent away on the way.
        for (process, host) in [("engine", TwoHosts.Host.den), ("face", .sofa)] {
            let beat = try hosts.client(on: host).ask(
                VitalsGet(), of: process, on: .control, within: 20)
            #expect(try beat.read(VitalsBeat.self).refused == 0, "\(process)")
        }
    }

    @Test("a host whose key is revoked reaches nobody any more; the other one's own Stop goes on")
    func revoked() throws {
        let hosts = try TwoHosts()
        try hosts.introduce()
        try hosts.up()
        let start = try hosts.handrail(
            .sofa, "solo", "start", "Tetris", "--minutes", "10", "--mode", "true")
        #expect(start.code == 0, "\(start.output)")
        #expect(
            try hosts.handrail(.den, "keys", "revoke", "sofa").output == "sofa is no longer known\n"
        )
        let status = try hosts.handrail(.sofa, "solo", "status")
        #expect(status.code == 3)
        #expect(status.output.contains("may not act there"), "\(status.output)")
        let stop = try hosts.handrail(.den, "send", "solo.stop")
        #expect(stop.code == 0, "\(stop.output)")
        let beat = try hosts.client(on: .den).ask(
            VitalsGet(), of: "engine", on: .control, within: 20)
        #expect(try beat.read(VitalsBeat.self).refused > 0)
    }

    @Test("a host starts nothing before it has a key, and says how to get one")
    func noKey() throws {
        let hosts = try TwoHosts()
        let up = try hosts.handrail(.den, "up")
        #expect(up.code == 1)
        #expect(
            up.output
                == "handrail: which host is this, den or sofa? It is the one whose secret key "
                + "it has, and \(hosts.directory(.den))/state/keys has none; make it with "
                + "`handrail keys new NAME`\n")
    }

    @Test("`keys` tells who is known, in words and as JSON, and refuses what is no key or process")
    func commands() throws {
        let hosts = try TwoHosts()
        #expect(try hosts.handrail(.den, "keys", "list").code == 0)
        try hosts.introduce()
        let list = try hosts.handrail(.den, "keys", "list").output.split(separator: "\n")
        #expect(list.count == 3)
        #expect(list[1].hasPrefix("den "))
        #expect(list[1].hasSuffix(" *             *             here"))
        #expect(list[2].hasSuffix(" engine,relay  engine,relay  -"))
        let json = try hosts.handrail(.den, "keys", "list", "--json").output
        #expect(json.contains(#""observe":"engine,relay""#))
        #expect(json.contains(#""secret_here":true"#))
        let change = try hosts.handrail(.den, "keys", "allow", "sofa", "--observe", "relay")
        #expect(change.output == "sofa may observe relay, act nothing\n")
        let wrong = try hosts.handrail(.den, "keys", "allow", "sofa", "--act", "relai")
        #expect(wrong.code == 2)
        #expect(wrong.output.contains("did you mean relay?"))
        #expect(try hosts.handrail(.den, "keys", "allow", "porch", "short").code == 2)
        #expect(try hosts.handrail(.den, "keys", "revoke", "porch").code == 1)
        #expect(try hosts.handrail(.den, "keys", "new", "den").code == 1)
        #expect(try hosts.handrail(.den, "keys").code == 2)
        #expect(try hosts.handrail(.den, "keys", "allow", "--help").code == 0)
    }
}

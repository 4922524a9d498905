import Foundation
import Group
import Messages
import Testing

@Suite("Topology files")
struct TopologyTests {
    private func read(_ text: String) throws -> Topology {
        try Topology(json5: Array(text.utf8), named: "g.json5", in: "/etc/handrail")
    }

    private func mistake(_ text: String) -> String? {
        do {
            _ = try read(text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("the file of the usual group says what is embedded")
    func usual() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "Topology/default.json5").path
        #expect(try Topology(file: file) == Topology())
        #expect(try read("{}") == Topology())
    }

    @Test("everything that a file may say is taken over")
    func everything() throws {
        let topology = try read(
            """
            // JSON5: comments, bare keys, trailing commas.
            {
              name: 'kitchen', language: 'ko', companion: 'Emil',
              limits: {silent: 2, watch: 4.5, dead_man: 20, restarts: 0},
              processes: {
                engine: {
                  executable: 'bin/slow-engine.sh', host: 'den', order: 3, essential: false, restart: 'never',
                  endpoints: {events: 'tcp://127.0.0.1:1', requests: 'ipc:///r', control: 'ipc:///c'},
                  options: {
                    players: {
                      tune: {script: 'tune.txt', loop: true},
                      bot: {command: ['./bot', '-v']},
                    },
                    controller: {
                      kind: 'memory', file: true, refuse_release: 2, delay_ms: 30, lie_once: true,
                    },
                  },
                },
                face: {host: 'den', options: {step: 60, armed_for: 8}},
                navigator: {host: 'sofa', options: {provider: 'streets', mode: 'walking'}},
                web: {
                  host: 'sofa',
                  options: {
                    host: '0.0.0.0', port: 8443, certificate: 'c.pem', key: '/k.pem',
                    hosts: ['den.local'],
                  },
                },
              },
            }
            """)
        var engine = Topology.Process("engine", executable: "/etc/handrail/bin/slow-engine.sh")
        engine.host = "den"
        engine.order = 3
        engine.isEssential = false
        engine.restart = .never
        engine.endpoints = Endpoints(
            events: "tcp://127.0.0.1:1", requests: "ipc:///r", control: "ipc:///c")
        engine.engine = EngineOptions(
            players: [
                "tune": PlayerOptions(script: "/etc/handrail/tune.txt", loop: true),
                "bot": PlayerOptions(command: ["/etc/handrail/./bot", "-v"]),
            ],
            controller: ControllerOptions(
                file: true, refuseRelease: 2, delay: 30, lieOnce: true))
        var face = Topology.Process("face")
        face.host = "den"
        face.face = FaceOptions(step: 60, armedFor: 8)
        var navigator = Topology.Process("navigator")
        navigator.host = "sofa"
        navigator.navigator = NavigatorOptions(provider: "streets", mode: "walking")
        var web = Topology.Process("web")
        web.host = "sofa"
        web.web = WebOptions(
            host: "0.0.0.0", port: 8_443, certificate: "/etc/handrail/c.pem", key: "/k.pem",
            hosts: ["den.local"])
        #expect(
            topology
                == Topology(
                    name: "kitchen", language: .korean, companion: "Emil",
                    limits: Limits(silent: 2, watch: 4.5, deadMan: 20, restarts: 0),
                    processes: [engine, face, navigator, web]))
        #expect(topology.processes.map(\.name) == ["face", "engine", "navigator", "web"])
    }

    @Test(
        "E14: the dead man is switched off by its name, and by no number",
        arguments: ["false", "null"])
    func deadMan(_ word: String) throws {
        #expect(try read("{limits: {dead_man: \(word)}}").limits.deadMan == nil)
        #expect(try read("{limits: {}}").limits.deadMan == 15)
        #expect(
            mistake("{limits: {dead_man: 0}}")
                == "g.json5: limits.dead_man: expected seconds above 0, found 0.0")
    }

    @Test(
        "a mistake is told with file, key path and what was expected",
        arguments: [
            ("{nam: 'x'}", "nam: is not a known key; did you mean \"name\"?"),
            (
                "{processes: {face: {colour: 1}}}",
                "processes.face.colour: is not a known key; known here: "
                    + "endpoints, essential, executable, host, options, order, restart"
            ),
            (
                "{processes: {engine: {options: {player: {}}}}}",
                "processes.engine.options.player: is not a known key; did you mean \"players\"?"
            ),
            (
                "{processes: {relay: {options: {x: 1}}}}",
                "processes.relay.options.x: is not a known key; known here: nothing"
            ),
            ("{limits: {watch: '5'}}", "limits.watch: expected seconds above 0, found \"5\""),
            (
                "{limits: {restarts: 1.5}}",
                "limits.restarts: expected a whole number from 0, found 1.5"
            ),
            ("{processes: []}", "processes: expected an object, found a list"),
            ("{processes: {}}", "processes: expected at least one process"),
            (
                "{processes: {group: {}}}",
                "processes.group: is the launcher's own name; expected another one"
            ),
            (
                "{processes: {engine: {host: 'den'}, face: {}}}",
                "processes.face.host: expected a host, as other processes have one"
            ),
            (
                "{processes: {engine: {host: 'the den'}}}",
                "processes.engine.host: expected a name of at most 32 lower-case letters, digits, "
                    + "- and _"
            ),
            (
                "{processes: {'a/b': {}}}",
                "processes.a/b: expected a name of at most 32 lower-case letters, digits, - and _"
            ),
            (
                "{processes: {face: {essential: 1}}}",
                "processes.face.essential: expected true or false, found 1.0"
            ),
            (
                "{processes: {face: {restart: 'once'}}}",
                "processes.face.restart: expected always or never, found \"once\""
            ),
            (
                "{processes: {face: {endpoints: {events: 'ipc:///e', requests: '/r'}}}}",
                "processes.face.endpoints.requests: "
                    + "expected ipc:///PATH or tcp://HOST:PORT, found \"/r\""
            ),
            (
                "{processes: {face: {options: {armed_for: 4}}}}",
                "processes.face.options.armed_for: expected 5 seconds or more (V6), found 4.0"
            ),
            (
                "{processes: {engine: {options: {players: {p: {}}}}}}",
                "processes.engine.options.players.p: expected either command or script"
            ),
            (
                "{processes: {engine: {options: {controller: {kind: 'x12'}}}}}",
                "processes.engine.options.controller.kind: expected memory, found \"x12\""
            ),
            (
                "{processes: {web: {options: {host: 'den'}}}}",
                "processes.web.options.host: expected an address in numbers, found \"den\""
            ),
            (
                "{processes: {web: {options: {port: 65536}}}}",
                "processes.web.options.port: expected a port, or 0 for any that is free, found "
                    + "65536.0"
            ),
            (
                "{processes: {web: {options: {certificate: 'c'}}}}",
                "processes.web.options.key: expected a file: certificate and key go together"
            ),
            (
                "{processes: {web: {options: {host: '::'}}}}",
                "processes.web.options.hosts: expected the names that browsers ask for, as :: is "
                    + "none"
            ),
        ])
    func mistakes(_ text: String, _ expected: String) {
        #expect(mistake(text) == "g.json5: \(expected)")
    }

    @Test("what is no JSON5, or no file, is told as such")
    func unreadable() {
        #expect(mistake("{")?.hasPrefix("g.json5: is not JSON5: ") == true)
        #expect(throws: GroupError.self) { try Topology(file: "/nowhere/g.json5") }
    }

    @Test("a process is what its program is, or else what it is called")
    func kinds() {
        #expect(Topology.Process("engine", executable: "/opt/slow.sh").kind == .engine)
        #expect(Topology.Process("kitchen", executable: "/opt/face").kind == .face)
        #expect(Topology.Process("face").isEssential && !Topology.Process("web").isEssential)
        #expect(Topology.Process("kitchen", executable: "/opt/face.py").kind == nil)
    }

    @Test("each process is told its own options, and everybody's endpoints")
    func settings() throws {
        let topology = try read(
            "{processes: {engine: {}, kitchen: {executable: 'face', options: {step: 60}}}}")
        let directories = Directories(run: "/run/h", state: "/state")
        let process = try #require(topology.processes.last)
        let settings = topology.settings(of: process, in: directories)
        #expect(settings.process == "kitchen")
        #expect(settings.source == "/handrail/kitchen")
        #expect(settings.face.step == 60)
        #expect(settings.names(running: "face") == ["kitchen"])
        #expect(Set(settings.processes.keys) == ["engine", "kitchen", "group"])
        #expect(topology.settings(in: directories).process == "group")
    }
}

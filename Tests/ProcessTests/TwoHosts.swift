import Bus
import Foundation
import Messages
import TestKit

/// The group of `Topology/two-hosts.json5`, each host with a run dir of its own on loopback.
final class TwoHosts {
    /// Why a wait came to nothing.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    enum Host: String, CaseIterable {
        case den
        case sofa
    }

    private let directories = [Host.den: RunDirectory(), .sofa: RunDirectory()]
    private let topology: String
    private let endpoints: [String: Endpoints]
    private var launchers: [Host: ChildProcess] = [:]
    private var runs = 0

    /// Writes the topology down with addresses that no other test has.
    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Topology/two-hosts.json5")
        let net = "127.\(Int.random(in: 1...254)).\(Int.random(in: 1...254))"
        // A loaded machine is slow: nobody is to be given up for it.
        let text = try String(contentsOf: file, encoding: .utf8)
            .replacingOccurrences(of: "192.168.1", with: net)
            .replacingOccurrences(
                of: "name: \"two-hosts\",",
                with: "name: \"two-hosts\", limits: { silent: 20, watch: 20 },")
        topology = Self.path(directories, .den) + "/topology.json5"
        try text.write(toFile: topology, atomically: true, encoding: .utf8)
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        endpoints = try decoder.decode(Group.self, from: Data(text.utf8)).processes
            .compactMapValues(\.endpoints)
    }

    deinit {
        for launcher in launchers.values { launcher.signal(SIGTERM) }
        for launcher in launchers.values { _ = launcher.ending() }
    }

    private struct Group: Decodable {
        struct Process: Decodable {
            var endpoints: Endpoints?
        }

        var processes: [String: Process]
    }

    private static func path(_ directories: [Host: RunDirectory], _ host: Host) -> String {
        directories[host]?.path ?? ""
    }

    /// The run dir of a host.
    func directory(_ host: Host) -> String { Self.path(directories, host) }

    /// Makes each host's keys, and has each allow what the other one needs, by the command line.
    func introduce() throws {
        struct New: Decodable {
            var key: String
        }
        func new(_ host: Host) throws -> String {
            let made = try handrail(host, "keys", "new", host.rawValue, "--json")
            let line = made.output.split(separator: "\n").first { $0.hasPrefix("{") } ?? ""
            return try JSONDecoder().decode(New.self, from: Data(line.utf8)).key
        }
        let (den, sofa) = (try new(.den), try new(.sofa))
        try done(
            handrail(
                .den, "keys", "allow", "sofa", sofa, "--observe", "relay,engine", "--act",
                "relay,engine"))
        try done(
            handrail(.sofa, "keys", "allow", "den", den, "--observe", "face", "--act", "face"))
    }

    private func done(_ outcome: (code: Int32, output: String)) throws {
        guard outcome.code == 0 else { throw Failure(description: outcome.output) }
    }

    /// Starts both hosts' processes, and waits until all are ready.
    func up() throws {
        for host in Host.allCases { launchers[host] = start(host, ["up"]) }
        for host in Host.allCases {
            let client = try client(on: host)
            try client.subscribe(to: "group", topics: [GroupStatus.type])
            try follow("\(host) ready", client, GroupStatus.self, GroupStatusGet(), of: "group") {
                $0.processes.allSatisfy { $0.state == .ready }
            }
        }
    }

    /// A visitor on a host, by that host's keys.
    func client(on host: Host) throws -> Client {
        let hosts = ["engine": Host.den, "relay": .den, "face": .sofa, "navigator": .sofa]
        let processes = hosts.map { name, host in
            (name, Peer(executable: name, endpoints: endpoints[name], host: host.rawValue))
        }
        let directory = directory(host)
        return try Client(
            settings: Settings(
                group: "two-hosts", process: "shell", runDirectory: directory,
                stateDirectory: "\(directory)/state", keys: "\(directory)/state/keys",
                host: host.rawValue, processes: Dictionary(uniqueKeysWithValues: processes),
                limits: Limits(silent: 20)))
    }

    /// Runs `handrail` on a host, and gives its exit code and output.
    func handrail(_ host: Host, _ arguments: String...) throws -> (code: Int32, output: String) {
        let child = start(host, arguments)
        guard case .exited(let code) = child.ending() else {
            throw Failure(description: "handrail \(arguments) has not ended: \(child.output)")
        }
        return (code, child.output)
    }

    private func start(_ host: Host, _ arguments: [String]) -> ChildProcess {
        runs += 1
        let directory = directory(host)
        return ChildProcess(
            "handrail", arguments,
            environment: ["HANDRAIL_TOPOLOGY": topology, "HANDRAIL_RUN_DIR": directory],
            output: "\(directory)/output.\(runs)")
    }

    /// Asks for a state, and again whenever something has been heard, until it is what is looked for.
    @discardableResult
    func follow<State: Message>(
        _ what: String, _ client: Client, _ state: State.Type, _ question: some Message,
        of process: String, _ isIt: (State) -> Bool
    ) throws -> State {
        let guardian = Guard(seconds: 30)
        while !guardian.isOver {
            if let answer = try? client.ask(question, of: process, within: 5).read(State.self),
                isIt(answer)
            {
                return answer
            }
            _ = client.next(until: guardian.moment)
        }
        let output = launchers.values.map(\.output).joined(separator: "\n")
        throw Failure(description: "never came: \(what)\n\(output)")
    }
}

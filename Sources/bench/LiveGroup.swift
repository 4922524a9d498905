import Bus
import FoundationEssentials
import Messages
import TestKit

/// A group of real processes in a folder of its own, ended and removed when its owner goes.
final class LiveGroup {
    /// How to visit it.
    let settings: Settings
    /// The bench that it is measured on.
    let workbench: Workbench
    private let folder: RunDirectory
    private let launcher: Child

    /// Starts a group, and waits until the launcher says that all of it is ready (G2).
    ///
    /// - Parameters:
    ///   - workbench: The bench that it is measured on.
    ///   - player: The command of a player named `bench`; nil: the usual group, without players.
    /// - Throws: A `BenchError` where it does not become ready.
    init(on workbench: Workbench, player: [String]? = nil) throws {
        self.workbench = workbench
        folder = RunDirectory()
        let usual = ["engine", "relay", "face", "navigator"]
        // A visitor that hears nothing for long takes its connections for broken; here much is
        // quiet on purpose.
        settings = Settings(
            group: "handrail", process: "bench", runDirectory: folder.path,
            stateDirectory: "\(folder.path)/state",
            processes: Dictionary(uniqueKeysWithValues: usual.map { ($0, Peer(executable: $0)) }),
            limits: Limits(silent: 600))
        var arguments = ["up", "--run-dir", folder.path, "--log", "json"]
        if let player {
            let topology = "\(folder.path)/topology.json5"
            try Self.topology(with: player).write(
                toFile: topology, atomically: true, encoding: .utf8)
            arguments += ["--topology", topology]
        }
        launcher = try workbench.start("handrail", arguments)
        try waitUntilReady()
    }

    private static func topology(with player: [String]) throws -> String {
        let command = String(decoding: try JSONEncoder().encode(player), as: UTF8.self)
        return """
            {
                name: "handrail",
                processes: {
                    engine: {
                        executable: "engine",
                        options: { players: { bench: { command: \(command) } } },
                    },
                    relay: { executable: "relay" },
                    face: { executable: "face" },
                    navigator: { executable: "navigator" },
                },
            }
            """
    }

    deinit {
        // The launcher ends the group before it ends; then the folder can go.
        withExtendedLifetime(folder) {}
    }

    /// The run dir.
    var directory: String { folder.path }

    /// The process ids by name, the launcher's first.
    func processes() throws -> [(name: String, pid: Int32)] {
        let client = try Client(settings: settings)
        let status = try client.ask(GroupStatusGet(), of: "group", within: 5)
            .read(GroupStatus.self)
        return [("launcher", launcher.pid)]
            + status.processes.compactMap { process in process.pid.map { (process.name, $0) } }
    }

    /// A line of the launcher's log.
    private struct Line: Decodable {
        let process: String
        let text: String
    }

    private func waitUntilReady() throws {
        let decoder = JSONDecoder()
        var last = ""
        while let text = try launcher.line() {
            last = text
            guard let line = try? decoder.decode(Line.self, from: Data(text.utf8)) else { continue }
            if line.process == "group", line.text.hasPrefix("ready after ") { return }
        }
        throw BenchError("the group ended before it was ready: \(last)")
    }
}

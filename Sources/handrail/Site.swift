import Glibc
import Group
import Linux
import Messages

/// The group that a command is about, and how it was found.
struct Site {
    /// The variable that names the topology file.
    static let topologyVariable = "HANDRAIL_TOPOLOGY"

    /// The group.
    let topology: Topology
    /// Where its files are.
    let directories: Directories
    /// What a visitor goes by.
    let settings: Settings

    /// Finds the group that a command line, the environment or the defaults name.
    ///
    /// - Throws: A `Failure` with code 2 where the topology file is wrong.
    init(_ arguments: Arguments, topology file: String? = nil) throws(Failure) {
        let environment = Environment.variables
        let file = file ?? arguments[.topology] ?? environment[Self.topologyVariable]
        var topology: Topology
        do throws(GroupError) {
            topology =
                try file.map { file throws(GroupError) in try Topology(file: file) }
                ?? Topology()
        } catch {
            throw .usage(error.description)
        }
        directories = Directories(
            of: topology.name, runDirectory: arguments[.runDirectory], environment: environment,
            user: geteuid(), working: File.workingFolder)
        topology.settle(in: directories)
        self.topology = topology
        var settings = topology.settings(in: directories)
        settings.process = "shell"
        self.settings = settings
    }

    /// The engine's name.
    var engine: String { name(of: .engine) }
    /// The relay's name.
    var relay: String { name(of: .relay) }
    /// The navigator's name.
    var navigator: String { name(of: .navigator) }

    /// The name of who serves the face to browsers.
    var web: String { name(of: .web) }

    /// The face that a command line names, or the group's first.
    func face(_ arguments: Arguments) -> String { arguments[.face] ?? name(of: .face) }

    /// The group's processes in the order of their start, the launcher last.
    var names: [String] { topology.processes.map(\.name) + [Topology.launcher] }

    /// How a person finds out more, when nobody answers.
    var hint: String {
        "looked in \(directories.run); `handrail up` starts the group, --topology and --run-dir "
            + "name another one"
    }

    private func name(of kind: Topology.Kind) -> String {
        topology.processes.first { $0.kind == kind }?.name ?? kind.rawValue
    }
}

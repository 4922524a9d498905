internal import Bus
internal import CLinux
internal import Glibc
internal import Messages

/// All that is needed to bring a group up.
package struct LaunchPlan: Sendable {
    /// The group.
    package let topology: Topology
    /// Where its files are.
    package let directories: Directories
    /// The launcher's variables, most of which its children get.
    package let environment: [String: String]
    /// The path of each process's program, by name.
    let programs: [String: String]
    /// Whether whoever started the launcher has asked for it to outlive the terminal.
    let ignoresHangUp: Bool

    /// Plans a group, without touching anything.
    ///
    /// - Throws: `GroupError` where a program cannot be found, a path is too long, or a key is
    ///   missing.
    package init(
        _ topology: Topology, in directories: Directories, environment: [String: String]
    ) throws(GroupError) {
        try topology.checkKeys()
        try directories.checkLengths(of: topology)
        var programs: [String: String] = [:]
        for process in topology.local {
            programs[process.name] = try ProgramFinder.path(of: process)
        }
        self.topology = topology
        self.directories = directories
        self.environment = environment
        self.programs = programs
        var hangUp = sigaction()
        sigaction(SIGHUP, nil, &hangUp)
        // `nohup` has it ignored.
        ignoresHangUp = unsafeBitCast(hangUp.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    /// How to look on and to press, for the line that says that the group is ready.
    ///
    /// - Parameter page: Where browsers find the face; nil: nowhere, and the face's own endpoint is
    ///   told.
    /// - Returns: The commands, and the address.
    func hints(page: WebPage?) -> String {
        let usual = Directories(
            of: Topology().name, environment: environment, user: geteuid(), working: "/")
        let place = usual.run == directories.run ? "" : " --run-dir \(directories.run)"
        let faces = topology.local.filter { $0.kind == .face }.map { face in
            face.endpoints ?? Endpoints(of: face.name, in: directories.run)
        }
        let addresses = faces.map { "; face at \($0.requests)" }.joined()
        let address = page.map { "; page at \($0.address)" } ?? addresses
        return "handrail tap\(place); handrail look\(place)\(address)"
    }

    /// Brings the group up, and sees it through to its end.
    ///
    /// To be called on the main thread, before any other is started: it becomes the bus thread,
    /// and the children's parent-death signal is about it (G6).
    ///
    /// - Returns: The exit code: 0 only if every process ended by itself and every release is
    ///   confirmed (G5).
    /// - Throws: `GroupError`, with code `running` and the pid where the group is up already (G7);
    ///   `BusError` where the launcher's own endpoints cannot be taken.
    package func run(log style: LogStyle) throws -> Int32 {
        Descriptor.openStandardStreams()
        try directories.prepare()
        let place = try PidFile(in: directories.run, group: topology.name)
        defer { withExtendedLifetime(place) {} }
        let log = LogWriter(style: style, files: LogFiles(in: directories.run))
        defer { log.flush() }
        let leadership = try Leadership.take()
        defer { leadership.giveBack() }
        // Whoever loses its parent becomes ours, so that nothing of the group is out of sight.
        _ = clinux_set_child_subreaper()
        try Roll(in: directories.run).sweep { text in
            log.write(
                LogLine(
                    time: Stamp.wallClock, process: Topology.launcher, level: .warning,
                    text: text))
        }
        return try launch(log: log)
    }

    private func launch(log: LogWriter) throws -> Int32 {
        let thread = try BusThread()
        let bus = try Bus(
            settings: topology.settings(in: directories), version: Program.version,
            thread: thread, signals: .launcher)
        // The bus has blocked them; see `Spawner.terminalSignals`.
        for signal in Spawner.terminalSignals { Glibc.signal(signal, SIG_IGN) }
        let launcher = try Launcher(
            self, bus: bus, thread: thread, spawner: Spawner(environment: environment), log: log)
        thread.run(launcher)
        return launcher.assumeIsolated { $0.ending?.code ?? 1 }
    }
}

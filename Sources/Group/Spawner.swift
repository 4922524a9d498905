internal import CLinux
internal import Glibc
internal import JSON
internal import Linux
internal import Messages

/// Starts the processes of a group: in the launcher's process group, tied to its life (G1, G6).
struct Spawner {
    /// A process that was started.
    struct Spawned {
        let pid: Int32
        /// What it prints, on either stream.
        let output: Descriptor
    }

    /// The reading end of a pipe that nobody writes to: its end tells of the launcher's death.
    private let lifeline: Descriptor
    /// Held open by the launcher alone.
    private let heldEnd: Descriptor
    private let environment: [String: String]

    /// The descriptor that a child has the lifeline under.
    private static let lifelineNumber: Int32 = 3
    /// What the service manager has said to the launcher alone.
    private static let ownVariables = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]
    /// The terminal's signals, which the launcher alone acts on (G1).
    ///
    /// They are ignored in the launcher, which reads them all the same, as they are blocked there.
    /// So they are ignored in a child from its first instruction on, be it a program of ours or a
    /// script.
    static let terminalSignals = [SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU]

    init(environment: [String: String]) throws(GroupError) {
        (lifeline, heldEnd) = try Descriptor.pipe()
        // A child looks at it in its loop, and must not wait there.
        lifeline.setNonBlocking()
        self.environment = environment.filter { !Self.ownVariables.contains($0.key) }
    }

    /// Starts a program.
    ///
    /// To be called by the thread that lives as long as the launcher: the parent-death signal of
    /// a child comes when the thread that spawned it ends.
    func spawn(_ path: String, settings: Settings) throws(GroupError) -> Spawned {
        let (output, printing) = try Descriptor.pipe()
        output.setNonBlocking()
        let variables = try environment.merging(variables(settings)) { $1 }
        var pid: Int32 = 0
        let code = withActions(printing: printing) { actions in
            withAttributes { attributes in
                withCStrings([path]) { argv in
                    withCStrings(variables.map { "\($0.key)=\($0.value)" }) { envp in
                        posix_spawn(&pid, path, &actions, &attributes, argv, envp)
                    }
                }
            }
        }
        guard code == 0 else {
            throw GroupError(.executable, "\(path): cannot start", cause: systemMessage(code))
        }
        return Spawned(pid: pid, output: output)
    }

    private func variables(_ settings: Settings) throws(GroupError) -> [String: String] {
        do {
            let json = try [UInt8](json: settings)
            return [
                Settings.variable: String(decoding: json, as: UTF8.self),
                "HANDRAIL_LIFELINE": "\(Self.lifelineNumber)",
                "HANDRAIL_PARENT": "\(getpid())",
            ]
        } catch {
            throw GroupError(.system, "the settings cannot be written", cause: "\(error)")
        }
    }

    private func withActions(
        printing: Descriptor, _ body: (inout posix_spawn_file_actions_t) -> Int32
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, printing.number, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, printing.number, STDERR_FILENO)
        posix_spawn_file_actions_adddup2(&actions, lifeline.number, Self.lifelineNumber)
        // Whoever started the launcher may have left descriptors open that are no child's business.
        _ = clinux_spawn_close_from(&actions, Self.lifelineNumber + 1)
        return body(&actions)
    }

    private func withAttributes(_ body: (inout posix_spawnattr_t) -> Int32) -> Int32 {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var unblocked = sigset_t()
        sigemptyset(&unblocked)
        var defaults = sigset_t()
        sigfillset(&defaults)
        for signal in Self.terminalSignals { sigdelset(&defaults, signal) }
        posix_spawnattr_setsigmask(&attributes, &unblocked)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setpgroup(&attributes, getpgrp())
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return body(&attributes)
    }
}

/// Lends texts as a list that ends with nil, the way C wants arguments.
private func withCStrings(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
) -> Int32 {
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
}

/// Where programs are found.
enum ProgramFinder {
    /// The path of a process's program: beside `handrail`, unless the topology gives a path.
    static func path(of process: Topology.Process) throws(GroupError) -> String {
        let given = process.executable
        let path = given.contains("/") ? given : "\(try ownFolder())/\(given)"
        guard access(path, X_OK) == 0 else {
            throw GroupError(
                .executable, "processes.\(process.name).executable: \(path) is no program",
                cause: systemMessage())
        }
        return path
    }

    private static func ownFolder() throws(GroupError) -> String {
        guard let own = File.target(of: "/proc/self/exe") else {
            throw GroupError(
                .system, "this program's own folder is unknown", cause: systemMessage())
        }
        return own.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    }
}

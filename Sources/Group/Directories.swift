internal import Glibc

/// Where a group's files are.
package struct Directories: Sendable, Equatable {
    /// Sockets, locks, pid files and logs.
    package var run: String
    /// Journals, receipts, pins and keys.
    package var state: String

    /// The variable that names the run dir.
    package static let runVariable = "HANDRAIL_RUN_DIR"
    /// The variable that names the state dir.
    package static let stateVariable = "HANDRAIL_STATE_DIR"
    /// The longest path of a socket that Linux takes, in bytes.
    package static let longestSocketPath = 107

    /// Names two folders.
    package init(run: String, state: String) {
        self.run = run
        self.state = state
    }

    /// Works out where the files of a group are; looks at no file.
    ///
    /// - Parameters:
    ///   - group: The group's name.
    ///   - runDirectory: The run dir that a command line gave.
    ///   - environment: The variables of the process.
    ///   - user: The user's id, for a folder that all users share.
    ///   - working: The folder that relative paths start from.
    package init(
        of group: String, runDirectory: String? = nil, environment: [String: String],
        user: UInt32, working: String
    ) {
        func path(_ variable: String) -> String? {
            guard let path = environment[variable], !path.isEmpty else { return nil }
            return path.hasPrefix("/") ? path : "\(working)/\(path)"
        }
        let given =
            runDirectory.map { $0.hasPrefix("/") ? $0 : "\(working)/\($0)" }
            ?? path(Self.runVariable)
        if let given {
            run = given
        } else if let runtime = path("XDG_RUNTIME_DIR") {
            run = "\(runtime)/handrail/\(group)"
        } else {
            // One level only: nobody else can own a folder between it and the sticky one.
            run = "\(path("TMPDIR") ?? "/tmp")/handrail-\(user)-\(group)"
        }
        if let state = path(Self.stateVariable) {
            self.state = state
        } else if let given {
            state = "\(given)/state"
        } else if let home = path("XDG_STATE_HOME") ?? path("HOME").map({ "\($0)/.local/state" }) {
            state = "\(home)/handrail/\(group)"
        } else {
            state = "\(run)/state"
        }
    }

    /// The folder of keys.
    package var keys: String { "\(state)/keys" }

    /// Makes both folders, 0700, and refuses those of somebody else or open to others.
    ///
    /// - Throws: `GroupError` with the path and what is wrong with it.
    package func prepare() throws(GroupError) {
        try Self.prepare(run)
        try Self.prepare(state)
    }

    /// Refuses a run dir that is too deep for a socket of one of the processes.
    ///
    /// - Throws: `GroupError` with the path, its length and the limit.
    package func checkLengths(of topology: Topology) throws(GroupError) {
        let usual = topology.local.filter { $0.endpoints == nil }.map(\.name)
        for name in usual + [Topology.launcher] {
            let path = "\(run)/\(name).requests"
            guard path.utf8.count > Self.longestSocketPath else { continue }
            throw GroupError(
                .directory,
                "\(path): is \(path.utf8.count) bytes long; a socket's path has at most "
                    + "\(Self.longestSocketPath). Give a shorter --run-dir")
        }
    }

    private static func prepare(_ path: String) throws(GroupError) {
        try makeParents(of: path)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw GroupError(.directory, "\(path): cannot be made", cause: systemMessage())
        }
        var found = stat()
        guard lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFDIR else {
            throw GroupError(.directory, "\(path): is no folder")
        }
        guard found.st_uid == geteuid() else {
            throw GroupError(
                .directory, "\(path): belongs to user \(found.st_uid), not to \(geteuid())")
        }
        guard found.st_mode & 0o077 == 0 else {
            let mode = String(found.st_mode & 0o777, radix: 8)
            throw GroupError(
                .directory, "\(path): is open to others (mode \(mode)); expected 700")
        }
    }

    /// Makes the folders above one, 0700, and leaves those that are there as they are.
    private static func makeParents(of path: String) throws(GroupError) {
        let names = path.split(separator: "/").dropLast()
        var parent = ""
        for name in names {
            parent += "/\(name)"
            guard mkdir(parent, 0o700) == 0 || errno == EEXIST else {
                throw GroupError(
                    .directory, "\(parent): cannot be made", cause: systemMessage())
            }
        }
    }
}

/// The system's words for the newest failure on this thread.
func systemMessage(_ number: Int32 = errno) -> String { String(cString: strerror(number)) }

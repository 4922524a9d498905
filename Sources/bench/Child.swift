import FoundationEssentials
import Glibc

/// A program that the bench has started; it is told to end, and waited for, when its owner goes.
final class Child {
    /// Its process id.
    let pid: pid_t
    private let output: Int32
    private let workbench: Workbench
    private var printed: [UInt8] = []

    /// Starts a program in a process group of its own, so that the terminal's signals come to the
    /// bench alone.
    init(
        _ path: String, _ arguments: [String], variables: [String: String], on workbench: Workbench
    ) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw BenchError("pipe: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        output = ends[0]
        self.workbench = workbench
        pid = try Self.spawn(path, arguments, variables, printingTo: ends[1])
    }

    deinit {
        kill(pid, SIGTERM)
        // To its end, so that whoever has more to say than the pipe takes is not held up.
        while readMore() {}
        waitpid(pid, nil, 0)
        close(output)
    }

    /// The next line that it prints; nil where it has ended.
    func line() throws -> String? {
        while true {
            if let end = printed.firstIndex(of: UInt8(ascii: "\n")) {
                defer { printed.removeSubrange(...end) }
                return String(decoding: printed[..<end], as: UTF8.self)
            }
            try waitForOutput()
            guard readMore() else { return nil }
        }
    }

    private func waitForOutput() throws {
        var watched = [
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: workbench.interruption, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&watched, nfds_t(watched.count), -1)
        if watched[1].revents != 0 { throw BenchError.interrupted }
    }

    /// Takes in what has been printed; false at the end.
    private func readMore() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(output, &bytes, bytes.count)
        if count > 0 { printed += bytes[..<count] }
        return count > 0
    }

    private static func spawn(
        _ path: String, _ arguments: [String], _ variables: [String: String], printingTo end: Int32
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The bench has blocked the signals that it takes over; a child would be left with that.
        var unblocked = sigset_t()
        sigemptyset(&unblocked)
        posix_spawnattr_setsigmask(&attributes, &unblocked)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, path, &actions, &attributes, words, settings)
        guard code == 0 else { throw BenchError("\(path): \(String(cString: strerror(code)))") }
        return pid
    }
}

import CLinux
import FoundationEssentials
import Glibc
import Linux
import Synchronization

/// A real program that a test has started, ended with the test.
package final class ChildProcess: Sendable {
    /// How a program ended.
    package enum Ending: Sendable, Equatable {
        case exited(Int32)
        case killed(Int32)
    }

    /// Its process id.
    package let pid: Int32
    private let outputPath: String
    /// How it ended; nil until the test has waited for it.
    private let ended = Mutex<Ending?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: The name of one in the folder in which the tests were built, or the absolute
    ///     path of another.
    ///   - arguments: Its arguments.
    ///   - environment: What is added to the test's own environment.
    ///   - output: A file that takes its standard output and error.
    package init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:],
        output: String
    ) {
        outputPath = output
        let path = program.hasPrefix("/") ? program : Self.buildFolder + "/" + program
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(
            &actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // Tests run on threads that hold signals back, and a child would inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var child: Int32 = 0
        let code = Self.withCStrings([path] + arguments) { argv in
            Self.withCStrings(all.map { "\($0.key)=\($0.value)" }) { envp in
                posix_spawn(&child, path, &actions, &attributes, argv, envp)
            }
        }
        guard code == 0 else { fatalError("\(path): \(String(cString: strerror(code)))") }
        pid = child
    }

    deinit {
        // Once it has been waited for, the pid may be somebody else's.
        guard ended.withLock({ $0 == nil }) else { return }
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
    }

    /// Where the programs of this build are.
    package static var buildFolder: String {
        String(CommandLine.arguments[0].prefix(upTo: lastSlash))
    }

    private static var lastSlash: String.Index {
        CommandLine.arguments[0].lastIndex(of: "/") ?? CommandLine.arguments[0].startIndex
    }

    /// All that it has printed so far.
    package var output: String {
        (try? String(contentsOfFile: outputPath, encoding: .utf8)) ?? ""
    }

    /// Sends it a signal, unless it has been waited for.
    package func signal(_ number: Int32) {
        if ended.withLock({ $0 == nil }) { kill(pid, number) }
    }

    /// Waits until it has ended; nil where it still runs when the guard's time is over.
    package func ending(within guardian: Guard = Guard()) -> Ending? {
        if let ended = ended.withLock(\.self) { return ended }
        let descriptor = clinux_pidfd_open(pid)
        defer { close(descriptor) }
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while Glibc.poll(&poll, 1, 100) <= 0 {
            if guardian.isOver { return nil }
        }
        var status: Int32 = 0
        guard waitpid(pid, &status, 0) == pid else { return nil }
        let signal = status & 0x7f
        let ending = signal == 0 ? Ending.exited((status >> 8) & 0xff) : .killed(signal)
        ended.withLock { $0 = ending }
        return ending
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { fatalError("an empty argument list") }
            return body(base)
        }
    }
}

/// Whether a process exists and is no zombie.
package func isAlive(_ pid: Int32) -> Bool {
    ProcessTable.entry(of: pid).map { !$0.isZombie } ?? false
}

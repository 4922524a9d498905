import CLinux
import EngineCore
import Glibc
import JSON
import Linux
import Messages
import Synchronization

/// A player's program as a process: in a group of its own, with default signals, on two pipes.
final class PlayerProcess: Sendable {
    /// By this variable a player's descendants are known, wherever they are.
    static let sessionVariable = "HANDRAIL_SESSION"

    /// Its process id, which is its group's, too.
    let pid: Int32
    /// Becomes readable when it has ended.
    private let descriptor: Int32
    /// What it prints.
    private let output: Int32
    // Nil once it has been closed: then the number may be somebody else's.
    private let input: Mutex<Int32?>
    // From then on its number may be somebody else's, and gets no signal.
    private let isReaped = Mutex(false)

    /// Starts a program.
    ///
    /// - Throws: A `PlayerError` where there is no such program, or no descriptor left.
    init(_ command: [String], session: SessionID) throws(PlayerError) {
        let (childInput, input) = try Self.pipe()
        let (output, childOutput) = try Self.pipe()
        defer {
            close(childInput)
            close(childOutput)
        }
        do throws(PlayerError) {
            pid = try Self.spawn(command, session, input: childInput, output: childOutput)
        } catch {
            close(input)
            close(output)
            throw error
        }
        descriptor = clinux_pidfd_open(pid)
        self.output = output
        self.input = Mutex(input)
        // A player that does not read must not hold up who tells it something.
        _ = fcntl(input, F_SETFL, O_NONBLOCK)
    }

    deinit {
        closeInput()
        close(output)
        close(descriptor)
    }

    /// Waits for what it prints.
    ///
    /// - Parameter pause: For how long it is not read at all, in milliseconds.
    /// - Returns: Some of it; nil once it has ended, whatever else of its family still prints.
    func read(pausing pause: Int32) -> ArraySlice<UInt8>? {
        var items = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        ]
        if pause > 0, poll(&items, 1, pause) > 0 { return nil }
        while true {
            guard poll(&items, nfds_t(items.count), -1) > 0 else { continue }
            if items[0].revents != 0 { return nil }
            if items.count > 1, items[1].revents != 0 {
                var bytes = [UInt8](repeating: 0, count: 4_096)
                let count = Glibc.read(output, &bytes, bytes.count)
                if count > 0 { return bytes[..<count] }
                // It has closed its output, and may go on.
                items.removeLast()
            }
        }
    }

    /// Writes a line of JSON to its standard input; one that its full pipe has no room for is lost.
    ///
    /// Its fields are in the order of the type's, so that a shell script can tell lines apart, too.
    func say(_ line: some Encodable) {
        guard let json = try? [UInt8](json: line) else { return }
        let bytes = json + [UInt8(ascii: "\n")]
        input.withLock { input in
            guard let input else { return }
            // A pipe takes a short line whole or not at all.
            _ = write(input, bytes, bytes.count)
        }
    }

    /// Ends its standard input.
    func closeInput() {
        input.withLock { input in
            if let input { close(input) }
            input = nil
        }
    }

    /// Sends a signal to all of its group.
    func signal(_ number: Int32) {
        isReaped.withLock { isReaped in
            if !isReaped { _ = kill(-pid, number) }
        }
    }

    /// Takes in its end, once the descriptor has told of it, and kills the rest of its group.
    ///
    /// - Returns: How it ended, where that was not by itself and well.
    func reap() -> String? {
        var status: Int32 = 0
        let reaped = isReaped.withLock { isReaped in
            // Until it is reaped, its number and its group's are nobody else's.
            _ = kill(-pid, SIGKILL)
            isReaped = true
            return waitpid(pid, &status, 0)
        }
        guard reaped == pid else { return nil }
        let signal = status & 0x7f
        if signal != 0 { return "was ended by signal \(signal)" }
        let code = (status >> 8) & 0xff
        return code == 0 ? nil : "ended with code \(code)"
    }

    private static func pipe() throws(PlayerError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else {
            throw PlayerError("there is no pipe for it: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func spawn(
        _ command: [String], _ session: SessionID, input: Int32, output: Int32
    ) throws(PlayerError) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        _ = clinux_spawn_close_from(&actions, STDERR_FILENO + 1)
        var attributes = attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        let environment = Environment.variables
            .filter { !$0.key.hasPrefix("HANDRAIL_") }
            .merging([sessionVariable: session.text]) { $1 }
            .map { "\($0.key)=\($0.value)" }
        let texts = command.map { strdup($0) } + [nil] + environment.map { strdup($0) } + [nil]
        defer { for text in texts { free(text) } }
        var pid: Int32 = 0
        let code = texts.withUnsafeBufferPointer { texts in
            guard let argv = texts.baseAddress else { return EINVAL }
            return posix_spawnp(
                &pid, command[0], &actions, &attributes, argv, argv + command.count + 1)
        }
        guard code == 0 else {
            throw PlayerError("\(command[0]) cannot be started: \(String(cString: strerror(code)))")
        }
        // The engine's own limit is none of a game's. A player that waits for its session's line
        // has never had it.
        _ = clinux_limit(pid, Int32(RLIMIT_DATA.rawValue), UInt64.max)
        return pid
    }

    /// A group of its own, and signals as a program expects them (G1).
    private static func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var unblocked = sigset_t()
        sigemptyset(&unblocked)
        var defaults = sigset_t()
        sigfillset(&defaults)
        posix_spawnattr_setsigmask(&attributes, &unblocked)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return attributes
    }
}

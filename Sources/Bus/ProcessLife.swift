import CLinux
import Glibc
import Messages

/// How signals are to be taken.
package enum SignalRole: Sendable {
    /// A child of the launcher: leaves the terminal's signals to it, and ends by any other (G1, G9).
    case child
    /// The launcher: every signal is its own decision.
    case launcher
    /// None of ours: signals keep their default meaning.
    case untouched
}

/// The ties of a process to whoever started it: signals, the lifeline and the parent's death.
///
/// Made before any thread is started, so that every thread inherits the blocked signals.
struct ProcessLife: ~Copyable {
    /// Where the launcher leaves the descriptor of the lifeline pipe, whose end means its death.
    static let lifelineVariable = "HANDRAIL_LIFELINE"
    /// Where the launcher leaves its process id.
    static let parentVariable = "HANDRAIL_PARENT"

    let role: SignalRole
    let signals: Int32?
    private(set) var lifeline: Int32?

    init(_ role: SignalRole) throws(BusError) {
        self.role = role
        switch role {
        case .untouched:
            signals = nil
            lifeline = nil
        case .launcher:
            signals = try Self.watch(Self.ending.union([SIGINT, SIGHUP, SIGQUIT, SIGTSTP]))
            lifeline = nil
            Self.ignore([SIGPIPE, SIGXFSZ, SIGTTIN, SIGTTOU])
            Self.limitMemory()
        case .child:
            signals = try Self.watch(Self.ending)
            lifeline = Self.environment(Self.lifelineVariable)
            Self.ignore([
                SIGPIPE, SIGXFSZ, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU,
            ])
            Self.limitMemory()
            Self.dieWithParent()
            Self.neverWaitForLogReader()
        }
    }

    deinit {
        if let signals { close(signals) }
    }

    /// The signal that has come; nil where none has.
    func nextSignal() -> Int32? {
        guard let signals else { return nil }
        let signal = clinux_read_signal(signals)
        return signal == 0 ? nil : signal
    }

    /// Whether the launcher has gone; told once.
    mutating func lifelineHasEnded() -> Bool {
        guard let descriptor = lifeline else { return false }
        var byte: UInt8 = 0
        guard read(descriptor, &byte, 1) == 0 else { return false }
        lifeline = nil
        return true
    }

    /// The signals that end a process unless it takes them itself, but for faults and the terminal's.
    private static var ending: Set<Int32> {
        let named: Set<Int32> = [
            SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT,
            SIGXCPU,
        ]
        return named.union(__libc_current_sigrtmin()...__libc_current_sigrtmax())
    }

    /// Blocks signals and gives a descriptor that tells of them.
    static func watch(_ numbers: Set<Int32>) throws(BusError) -> Int32 {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let descriptor = clinux_signalfd(&set)
        guard descriptor >= 0 else {
            throw BusError(.system, "No signal descriptor: \(String(cString: strerror(errno)))")
        }
        return descriptor
    }

    /// The most that a process may have for data, in bytes: ten times what it has at work.
    private static let memory: UInt64 = 256 << 20

    /// Has the process end, and be started again, before it takes the machine's memory.
    ///
    /// libzmq keeps the frames of a message until the last one has come, and has no limit for their
    /// number (F6 of the measured facts); nothing of it can be seen from outside.
    private static func limitMemory() {
        _ = clinux_limit(0, Int32(RLIMIT_DATA.rawValue), memory)
    }

    private static func ignore(_ numbers: [Int32]) {
        for number in numbers { signal(number, SIG_IGN) }
    }

    private static func environment(_ variable: String) -> Int32? {
        getenv(variable).flatMap { Int32(String(cString: $0)) }
    }

    /// Has the kernel send TERM when the launcher's main thread ends (G6).
    private static func dieWithParent() {
        guard let parent = environment(parentVariable) else { return }
        _ = clinux_set_parent_death_signal(SIGTERM)
        // A launcher that died before the line above is not told of by it. Its own pid is asked, as
        // the parent may be a script that the launcher has started.
        if kill(parent, 0) != 0 { kill(getpid(), SIGTERM) }
    }

    /// Makes a log pipe's writer give up rather than wait; a terminal is shared and stays as it is.
    private static func neverWaitForLogReader() {
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return }
        _ = fcntl(STDERR_FILENO, F_SETFL, fcntl(STDERR_FILENO, F_GETFL) | O_NONBLOCK)
    }
}

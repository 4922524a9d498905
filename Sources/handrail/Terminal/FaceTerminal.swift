import Bus
import Glibc
import Linux
import TerminalCore

/// The terminal on which a face is shown: given back as it was at every end.
final class FaceTerminal {
    /// What came of looking for input.
    enum Read: Equatable {
        case bytes([UInt8])
        case nothing
        /// No more will ever come.
        case end
    }

    /// Readable while there is anything to read, a signal or room for what waits.
    let ready: ReadySet
    private let manner: TerminalCore.Manner
    private let descriptor: Int32
    private let settings: TerminalSettings?
    private var pen: Pen
    private var isEntered = false
    private var hasMore = true
    /// What the terminal has not taken yet.
    private var rest: [UInt8] = []
    /// The newest picture, while an older one is not wholly taken.
    private var waiting: Frame?

    /// Takes the terminal of standard input, or standard input where that is none.
    ///
    /// - Throws: A `Failure` where the system has no descriptor left.
    init(
        _ manner: TerminalCore.Manner, ink: Ink, interrupts: borrowing Interrupts
    ) throws(Failure) {
        guard let ready = ReadySet() else { throw .refused("there is no descriptor left") }
        self.ready = ready
        self.manner = manner
        pen = Pen(ink)
        descriptor = Self.open()
        settings = TerminalSettings(of: descriptor)
        self.ready.watch(interrupts.descriptor)
        self.ready.watch(descriptor)
        // Else a job in the background is stopped while it gives its terminal back.
        signal(SIGTTOU, SIG_IGN)
        signal(SIGTTIN, SIG_IGN)
    }

    deinit {
        leave()
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// An opening of the terminal of its own: others go on waiting for it as they are used to.
    private static func open() -> Int32 {
        guard let name = ttyname(STDIN_FILENO) else { return STDIN_FILENO }
        let own = Glibc.open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        return own >= 0 ? own : STDIN_FILENO
    }

    var size: Size {
        let size = settings?.size ?? (80, 24)
        return Size(columns: size.columns, rows: size.rows)
    }

    // MARK: Coming and going

    private var modes: (enter: String, leave: String) {
        switch manner {
        case .screen: (Modes.enter, Modes.leave)
        case .lines: (Modes.enterPlain, Modes.leavePlain)
        }
    }

    /// Has the terminal tell what is done at it.
    func enter() {
        guard let settings else { return }
        settings.enterRaw(restoringBy: modes.leave)
        isEntered = true
        pen.forget()
        send(modes.enter)
    }

    /// Gives the terminal back as it was.
    func leave() {
        guard isEntered else { return }
        isEntered = false
        waiting = nil
        // The rest of a picture is of no use; but half a sequence would swallow what follows.
        rest = Array("\u{18}\(modes.leave)".utf8)
        flush(patiently: true)
        rest = []
        settings?.restore()
    }

    /// How often a job is stopped again that is continued in the background, at most.
    private static let tries = 100

    /// Whether another job has the terminal.
    var isInBackground: Bool { settings?.isInBackground == true }

    /// Gives the terminal back, and stops until the job is continued in the foreground.
    func suspend() {
        leave()
        stop()
        for _ in 0..<Self.tries where isInBackground { stop() }
    }

    /// Stops the job, as Ctrl-Z does; where no shell could continue it the system stops nothing.
    private func stop() {
        var stopping = sigset_t()
        sigemptyset(&stopping)
        sigaddset(&stopping, SIGTSTP)
        kill(0, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stopping, nil)
        pthread_sigmask(SIG_BLOCK, &stopping, nil)
    }

    // MARK: Input

    /// What has been typed, if anything.
    func read() -> Read {
        var piece = [UInt8](repeating: 0, count: 4_096)
        var status = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard hasMore, poll(&status, 1, 0) > 0 else { return .nothing }
        let count = Glibc.read(descriptor, &piece, piece.count)
        if count > 0 { return .bytes(Array(piece[..<count])) }
        if count < 0, errno == EAGAIN || errno == EINTR { return .nothing }
        ready.forget(descriptor)
        hasMore = false
        return .end
    }

    /// Whether nobody is there any more once nothing can be typed.
    var isPerson: Bool { settings != nil }

    // MARK: Output

    /// Shows a picture; of those that come faster than the terminal takes them, the newest.
    func draw(_ frame: Frame) {
        guard rest.isEmpty else {
            waiting = frame
            return
        }
        send(pen.draw(frame))
    }

    /// Is heard.
    func ring() { if isEntered { send("\u{7}") } }

    /// Writes what waits, as far as there is room.
    func goOn() {
        flush()
        if rest.isEmpty, let frame = waiting {
            waiting = nil
            draw(frame)
        }
    }

    private func send(_ text: String) {
        rest += text.utf8
        flush()
    }

    /// How long the terminal may take nothing before it is given up, in milliseconds.
    private static let patience: Int32 = 500

    private func flush(patiently: Bool = false) {
        let hadRest = !rest.isEmpty
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest, rest.count)
            if count > 0 {
                rest.removeFirst(count)
            } else if errno == EAGAIN, patiently {
                var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&room, 1, Self.patience) > 0 else { break }
            } else if errno != EINTR {
                if errno != EAGAIN { rest = [] }
                break
            }
        }
        if hadRest { ready.watch(descriptor, forRoom: !rest.isEmpty) }
    }
}

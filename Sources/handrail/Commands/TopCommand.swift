import Bus
import Glibc
import Group
import Messages
import Monitor

/// `top`: the group on one screen, drawn again each second.
enum TopCommand {
    /// How long to wait for a first word of every process, in seconds.
    private static let patience: Seconds = 1.5
    private static let interval: Seconds = 1

    static func run(_ invocation: Invocation) throws(Failure) {
        let hearing = try Hearing(invocation)
        var board = Board(group: hearing.site.topology.name, processes: hearing.site.names)
        let isScreen = invocation.console.isTerminal && !invocation.arguments.has(.json)
        if isScreen { return try watch(&board, hearing, invocation.console) }
        let end = Stamp.now + patience
        while !board.isComplete, let overheard = try hearing.next(until: end) {
            if case .ready = overheard { return }
            board.receive(overheard, at: Stamp.now)
        }
        let report = board.report(at: Stamp.now)
        guard report.isAnythingKnown else {
            throw .nobody("nothing was heard (\(hearing.site.hint))")
        }
        if invocation.arguments.has(.json) { return try invocation.console.json(report) }
        try invocation.console.lines(report.lines())
    }

    private static func watch(
        _ board: inout Board, _ hearing: borrowing Hearing, _ console: Console
    ) throws(Failure) {
        let screen = Screen(console)
        var drawAt = Stamp.now
        while true {
            let now = Stamp.now
            if now >= drawAt {
                try screen.draw(board.report(at: now).lines(width: screen.columns))
                drawAt = now + interval
            }
            switch try hearing.next(until: drawAt, watching: screen.keys) {
            case .ready(STDIN_FILENO)?: if screen.isLeft() { return }
            case .ready?: return
            case let overheard?: board.receive(overheard, at: Stamp.now)
            case nil: continue
            }
        }
    }
}

/// A terminal whose alternate screen is drawn on, given back as it was at the end.
private struct Screen: ~Copyable {
    private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
    private static let leave = "\u{1B}[?25h\u{1B}[?1049l"

    private let console: Console
    private let before: termios?

    init(_ console: Console) {
        self.console = console
        var settings = termios()
        before = tcgetattr(STDIN_FILENO, &settings) == 0 ? settings : nil
        if before != nil {
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        }
        // What cannot be drawn is told by the first picture.
        try? console.write(Self.enter)
    }

    deinit {
        try? console.write(Self.leave)
        if var before { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
    }

    /// Where keys come from; nothing where the input is no terminal.
    var keys: [Int32] { before == nil ? [] : [STDIN_FILENO] }

    var columns: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Draws lines over what was there.
    func draw(_ lines: [String]) throws(Failure) {
        let picture = lines.map { PlainText.shown($0) + "\u{1B}[K\r\n" }.joined()
        try console.write("\u{1B}[H\(picture)\u{1B}[K\r\nq leaves\u{1B}[J")
    }

    /// Whether a key says that it is enough, or no key can come any more.
    func isLeft() -> Bool {
        var key: UInt8 = 0
        return read(STDIN_FILENO, &key, 1) < 1 || key == UInt8(ascii: "q")
    }
}

internal import CLinux
internal import Glibc

/// How a terminal treats what is typed, as it was found and as it is wanted.
package struct TerminalSettings {
    private let descriptor: Int32
    private let before: termios

    /// Looks at a terminal; nil where the descriptor is none.
    package init?(of descriptor: Int32) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        self.descriptor = descriptor
        before = settings
    }

    /// Has each key come as it is struck, Ctrl-C and Ctrl-Z included, and nothing be shown of it.
    ///
    /// - Parameter bytes: What the terminal is sent should a signal end the process.
    package func enterRaw(restoringBy bytes: String) {
        let text = Array(bytes.utf8CString)
        var before = before
        // First, as whatever comes next may already be the end.
        clinux_restore_at_death(descriptor, text, text.count - 1, &before)
        var raw = before
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | BRKINT | ISTRIP)
        tcsetattr(descriptor, TCSANOW, &raw)
    }

    /// Has the terminal be as it was, and forgets what was typed and not read.
    package func restore() {
        var before = before
        tcflush(descriptor, TCIFLUSH)
        tcsetattr(descriptor, TCSANOW, &before)
        clinux_restored()
    }

    /// Whether another job has the terminal.
    package var isInBackground: Bool {
        let foreground = tcgetpgrp(descriptor)
        return foreground > 0 && foreground != getpgrp()
    }

    /// How many columns and rows the terminal has; nil where it does not say.
    package var size: (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}

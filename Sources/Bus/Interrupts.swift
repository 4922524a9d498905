import CLinux
import Glibc

/// The signals by which somebody ends a command, taken as input instead of as death.
///
/// Made before any thread is started, so that every thread leaves them alone. Writing to a pipe
/// that nobody reads becomes an error of the write, too.
package struct Interrupts: ~Copyable {
    /// Readable once one of the signals has come.
    package let descriptor: Int32

    /// Takes interrupts over.
    ///
    /// - Parameter others: Further signals that are to be input.
    /// - Throws: A `BusError` of code `system` where the system has no descriptor left.
    package init(and others: Set<Int32> = []) throws(BusError) {
        descriptor = try ProcessLife.watch(others.union([SIGINT, SIGTERM, SIGHUP]))
        signal(SIGPIPE, SIG_IGN)
    }

    /// The next one of the signals that has come; nil where none has.
    package func next() -> Int32? {
        let number = clinux_read_signal(descriptor)
        return number == 0 ? nil : number
    }

    deinit { close(descriptor) }
}

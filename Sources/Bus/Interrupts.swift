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
    /// - Throws: A `BusError` of code `system` where the system has no descriptor left.
    package init() throws(BusError) {
        descriptor = try ProcessLife.watch([SIGINT, SIGTERM, SIGHUP])
        signal(SIGPIPE, SIG_IGN)
    }

    deinit { close(descriptor) }
}

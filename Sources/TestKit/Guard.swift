import Glibc

/// A moment after which a test that still waits has failed; no test passes because of it.
package struct Guard: Sendable {
    /// The moment, on `CLOCK_BOOTTIME`, in seconds.
    package let moment: Double

    /// Guards a wait.
    ///
    /// - Parameter seconds: Generous, as a loaded machine is slow.
    package init(seconds: Double = 20) {
        moment = Self.now + seconds
    }

    /// Whether the time is over.
    package var isOver: Bool { Self.now >= moment }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

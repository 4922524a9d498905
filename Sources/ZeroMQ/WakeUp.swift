internal import CLinux
internal import Glibc

/// A bell by which any thread ends another one's wait.
///
/// The waiting thread adds `descriptor` to its `Poller`, and clears the bell *before* it looks at
/// what the others have left for it: a ring that comes while it looks then wakes it once more.
package final class WakeUp: Sendable {
    /// What a poller waits on; readable from a ring until it is cleared.
    package let descriptor: Int32

    /// Makes a bell that has not rung.
    ///
    /// - Throws: `.tooManyDescriptors`.
    package init() throws(ZeroMQError) {
        descriptor = try call("eventfd") { clinux_eventfd() } ?? -1
    }

    deinit { close(descriptor) }

    /// Rings: the next, or the present, wait ends.
    package func signal() {
        var one: UInt64 = 1
        // It fails only where 2^64 - 2 rings are waiting, and then the bell is readable as well.
        _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Takes back all rings so far.
    package func clear() {
        var rings: UInt64 = 0
        _ = unsafe read(descriptor, &rings, MemoryLayout<UInt64>.size)
    }
}

internal import CLinux
internal import Glibc

/// Some descriptors behind one: it is readable while any of them is ready.
package struct ReadySet: ~Copyable {
    /// The one.
    package let descriptor: Int32

    /// Begins with none; nil where the system has no descriptor left.
    package init?() {
        descriptor = clinux_ready_set()
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Waits for a descriptor to be readable, and for room to write if that is wanted.
    ///
    /// What is always ready, a file for instance, is not waited for.
    package func watch(_ member: Int32, forRoom: Bool = false) {
        _ = clinux_watch_ready(descriptor, member, 1, forRoom ? 1 : 0)
    }

    /// Waits for a descriptor no longer.
    package func forget(_ member: Int32) {
        _ = clinux_watch_ready(descriptor, member, 0, 0)
    }
}

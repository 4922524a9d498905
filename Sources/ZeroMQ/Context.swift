internal import CZeroMQ

/// The library's own threads, and the room in which `inproc` endpoints are known.
///
/// A process has one: with several, CURVE in 4.3.4 can crash when the first of them ends. Made after
/// the process has its standard descriptors 0 to 2, never carried over a `fork`.
///
/// Each socket keeps its context alive, so that a context ends only after its last socket. Its end
/// waits until the sockets' linger times are over; a process in a hurry leaves with `_exit` instead.
@safe
package final class Context: Sendable {
    // Safe to share: a context is the one thing in libzmq that any thread may use.
    nonisolated(unsafe) let pointer: UnsafeMutableRawPointer

    /// Makes a context.
    ///
    /// - Parameters:
    ///   - ioThreads: How many threads of the library do the input and output; 1 carries a gigabyte
    ///     a second.
    ///   - maximumSockets: How many sockets may be open in it at once.
    package init(ioThreads: Int = 1, maximumSockets: Int = 1023) {
        guard let pointer = unsafe zmq_ctx_new() else {
            fatalError("zmq_ctx_new: no memory or no descriptor left at start")
        }
        unsafe self.pointer = unsafe pointer
        set(ZMQ_IO_THREADS, ioThreads)
        set(ZMQ_MAX_SOCKETS, maximumSockets)
    }

    deinit {
        // Interrupted by a signal, it has to be called again, or the threads go on.
        _ = try? call("zmq_ctx_term") { unsafe zmq_ctx_term(pointer) }
    }

    private func set(_ option: Int32, _ value: Int) {
        let result = unsafe zmq_ctx_set(pointer, option, Int32(value))
        precondition(result == 0, "zmq_ctx_set: \(value) is out of range for option \(option)")
    }
}

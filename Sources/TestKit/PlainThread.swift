import Glibc

/// A thread of a test's own, for what blocks until it is done.
package struct PlainThread: ~Copyable {
    private let handle: pthread_t

    /// Starts a thread.
    package init(_ body: @escaping @Sendable () -> Void) {
        final class Box {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var handle = pthread_t()
        let box = Unmanaged.passRetained(Box(body)).toOpaque()
        let code = pthread_create(
            &handle, nil,
            { box in
                guard let box else { return nil }
                Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body()
                return nil
            }, box)
        guard code == 0 else { fatalError("pthread_create: \(String(cString: strerror(code)))") }
        self.handle = handle
    }

    /// Waits until the thread has ended.
    package consuming func join() {
        pthread_join(handle, nil)
    }
}

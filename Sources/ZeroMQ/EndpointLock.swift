internal import CLinux
internal import Glibc

/// The right to bind an `ipc` path, held as a lock on the file `<path>.lock`.
///
/// libzmq replaces whatever it finds at the path, even while another process is bound there, which
/// then hears nothing more. The lock stands before that: it is the kernel's, so it ends with its
/// owner however that dies, and the socket file that a dead owner leaves is taken over. The lock
/// file stays, as whoever deletes one may delete the one that another process has just locked.
///
/// `Socket.bind(_:)` takes and holds it by itself.
package struct EndpointLock: ~Copyable {
    /// The path of the endpoint.
    package let path: String
    private let descriptor: Int32

    /// Takes the lock, without waiting.
    ///
    /// - Parameter path: The path of the endpoint, without `ipc://`.
    /// - Throws: `.addressInUse` where a living process has the endpoint, or where something
    ///   that is not a socket is at the path; the system's refusal to open the lock file.
    package init(path: String) throws(ZeroMQError) {
        descriptor = try Self.lock(path)
        self.path = path
    }

    deinit {
        _ = clinux_unlock(descriptor)
        close(descriptor)
    }

    private static func lock(_ path: String) throws(ZeroMQError) -> Int32 {
        let lockPath = "\(path).lock"
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let descriptor =
            try call("open", about: lockPath) { unsafe open(lockPath, flags, 0o600) } ?? -1
        do throws(ZeroMQError) {
            guard try call("flock", about: lockPath, { clinux_lock(descriptor) }) != nil else {
                throw ZeroMQError(
                    .addressInUse, in: "flock", "another process has the endpoint \(path)")
            }
            guard !isForeign(path) else {
                throw ZeroMQError(
                    .addressInUse, in: "bind", "there is a file that is not a socket at \(path)")
            }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Whether something is at a path that binding must not replace.
    private static func isForeign(_ path: String) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFSOCK
    }
}

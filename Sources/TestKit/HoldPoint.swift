import Glibc
import Linux

/// A step of a process at which it is held, from the tester's side.
///
/// The process holds its bus thread where it reaches the step for the first time after this was
/// made, if its build has fault points.
final class HoldPoint {
    /// Becomes readable when the step has been reached.
    let descriptor: Int32
    private let path: String

    /// Waits at a step, `engine.does.release` for instance.
    init(_ step: String, in folder: String) throws(FaultTrial.Failure) {
        path = "\(folder)/\(step)"
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard let address = UnixAddress(path) else {
            throw FaultTrial.Failure("\(path) is too long for a socket")
        }
        guard address.bind(descriptor), listen(descriptor, 1) == 0 else {
            throw FaultTrial.Failure("\(path): \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        unlink(path)
        close(descriptor)
    }

    /// Takes the process that is held now; it is held only this once.
    func take() -> Held {
        let connection = accept(descriptor, nil, nil)
        unlink(path)
        return Held(connection: connection)
    }

    /// A process that is held, until it gets a word or this goes.
    struct Held: ~Copyable {
        fileprivate let connection: Int32

        deinit { close(connection) }

        /// Lets it go on.
        consuming func goOn() { say("g") }

        /// Has it cut all its connections first.
        consuming func cut() { say("c") }

        private func say(_ word: Unicode.Scalar) {
            var byte = UInt8(ascii: word)
            // It may have been killed meanwhile.
            _ = send(connection, &byte, 1, Int32(MSG_NOSIGNAL))
        }
    }
}

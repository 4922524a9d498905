import Bus
import FoundationEssentials
import Glibc
import Messages

/// Why a measurement came to nothing.
struct BenchError: Error, CustomStringConvertible {
    /// What happened.
    let description: String

    /// Says what happened.
    init(_ description: String) {
        self.description = description
    }

    /// Somebody ended the bench before its end.
    static let interrupted = BenchError("interrupted")
}

/// What all measurements share: the programs of this build, and the signals that end the bench.
final class Workbench {
    private let interrupts: Interrupts
    private let programs: String

    /// Finds the programs beside this one, and takes over the signals that would end it.
    ///
    /// Made before any thread is started.
    init() throws {
        interrupts = try Interrupts()
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        programs = String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])
    }

    /// Can be read once a signal has come.
    var interruption: Int32 { interrupts.descriptor }

    /// Lets time pass.
    func pause(_ seconds: Seconds) throws {
        var watched = pollfd(fd: interruption, events: Int16(POLLIN), revents: 0)
        guard poll(&watched, 1, Int32(seconds * 1_000)) == 0 else { throw BenchError.interrupted }
    }

    /// Starts one of the programs.
    func start(
        _ program: String, _ arguments: [String], variables: [String: String] = [:]
    ) throws -> Child {
        try Child("\(programs)/\(program)", arguments, variables: variables, on: self)
    }

    /// Runs the plain C program, and gives the figure that it prints.
    func baseline(_ part: String, _ arguments: Int..., in directory: String) throws -> Double {
        let numbers = arguments.map { "\($0)" }
        let child = try start(
            "baseline", [part] + numbers.prefix(1) + [directory] + numbers.dropFirst())
        guard let line = try child.line(), let figure = Double(line) else {
            throw BenchError("baseline \(part) gave no figure")
        }
        return figure
    }
}

import Bus
import Messages

/// The exit codes of every command.
enum ExitCode: Int32 {
    case done = 0
    /// The group said no.
    case refused = 1
    /// The command line is wrong.
    case usage = 2
    /// Nobody is there to ask.
    case nobody = 3
}

/// Why a command ended before its end, as it is told on standard error.
struct Failure: Error {
    /// What the command exits with.
    let code: ExitCode
    /// What happened, where, and what to do; nil where there is nothing to say.
    let message: String?

    private init(_ code: ExitCode, _ message: String?) {
        self.code = code
        self.message = message
    }

    /// Whoever read the output has gone, or somebody interrupted: an end as good as any.
    static let enough = Failure(.done, nil)

    /// The group did not end as it should have, and has said so itself.
    static let badEnd = Failure(.refused, nil)

    /// The command line is wrong.
    static func usage(_ message: String) -> Failure { Failure(.usage, message) }

    /// The group, or the machine, said no.
    static func refused(_ message: String) -> Failure { Failure(.refused, message) }

    /// A process answered with a problem.
    static func refused(_ problem: Problem) -> Failure {
        let detail = problem.detail == problem.title ? "" : ": \(problem.detail)"
        let field = problem.field.map { " (\($0))" } ?? ""
        let session = problem.session.map { " (session \($0))" } ?? ""
        return Failure(
            .refused, "\(problem.type.word): \(problem.title)\(detail)\(field)\(session)")
    }

    /// Nobody answered.
    static func nobody(_ message: String) -> Failure { Failure(.nobody, message) }

    /// Runs something of the bus that the system may refuse.
    static func wrapping<Value: ~Copyable>(
        _ body: () throws(BusError) -> Value
    ) throws(Failure) -> Value {
        do throws(BusError) {
            return try body()
        } catch {
            throw .refused(error.description)
        }
    }
}

import Bus
import Group
import Linux
import Monitor

/// `up`: brings the group up, and sees it through to its end.
enum UpCommand {
    private static let log = Option(
        name: "log", value: "text|json", summary: "how lines of the log look (text)")
    private static let quiet = Option(name: "quiet", summary: "print warnings and errors only")
    private static let verbose = Option(name: "verbose", summary: "print everything")

    static let command = Command(
        name: "up", summary: "start a group and keep it up, until it is told to end",
        operands: [Operand("TOPOLOGY", .atMostOne)], options: [log, quiet, verbose], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) {
        let arguments = invocation.arguments
        let site = try Site(arguments, topology: arguments.operands.first)
        let code: Int32
        do {
            let plan = try LaunchPlan(
                site.topology, in: site.directories,
                environment: Environment.variables)
            code = try plan.run(log: try style(invocation))
        } catch {
            throw .refused("\(error)")
        }
        if code != 0 { throw .badEnd }
    }

    private static func style(_ invocation: Invocation) throws(Failure) -> LogStyle {
        let arguments = invocation.arguments
        let threshold: LogLevel =
            arguments.has(verbose) ? .debug : arguments.has(quiet) ? .warning : .info
        switch arguments[log] ?? "text" {
        case "json": return LogStyle(format: .json, threshold: threshold)
        case "text":
            let isColored = invocation.console.palette == .colored
            return LogStyle(format: .text(isColored: isColored), threshold: threshold)
        case let word: throw .usage("--log takes text or json, and \"\(word)\" is neither")
        }
    }
}

import Bus
import Glibc

/// Measures Handrail beside a plain C program on libzmq, in the same run.
enum Bench {
    /// One thing that is measured.
    private struct Part: Sendable {
        let name: String
        let summary: String
        let measure: @Sendable (Workbench) throws -> [Figure]
    }

    private static let parts = [
        Part(
            name: "circuit", summary: "a confirmed press to `Stopped` in the view model",
            measure: CircuitBench.measure),
        Part(
            name: "request", summary: "one typed request and its reply",
            measure: RequestBench.measure),
        Part(name: "events", summary: "typed events a second", measure: EventBench.measure),
        Part(name: "start", summary: "`handrail up` to ready", measure: StartBench.measure),
        Part(
            name: "idle", summary: "each process's memory, and the idle group's processor time",
            measure: IdleBench.measure),
        Part(
            name: "hostile", summary: "the same beside a million messages made of noise",
            measure: HostileBench.measure),
        Part(
            name: "readers",
            summary: "the same, and memory, beside slow and frozen readers: three minutes",
            measure: ReaderBench.measure),
        Part(
            name: "page",
            summary: "the page in a browser, and 200 of them: two minutes",
            measure: PageBench.measure),
    ]

    /// Something else that it does, with options of its own.
    private struct Command: Sendable {
        let name: String
        let summary: String
        let run: @Sendable ([String]) -> Int32
    }

    private static let commands = [
        Command(
            name: Faults.word, summary: "hits real processes at the steps of the protocol",
            run: Faults.run),
        Command(
            name: Simulate.word, summary: "lives through simulated groups under faults",
            run: Simulate.run),
        Command(
            name: Mutate.word, summary: "takes out rules, and says which seed or test notices",
            run: Mutate.run),
    ]

    /// Runs what the arguments name, and gives the exit code.
    static func run(_ arguments: [String]) -> Int32 {
        if let command = commands.first(where: { $0.name == arguments.first }) {
            return command.run(Array(arguments.dropFirst()))
        }
        var wanted: [String] = []
        var isJSON = false
        for argument in arguments {
            switch argument {
            case "--json": isJSON = true
            case "--help", "-h":
                print(help)
                return 0
            case "--version":
                print("bench \(Program.version)")
                return 0
            // Not in the help: `events` starts the bench once more, as the one that publishes.
            case EventPublisher.word: return EventPublisher.run()
            default: wanted.append(argument)
            }
        }
        if let unknown = wanted.first(where: { word in !parts.contains { $0.name == word } }) {
            Terminal.note(
                "bench: \(unknown) is none of \(parts.map(\.name).joined(separator: ", "))")
            return 2
        }
        return measure(parts.filter { wanted.isEmpty || wanted.contains($0.name) }, isJSON: isJSON)
    }

    private static func measure(_ parts: [Part], isJSON: Bool) -> Int32 {
        let isWatched = isatty(STDERR_FILENO) == 1
        do {
            let workbench = try Workbench()
            for part in parts {
                if isWatched { Terminal.note("measuring \(part.summary) …") }
                for figure in try part.measure(workbench) {
                    print(isJSON ? try figure.json() : figure.text)
                }
                // To whoever reads along through a pipe, too.
                fflush(nil)
            }
            return 0
        } catch {
            Terminal.note("bench: \(error)")
            return 1
        }
    }

    private static var help: String {
        let lines = parts.map { "  \($0.name.padding(to: 9))\($0.summary)" }
        let others = commands.map { "  \($0.name.padding(to: 9))\($0.summary)" }
        return """
            usage: bench [PART …] [--json]
                   bench COMMAND --help

            Measures Handrail beside a plain C program on libzmq; all parts where none is named.
            The figures mean something in a build with -c release, on a machine that does nothing
            else.

            \(lines.joined(separator: "\n"))

            Commands of their own:

            \(others.joined(separator: "\n"))

              --json     print figures as JSON, a line each
              --version  print the version
              --help     print this
            """
    }
}

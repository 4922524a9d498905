import Bus
import FoundationEssentials
import Glibc

/// Measures Handrail beside a plain C program on libzmq, in the same run.
enum Bench {
    /// One thing that is measured.
    private struct Part: Sendable {
        let name: String
        let summary: String
        let measure: @Sendable () throws -> [Figure]
    }

    private static let parts = [
        Part(name: "circuit", summary: "a confirmed press to `Stopped` in the view model") {
            try CircuitBench.measure()
        },
        Part(name: "request", summary: "one typed request and its reply") {
            try RequestBench.measure()
        },
        Part(name: "events", summary: "typed events a second") { try EventBench.measure() },
        Part(name: "start", summary: "`handrail up` to ready") { try StartBench.measure() },
        Part(name: "idle", summary: "memory of each process, and the idle group's CPU") {
            try IdleBench.measure()
        },
    ]

    /// Runs what the arguments name, and gives the exit code.
    static func run(_ arguments: [String]) -> Int32 {
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
            // Started by `events`, as the process that publishes.
            case EventBench.publisherWord: return EventBench.publish()
            default: wanted.append(argument)
            }
        }
        if let unknown = wanted.first(where: { word in !parts.contains { $0.name == word } }) {
            note("bench: \(unknown) is none of \(parts.map(\.name).joined(separator: ", "))")
            return 2
        }
        return measure(parts.filter { wanted.isEmpty || wanted.contains($0.name) }, isJSON)
    }

    private static func measure(_ parts: [Part], _ isJSON: Bool) -> Int32 {
        for part in parts {
            if isatty(STDERR_FILENO) == 1 { note("measuring \(part.summary) …") }
            do {
                for figure in try part.measure() { print(isJSON ? figure.json : figure.text) }
            } catch {
                note("bench: \(part.name): \(error)")
                return 1
            }
        }
        return 0
    }

    private static func note(_ text: String) {
        let line = Array("\(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    private static var help: String {
        let lines = parts.map { part in
            "  \(part.name.padding(to: 9))\(part.summary)"
        }
        return """
            usage: bench [PART …] [--json]

            measures parts of Handrail, all of them if none is named; build it with -c release

            \(lines.joined(separator: "\n"))
            """
    }
}

/// Why a measurement came to nothing.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension String {
    /// The text with blanks behind it, up to a width.
    func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

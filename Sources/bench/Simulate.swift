import FoundationEssentials
import Glibc
import Messages
import TestKit

/// Lives through simulated groups, seed after seed, until a promise is broken or all are through.
struct Simulate {
    /// The command's name.
    static let word = "simulate"

    /// What came of it, as JSON tells it.
    struct Outcome: Codable {
        /// A promise that was broken.
        struct Violation: Codable {
            var seed: UInt64
            var moment: Seconds
            var promise: String
            var what: String
            var trace: [String]
        }

        var seeds: UInt64
        var steps: Int
        var stepsPerSecond: Double
        var violation: Violation?

        /// How much processor time it took, in seconds.
        var used: Seconds { Double(steps) / max(stepsPerSecond, 1) }

        enum CodingKeys: String, CodingKey {
            case seeds
            case steps
            case stepsPerSecond = "steps_per_second"
            case violation
        }
    }

    private var seeds: UInt64 = 1_000
    private var first: UInt64 = 1
    private var steps = 0
    private var limit: Seconds?
    private var isJSON = false

    /// Runs what the arguments ask for, and gives the exit code.
    static func run(_ arguments: [String]) -> Int32 {
        if arguments.contains("--help") || arguments.contains("-h") {
            print(help)
            return 0
        }
        do {
            return try Simulate(arguments).run()
        } catch {
            Terminal.note("bench simulate: \(error)")
            return 2
        }
    }

    private init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--json": isJSON = true
            case "--seeds": seeds = try Self.number(rest.popFirst(), of: argument)
            case "--seed": first = try Self.number(rest.popFirst(), of: argument)
            case "--steps": steps = try Self.number(rest.popFirst(), of: argument)
            case "--within": limit = try Self.number(rest.popFirst(), of: argument)
            default: throw BenchError("\(argument) is no option; --help names them")
            }
        }
        // One seed that is named is looked at alone.
        if arguments.contains("--seed"), !arguments.contains("--seeds") { seeds = 1 }
    }

    private static func number<Value: LosslessStringConvertible & Comparable & Numeric>(
        _ text: String?, of option: String
    ) throws -> Value {
        guard let value = text.flatMap(Value.init), value >= 0 else {
            throw BenchError("\(option) needs a number")
        }
        return value
    }

    private func run() -> Int32 {
        let isWatched = isatty(STDERR_FILENO) == 1
        var outcome = Outcome(seeds: 0, steps: 0, stepsPerSecond: 0)
        var told: Seconds = 0
        while outcome.seeds < seeds, outcome.violation == nil {
            let life = Simulation.life(of: first &+ outcome.seeds, least: steps)
            outcome.seeds += 1
            outcome.steps += life.steps
            outcome.violation = life.violation.map(Outcome.Violation.init)
            let used = Terminal.processorTime
            outcome.stepsPerSecond = Double(outcome.steps) / max(used, 1e-3)
            if let limit, used > limit { break }
            if isWatched, used - told > 0.5 {
                told = used
                Terminal.overwrite(outcome.summary)
            }
        }
        if isWatched { Terminal.overwrite("") }
        print(isJSON ? outcome.json : outcome.text)
        return outcome.violation == nil ? 0 : 1
    }

    private static let help = """
        usage: bench simulate [--seeds N] [--steps N] [--seed S] [--within SECONDS] [--json]

        Lives through simulated groups in which everything fails that can, and checks every
        promise after each step. Ends with 1 and the last steps where one is broken; the same seed
        breaks it again, step by step.

          --seeds N         how many seeds (1000)
          --steps N         how many steps each seed takes at least, in rounds of faults and peace
          --seed S          the first seed; alone, the only one
          --within SECONDS  no more processor time than this
          --json            print a line of JSON
        """
}

extension Simulate.Outcome {
    /// How far it is.
    fileprivate var summary: String {
        "\(seeds) seeds, \(steps) steps, \(Int(stepsPerSecond)) steps a second"
    }

    /// What people read.
    fileprivate var text: String {
        guard let violation else { return "\(summary): every promise was kept" }
        let title =
            "seed \(violation.seed), after \(violation.moment) s: "
            + "\(violation.promise): \(violation.what)"
        return ([title] + violation.trace + [summary]).joined(separator: "\n")
    }

    /// What programs read.
    fileprivate var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

extension Simulate.Outcome.Violation {
    fileprivate init(_ violation: Simulation.Violation) {
        self.init(
            seed: violation.seed, moment: violation.moment, promise: violation.promise.rawValue,
            what: violation.what, trace: violation.trace)
    }
}

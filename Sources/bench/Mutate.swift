import FoundationEssentials
import Glibc
import Messages
import TestKit

/// Takes out one rule after another, and says which seed or which test notices.
///
/// All mutants are built at once into a copy of the package, where a variable tells which one is at
/// work: so there are two builds for all of them, and none of it is in the package itself.
struct Mutate {
    /// The command's name.
    static let word = "mutate"
    /// Where the table of what caught which is kept.
    static let table = "Tests/SimulationTests/Mutants.md"

    /// What became of one mutant.
    enum Verdict {
        case caught(promise: String, seed: UInt64)
        case caughtByTests([String])
        case survived
    }

    private let scratch: MutantScratch
    /// How long seeds are lived through for one mutant, in seconds of processor time.
    private let patience: Int
    /// Whether no seed is lived through, and only tests that are named for a mutant are run.
    private let isTestsOnly: Bool
    /// The mutants that are tried, by their numbers.
    private let chosen: [(number: Int, mutant: Mutant)]

    /// Runs what the arguments ask for, and gives the exit code: 1 where a mutant survives.
    static func run(_ arguments: [String]) -> Int32 {
        if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
            print(help)
            return 0
        }
        do {
            return try Mutate(arguments).run()
        } catch {
            Terminal.note("bench mutate: \(error)")
            return 2
        }
    }

    private init(_ arguments: [String]) throws {
        var rules = arguments
        var patience = 60
        if let place = rules.firstIndex(of: "--within") {
            guard rules.count > place + 1, let seconds = Int(rules[place + 1]), seconds > 0 else {
                throw BenchError("--within needs a number of seconds")
            }
            patience = seconds
            rules.removeSubrange(place...place + 1)
        }
        self.patience = patience
        let isTestsOnly = rules.contains("--tests")
        self.isTestsOnly = isTestsOnly
        rules.removeAll { $0 == "--tests" }
        scratch = try MutantScratch(Workbench())
        let all = scratch.mutants.enumerated().map { (number: $0 + 1, mutant: $1) }
        chosen = all.filter { _, mutant in
            (rules.isEmpty || rules.contains(mutant.rule))
                && (!isTestsOnly || mutant.test != nil)
        }
        let known = Set(scratch.mutants.map(\.rule))
        if let unknown = rules.first(where: { !known.contains($0) }) {
            throw BenchError("no mutant takes out \(unknown)")
        }
    }

    private func run() throws -> Int32 {
        try scratch.write()
        var verdicts = chosen.map { _ in Verdict.survived }
        if !isTestsOnly { try askSeeds(&verdicts) }
        try askTests(&verdicts)
        if chosen.count == scratch.mutants.count { try keep(verdicts) }
        let survivors = verdicts.filter { if case .survived = $0 { true } else { false } }
        print("\(verdicts.count) mutants, of which \(survivors.count) survived")
        return survivors.isEmpty ? 0 : 1
    }

    /// Has the promises look at every mutant.
    private func askSeeds(_ verdicts: inout [Verdict]) throws {
        Terminal.note("building the simulation with \(scratch.mutants.count) mutants …")
        try scratch.build(["-c", "release", "--product", "bench"])
        for (index, (number, mutant)) in chosen.enumerated() {
            verdicts[index] = try verdict(on: number)
            Terminal.note("\(mutant.rule), \(mutant.summary): \(verdicts[index].text)")
        }
    }

    private func verdict(on number: Int) throws -> Verdict {
        var seed: UInt64 = 1
        var left = Double(patience)
        while left > 0, let outcome = try simulate(number, from: seed, within: left),
            let violation = outcome.violation
        {
            // A seed that breaks a promise without the mutant as well says nothing of it.
            guard let own = try simulate(0, from: violation.seed, seeds: 1)?.violation else {
                return .caught(promise: violation.promise, seed: violation.seed)
            }
            Terminal.note("without a mutant seed \(own.seed) breaks: \(own.promise)")
            seed = violation.seed + 1
            left -= outcome.used
        }
        return .survived
    }

    /// Lives through seeds with a mutant at work; nil where the mutant ended the process.
    private func simulate(
        _ number: Int, from seed: UInt64, seeds: Int = 100_000_000, within seconds: Double = 60
    ) throws -> Simulate.Outcome? {
        let child = try scratch.start(
            [
                Simulate.word, "--seed", "\(seed)", "--seeds", "\(seeds)", "--within",
                "\(seconds)", "--json",
            ], mutant: number)
        guard let line = try child.line() else { return nil }
        return try JSONDecoder().decode(Simulate.Outcome.self, from: Data(line.utf8))
    }

    /// Has the cores' own tests look at what no seed has noticed.
    private func askTests(_ verdicts: inout [Verdict]) throws {
        let survivors = verdicts.indices.filter {
            if case .survived = verdicts[$0] { true } else { false }
        }
        guard !survivors.isEmpty else { return }
        Terminal.note("building the tests with \(scratch.mutants.count) mutants …")
        try scratch.build(["--build-tests"])
        for index in survivors {
            let (number, mutant) = chosen[index]
            let failed = try scratch.failedTests(of: mutant, number: number)
            // A test that is named must notice; another one that does may do so by chance.
            let noticed = failed.filter { $0.hasPrefix(mutant.test.map { "\"\($0)\"" } ?? "") }
            if !noticed.isEmpty { verdicts[index] = .caughtByTests(noticed) }
            Terminal.note("\(mutant.rule), \(mutant.summary): \(verdicts[index].text)")
        }
    }

    private func keep(_ verdicts: [Verdict]) throws {
        var lines = [
            "# What catches which rule taken out", "",
            "Made by `bench mutate`: each rule is taken out alone, and seeds are lived through for",
            "up to \(patience) s of processor time. Where none notices, the core's own tests are run",
            "with the rule out, and a test that is named here was seen failing.",
            "", "| rule | taken out | caught by |", "| --- | --- | --- |",
        ]
        for ((_, mutant), verdict) in zip(chosen, verdicts) {
            lines.append("| \(mutant.rule) | \(mutant.summary) | \(verdict.text) |")
        }
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(
            to: URL(filePath: Self.table))
    }

    private static let help = """
        usage: bench mutate [RULE …] [--within SECONDS] [--tests]

        Takes out single rules, or those named, in a copy of the package, and says which promise
        each breaks at which seed, or which of the cores' own tests notices. Run it in the
        checkout; it takes half an hour, and writes \(table) where all rules are tried.

          --within SECONDS  live through seeds for so long with each mutant (60)
          --tests           try only what a test is named for, and run only the tests
        """
}

extension Mutate.Verdict {
    /// The verdict in words.
    var text: String {
        switch self {
        case .caught(let promise, let seed): "seed \(seed): \(promise)"
        case .caughtByTests(let tests):
            "test: \(tests[0])" + (tests.count > 1 ? ", and \(tests.count - 1) more" : "")
        case .survived: "SURVIVED"
        }
    }
}

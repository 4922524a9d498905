import FoundationEssentials
import Glibc
import TestKit

/// A copy of the package with every mutant in it, built apart from the package itself.
struct MutantScratch {
    /// Where it is, from the checkout on.
    private static let folder = ".build/mutants"
    /// The lists of mutants.
    private static let lists = "Tests/SimulationTests/Mutants"
    /// Tells which mutant is at work.
    private static let variable = "HANDRAIL_MUTANT"

    /// All mutants, in the order of their numbers, from 1.
    let mutants: [Mutant]
    private let workbench: Workbench

    /// Reads the lists in the checkout that is the current folder.
    init(_ workbench: Workbench) throws {
        self.workbench = workbench
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: Self.lists) else {
            throw BenchError("\(Self.lists) is not here; run it in the checkout")
        }
        mutants = try names.sorted().flatMap { name in
            try Mutant.list(
                String(contentsOf: URL(filePath: "\(Self.lists)/\(name)"), encoding: .utf8))
        }
    }

    /// Brings the copy up to date; what has not changed is left alone, and not built again.
    func write() throws {
        var wanted: [String: Data] = [
            "Package.swift": try Data(contentsOf: URL(filePath: "Package.swift")),
            "Sources/Messages/ActiveMutant.swift": Data(Self.activeMutant.utf8),
        ]
        for folder in ["Sources", "Tests"] {
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
                let path = "\(folder)/\(path)"
                // A folder has no contents of its own.
                if let data = try? Data(contentsOf: URL(filePath: path)) { wanted[path] = data }
            }
        }
        for (index, mutant) in mutants.enumerated() {
            guard let source = wanted[mutant.file] else {
                throw BenchError("\(mutant.rule): there is no \(mutant.file)")
            }
            let text = try mutant.applied(
                to: String(decoding: source, as: UTF8.self), isOut: "(activeMutant == \(index + 1))"
            )
            wanted[mutant.file] = Data(text.utf8)
        }
        for (path, data) in wanted { try Self.write(data, to: "\(Self.folder)/\(path)") }
        try removeAll(but: Set(wanted.keys))
    }

    /// Removes what the package no longer has, and what would be built into the copy all the same.
    private func removeAll(but wanted: Set<String>) throws {
        for folder in ["Sources", "Tests"] {
            let root = "\(Self.folder)/\(folder)"
            for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
                let isFolder = (try? Data(contentsOf: URL(filePath: "\(root)/\(path)"))) == nil
                if isFolder || wanted.contains("\(folder)/\(path)") { continue }
                try FileManager.default.removeItem(atPath: "\(root)/\(path)")
            }
        }
    }

    private static func write(_ data: Data, to path: String) throws {
        let url = URL(filePath: path)
        if let old = try? Data(contentsOf: url), old == data { return }
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    /// Builds something of the copy.
    func build(_ arguments: [String]) throws {
        let child = try Child(
            "/usr/bin/env", ["swift", "build", "--package-path", Self.folder] + arguments,
            variables: [:], on: workbench)
        var output: [String] = []
        while let line = try child.line() { output.append(line) }
        guard output.contains(where: { $0.contains("omplete!") }) else {
            throw BenchError(output.suffix(20).joined(separator: "\n"))
        }
    }

    /// Starts the copy's bench with a mutant at work; 0 is none.
    func start(_ arguments: [String], mutant: Int) throws -> Child {
        try Child(
            "\(Self.folder)/.build/release/bench", arguments,
            variables: [Self.variable: "\(mutant)"], on: workbench)
    }

    /// The names of the tests of a mutant's own core that fail with it.
    func failedTests(of mutant: Mutant, number: Int) throws -> [String] {
        let module = mutant.file.split(separator: "/").dropFirst().first ?? ""
        let child = try Child(
            "/usr/bin/env",
            [
                "swift", "test", "--package-path", Self.folder, "--skip-build", "--disable-xctest",
                "--filter", "\(module)Tests",
            ], variables: [Self.variable: "\(number)"], on: workbench)
        var failed: [String] = []
        while let line = try child.line() {
            guard line.contains("✘ Test "), line.contains(" failed after") else { continue }
            let name = line.split(separator: "✘ Test ").last?.split(separator: " failed after")
                .first
            if let name, !name.hasPrefix("run ") { failed.append(String(name)) }
        }
        return failed
    }

    private static let activeMutant = """
        import Glibc

        /// The number of the mutant that is at work; 0 where none is.
        package let activeMutant = getenv("\(variable)").flatMap { Int(String(cString: $0)) } ?? 0

        """
}

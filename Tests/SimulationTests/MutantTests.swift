import Foundation
import TestKit
import Testing

/// The lists that `bench mutate` takes rules out by, in a checkout's tests.
private enum Lists {
    static let checkout = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let folder = checkout.appending(path: "Tests/SimulationTests/Mutants")
    static let names: [String] = {
        let path = folder.path(percentEncoded: false)
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }()

    static func mutants(_ name: String) throws -> [Mutant] {
        try Mutant.list(String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }
}

@Suite("Rules taken out")
struct MutantTests {
    /// The rules of which a mutant must be tried (`bench mutate`).
    private static let rules = Set(
        """
        E2 E4 E5 E6 E7 E8 E9 E10 E11 E14 R1 R3 R5 R6 R7 R9 F3 F4 F5 F6 F7 F8 F10 F12 F13 F14 F15 \
        O2 O4 O5 O7 O8 O9 T2 T5 N3 N5 N11
        """.split(separator: " ").map(String.init))

    @Test("every mutant's text stands in the sources, once", arguments: Lists.names)
    func texts(_ name: String) throws {
        var sources: [String: String] = [:]
        for mutant in try Lists.mutants(name) {
            let url = Lists.checkout.appending(path: mutant.file)
            let source = try sources[mutant.file] ?? String(contentsOf: url, encoding: .utf8)
            let changed = try mutant.applied(to: source, isOut: "false")
            #expect(changed != source)
            sources[mutant.file] = changed
        }
    }

    @Test("every test that is named for a mutant is in its core's tests", arguments: Lists.names)
    func named(_ name: String) throws {
        for mutant in try Lists.mutants(name) {
            guard let test = mutant.test else { continue }
            let module = try #require(mutant.file.split(separator: "/").dropFirst().first)
            let folder = Lists.checkout.appending(path: "Tests/\(module)Tests")
            let files = try FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil)
            let isThere = try files.contains {
                try $0.pathExtension == "swift"
                    && String(contentsOf: $0, encoding: .utf8).contains("\"\(test)\"")
            }
            #expect(isThere, "\(test)")
        }
    }

    @Test("every rule that matters has a mutant")
    func coverage() throws {
        let tried = try Set(Lists.names.flatMap { try Lists.mutants($0).map(\.rule) })
        #expect(Self.rules.subtracting(tried).isEmpty)
    }

    @Test("a mutant goes where its lines stand, and says whether it is at work")
    func application() throws {
        let mutant = try #require(
            try Mutant.list(
                """
                # For a test.
                X1 A.swift: nothing is asked
                * X1: it is asked
                - if a {
                - b()
                + if !isMutant, a {
                + b()
                """
            ).first)
        #expect(mutant.test == "X1: it is asked")
        let source = "    if a {\n        c()\n    }\n    if a {\n        b()\n    }\n"
        #expect(
            try mutant.applied(to: source, isOut: "(out)")
                == "    if a {\n        c()\n    }\nif !(out), a {\nb()\n    }\n")
        #expect(throws: Mutant.Fault.self) {
            try mutant.applied(to: source + source, isOut: "(out)")
        }
        #expect(throws: Mutant.Fault.self) { try mutant.applied(to: "", isOut: "(out)") }
    }

    @Test(
        "a list that says nothing, or nothing of use, is refused",
        arguments: [
            "- a\n+ isMutant", "X1 A.swift", "X1 A.swift: b\n- a\n+ b", "X1: b\n- a\n+ isMutant",
        ])
    func faults(_ text: String) {
        #expect(throws: Mutant.Fault.self) { try Mutant.list(text) }
    }
}

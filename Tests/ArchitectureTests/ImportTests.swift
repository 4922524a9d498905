import Foundation
import Testing

/// The checkout's own sources, read as text.
private enum Checkout {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// All Swift files below a folder, by path.
    static func files(in folder: String) throws -> [String: String] {
        let base = root.appending(path: folder)
        let paths = FileManager.default.enumerator(atPath: base.path(percentEncoded: false))
        var files: [String: String] = [:]
        for case let path as String in paths ?? .init() where path.hasSuffix(".swift") {
            files["\(folder)/\(path)"] = try String(
                contentsOf: base.appending(path: path), encoding: .utf8)
        }
        return files
    }

    /// The modules that a file imports.
    static func imports(in text: String) -> Set<String> {
        let access: Set<Substring> = ["public", "package", "internal", "private", "@testable"]
        let modules = text.split(separator: "\n").compactMap { line -> String? in
            let words = line.split(separator: " ").drop { access.contains($0) }
            guard words.first == "import", let module = words.dropFirst().first else { return nil }
            return String(module)
        }
        return Set(modules)
    }
}

/// What the modules of one layer may import of ours, and of the system.
struct Layer: CustomTestStringConvertible {
    let name: String
    let ours: Set<String>
    let system: Set<String>

    var testDescription: String { name }

    static let all = [
        Layer(name: "JSON", ours: [], system: []),
        Layer(name: "Linux", ours: ["CLinux"], system: ["Glibc"]),
        Layer(name: "Messages", ours: [], system: []),
        Layer(name: "EngineCore", ours: ["Messages"], system: []),
        Layer(name: "RelayCore", ours: ["Messages"], system: []),
        Layer(name: "FaceCore", ours: ["Messages"], system: []),
        Layer(name: "NavigatorCore", ours: ["Messages"], system: []),
        Layer(name: "WebCore", ours: ["Messages"], system: []),
        Layer(name: "TerminalCore", ours: ["Messages"], system: []),
        Layer(name: "ZeroMQ", ours: ["CZeroMQ", "CLinux"], system: ["Glibc", "Synchronization"]),
        Layer(
            name: "Bus", ours: ["Messages", "JSON", "ZeroMQ", "Linux", "CLinux"],
            system: ["Glibc", "Synchronization"]),
        Layer(
            name: "Journal", ours: ["CSQLite"],
            system: ["Glibc", "Synchronization", "Dispatch"]),
        Layer(
            name: "Group", ours: ["Messages", "Bus", "JSON", "Linux", "CLinux"],
            system: ["Glibc", "Synchronization", "Dispatch"]),
        Layer(name: "Monitor", ours: ["Messages", "Bus", "JSON", "Linux"], system: ["Glibc"]),
        Layer(
            name: "engine",
            ours: ["EngineCore", "Messages", "Bus", "Journal", "JSON", "Linux", "CLinux"],
            system: ["Glibc", "Synchronization", "Dispatch"]),
        Layer(name: "relay", ours: ["RelayCore", "Messages", "Bus"], system: []),
        Layer(
            name: "face", ours: ["FaceCore", "Messages", "Bus", "Journal", "JSON"], system: []),
        Layer(
            name: "navigator", ours: ["NavigatorCore", "Messages", "Bus", "Journal"],
            system: ["Glibc", "Synchronization", "Dispatch"]),
        Layer(
            name: "web",
            ours: ["WebCore", "Messages", "Bus", "JSON", "Linux", "CLinux", "CWebSockets"],
            system: ["Glibc", "Synchronization"]),
        Layer(
            name: "handrail",
            ours: [
                "Group", "Monitor", "TerminalCore", "Messages", "Bus", "Linux", "CQREncode",
            ],
            system: ["Glibc"]),
    ]
}

@Suite("The layers' imports and the sources' form")
struct ImportTests {
    @Test("a module imports what its layer may, and nothing else", arguments: Layer.all)
    func layers(layer: Layer) throws {
        let files = try Checkout.files(in: "Sources/\(layer.name)")
        #expect(!files.isEmpty)
        for (path, text) in files {
            // A program's entry point needs the system for its exit code.
            let entry: Set<String> = path.hasSuffix("/main.swift") ? ["Glibc"] : []
            let foreign = Checkout.imports(in: text)
                .subtracting(layer.ours).subtracting(layer.system).subtracting(entry)
            #expect(foreign.isEmpty, "\(path)")
        }
    }

    @Test("a claim that the compiler cannot check stands only in ZeroMQ")
    func unchecked() throws {
        for (path, text) in try Checkout.files(in: "Sources")
        where !path.hasPrefix("Sources/ZeroMQ/") {
            #expect(!text.contains("@unchecked Sendable"), "\(path)")
            #expect(!text.contains("nonisolated(unsafe)"), "\(path)")
        }
    }

    @Test("E1: no core can read a clock, the wall's least of all")
    func clocks() throws {
        // All that the standard library has, as a core imports nothing else.
        let clocks = ["ContinuousClock", "SuspendingClock", "any Clock", "some Clock", "UTCClock"]
        for layer in Layer.all where layer.name.hasSuffix("Core") || layer.name == "Messages" {
            for (path, text) in try Checkout.files(in: "Sources/\(layer.name)") {
                #expect(!clocks.contains { text.contains($0) }, "\(path)")
            }
        }
    }

    @Test("no file is over 400 lines")
    func lengths() throws {
        for folder in ["Sources", "Tests"] {
            for (path, text) in try Checkout.files(in: folder) {
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
                #expect(lines <= 401, "\(path)")
            }
        }
    }

    @Test("no test sleeps")
    func sleeps() throws {
        let sleep = ["Task.sl" + "eep", "usl" + "eep(", "Thread.sl" + "eep"]
        for (path, text) in try Checkout.files(in: "Tests") {
            #expect(!sleep.contains { text.contains($0) }, "\(path)")
        }
    }
}

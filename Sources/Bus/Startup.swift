import Glibc
import JSON
import Messages

/// How a process of the group comes to life: its command line, its settings, its turns.
package enum Startup {
    /// Runs a process until it ends, and gives its exit code.
    ///
    /// `--help` and `--version` are answered at once. Otherwise the settings are read from the
    /// environment, the place on the bus is taken, and the calling thread becomes the bus thread.
    ///
    /// - Parameters:
    ///   - program: The program's name and, in a few words, what it does.
    ///   - make: Makes the process's actor of its place on the bus.
    /// - Returns: 0, or 1 where the process could not start, or 2 where it was called wrongly.
    package static func run<Process: BusActor>(
        _ program: Program, make: (sending Bus, BusThread) throws -> Process
    ) -> Int32 {
        if let answer = program.answer(to: CommandLine.arguments.dropFirst()) {
            print(answer.text)
            return answer.code
        }
        do {
            let settings = try settings()
            let thread = try BusThread()
            let bus = try Bus(settings: settings, version: program.version, thread: thread)
            let process = try make(bus, thread)
            thread.run(process)
            return 0
        } catch {
            Log.write(.error, "\(program.name) cannot start: \(error)")
            return 1
        }
    }

    private static func settings() throws(BusError) -> Settings {
        guard let text = getenv(Settings.variable) else {
            throw BusError(
                .settingsInvalid,
                "\(Settings.variable) is not set; `handrail up` starts this program with it")
        }
        do {
            return try Value(Array(String(cString: text).utf8)).decode(Settings.self)
        } catch {
            throw BusError(.settingsInvalid, "\(Settings.variable) cannot be read: \(error)")
        }
    }
}

/// A program of the family, as its command line tells of it.
package struct Program: Sendable {
    /// The version of all programs.
    package static let version = "0.1.0"

    /// Its name.
    package var name: String
    /// What it does, in one sentence.
    package var summary: String

    /// The program's version.
    package var version: String { Self.version }

    /// Describes a program.
    package init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }

    /// What the arguments are answered with, and the exit code; nil where there are none.
    func answer(to arguments: ArraySlice<String>) -> (text: String, code: Int32)? {
        switch arguments.first {
        case nil: return nil
        case "--version": return ("\(name) \(version)", 0)
        case "--help", "-h":
            return (
                "\(name): \(summary)\nIt is started by `handrail up`, and takes no arguments.", 0
            )
        case let other?: return ("\(name): \(other) is no option; see \(name) --help", 2)
        }
    }
}

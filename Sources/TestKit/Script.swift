import FoundationEssentials
import Glibc

/// A program in Python, by libraries that are not ours, which a test has started.
package struct Script {
    /// Why a script came to nothing.
    package struct Failure: Error, CustomStringConvertible {
        /// What it came to, and what it has printed.
        package let description: String
    }

    /// The checkout.
    package static let root = folder(of: #filePath).dropLast("/Sources/TestKit".count)

    private static func folder(of file: String) -> Substring {
        file.prefix(upTo: file.lastIndex(of: "/") ?? file.endIndex)
    }

    private let name: String
    /// Kept as long as the script runs: its output is there.
    private let directory: RunDirectory
    private let child: ChildProcess

    /// Starts a script from the folder `python` beside the test's own file.
    ///
    /// - Throws: A `Failure` with the command that installs what is missing.
    package init(
        _ name: String, _ arguments: String..., in directory: RunDirectory,
        of test: String = #filePath
    ) throws {
        let interpreter = "\(Self.root)/.build/peers/bin/python"
        let folder = Self.folder(of: test)
        guard FileManager.default.isExecutableFile(atPath: interpreter) else {
            let command = """
                python3 -m venv .build/peers && .build/peers/bin/pip install -q -r \
                \(folder.dropFirst(Self.root.count + 1))/requirements.txt
                """
            throw Failure(
                description: "\(interpreter) is missing; run, in the checkout:\n\(command)")
        }
        self.name = name
        self.directory = directory
        child = ChildProcess(
            interpreter, ["\(folder)/python/\(name)"] + arguments,
            environment: ["PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1"],
            output: "\(directory.path)/\(name).output")
    }

    /// Lets it come to its end.
    package func finish() { child.signal(SIGTERM) }

    /// Waits until it has ended well, and gives what it has printed.
    ///
    /// - Throws: A `Failure` with what it has printed, where it has not ended well.
    @discardableResult
    package func result() throws -> String {
        let ending = child.ending(within: Guard(seconds: 120))
        guard ending == .exited(0) else {
            let end = ending.map { "\($0)" } ?? "it still runs"
            throw Failure(description: "\(name): \(end)\n\(child.output)")
        }
        return child.output
    }
}

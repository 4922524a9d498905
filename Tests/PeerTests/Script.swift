import FoundationEssentials
import Glibc
import TestKit

/// A program in Python, by libraries that are not ours, which a test has started.
struct Script {
    /// Why a script came to nothing.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The checkout.
    static let root = folder.dropLast("/Tests/PeerTests".count)

    private static var folder: Substring {
        #filePath.prefix(upTo: #filePath.lastIndex(of: "/") ?? #filePath.endIndex)
    }

    private static let command = """
        python3 -m venv .build/peers && .build/peers/bin/pip install -q -r \
        Tests/PeerTests/requirements.txt
        """

    private let name: String
    /// Kept as long as the script runs: its output is there.
    private let directory: RunDirectory
    private let child: ChildProcess

    /// Starts a script.
    ///
    /// - Throws: A `Failure` with the command that installs what is missing.
    init(_ name: String, _ arguments: String..., in directory: RunDirectory) throws {
        let interpreter = "\(Self.root)/.build/peers/bin/python"
        guard FileManager.default.isExecutableFile(atPath: interpreter) else {
            throw Failure(
                description: "\(interpreter) is missing; run, in the checkout:\n\(Self.command)")
        }
        self.name = name
        self.directory = directory
        child = ChildProcess(
            interpreter, ["\(Self.folder)/python/\(name)"] + arguments,
            environment: ["PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1"],
            output: "\(directory.path)/\(name).output")
    }

    /// Lets it come to its end.
    func finish() { child.signal(SIGTERM) }

    /// Waits until it has ended well, and gives what it has printed.
    ///
    /// - Throws: A `Failure` with what it has printed, where it has not ended well.
    @discardableResult
    func result() throws -> String {
        let ending = child.ending(within: Guard(seconds: 120))
        guard ending == .exited(0) else {
            let end = ending.map { "\($0)" } ?? "it still runs"
            throw Failure(description: "\(name): \(end)\n\(child.output)")
        }
        return child.output
    }
}

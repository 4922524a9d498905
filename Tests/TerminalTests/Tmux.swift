import FoundationEssentials
import Glibc
import TestKit

/// A real tmux of a test's own, with one pane of a shell, ended with the test.
final class Tmux {
    /// Why a wait came to nothing.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let socket: String
    /// Runs for as long as the tmux is used.
    private let group: TestGroup
    private let environment: [String: String]
    private var runs = 0

    /// Starts a tmux whose pane runs bash in a run dir.
    ///
    /// - Parameters:
    ///   - group: The group; tmux's socket is in its run dir.
    ///   - name: The socket's name.
    /// - Throws: A `Failure` where tmux does not start.
    init(for group: TestGroup, name: String = "tmux") throws {
        self.group = group
        let directory = group.directory
        socket = "\(directory.path)/\(name)"
        environment = [
            "HANDRAIL_TOPOLOGY": "\(directory.path)/topology.json5",
            "HANDRAIL_RUN_DIR": directory.path, "LC_ALL": "C.UTF-8", "TMUX": "", "PS1": "$ ",
            "PATH": "\(ChildProcess.buildFolder):/usr/bin:/bin",
            // It would ask on the terminal what to do.
            "SWIFT_BACKTRACE": "enable=no",
        ]
        try run(
            "new-session", "-d", "-x", "80", "-y", "24", "-c", directory.path,
            "bash", "--norc", "--noprofile")
        try run("set", "-g", "status", "off")
        try run("set", "-g", "focus-events", "on")
        try wait("the shell") { $0.contains("$") }
    }

    deinit { _ = try? run("kill-server") }

    /// Runs a command of tmux, and gives what it prints.
    @discardableResult
    func run(_ words: String...) throws -> String {
        runs += 1
        let output = "\(socket).\(runs).output"
        defer { try? FileManager.default.removeItem(atPath: output) }
        let child = ChildProcess(
            "/usr/bin/tmux", ["-u", "-S", socket, "-f", "/dev/null"] + words,
            environment: environment, output: output)
        guard child.ending() == .exited(0) else {
            throw Failure(description: "tmux \(words): \(child.output)")
        }
        return child.output
    }

    /// What the pane shows, as text.
    func pane() throws -> String { try run("capture-pane", "-p") }

    /// The numbers of all styles and colours in the pane.
    func styles() throws -> Set<Int> {
        let sequences = try run("capture-pane", "-p", "-e").split(separator: "\u{1B}[").dropFirst()
        return Set(
            sequences.flatMap { sequence in
                sequence.prefix { $0 != "m" }.split(separator: ";").compactMap { Int($0) }
            })
    }

    /// What tmux knows of its pane, as one of its formats says it.
    func format(_ text: String) throws -> String {
        try run("display-message", "-p", text).trimmingCharacters(in: "\n")
    }

    /// Types a text.
    func type(_ text: String) throws { try run("send-keys", "-l", text) }

    /// Types a command line.
    func enter(_ command: String) throws {
        try type(command)
        try run("send-keys", "Enter")
    }

    /// Has the terminal send bytes.
    func send(_ text: String) throws {
        for byte in text.utf8 { try run("send-keys", "-H", String(byte, radix: 16)) }
    }

    /// Waits until the pane shows what is looked for, and gives all that it shows.
    @discardableResult
    func wait(
        _ what: String, within guardian: Guard = Guard(seconds: 30),
        _ isIt: (String) throws -> Bool
    ) throws -> String {
        var shown = ""
        while !guardian.isOver {
            shown = try pane()
            if try isIt(shown) { return shown }
        }
        throw Failure(description: "never came: \(what)\n\(shown)")
    }

    /// Where a text stands in the pane, in cells counted from 1; all before it must be narrow.
    func place(of text: String) throws -> (row: Int, column: Int) {
        for (row, line) in try pane().split(
            separator: "\n", omittingEmptySubsequences: false
        ).enumerated() {
            if let range = line.firstRange(of: text) {
                return (row + 1, line.distance(from: line.startIndex, to: range.lowerBound) + 1)
            }
        }
        throw Failure(description: "nowhere: \(text)\n\(try pane())")
    }
}

extension String {
    fileprivate func trimmingCharacters(in set: String) -> String {
        var text = self
        while let last = text.last, set.contains(last) { text.removeLast() }
        return text
    }
}

internal import Bus
internal import Dispatch
internal import Glibc
internal import JSON
internal import Linux
internal import Synchronization

/// Prints a group's log, and keeps each process's newest lines in a file of the run dir.
///
/// It writes on a thread of its own: a terminal that is held, or a pipe that nobody reads, must
/// not keep the launcher from its watch.
final class LogWriter: Sendable {
    /// So many lines may wait; more are dropped, and their number is told.
    private static let waitingLimit = 10_000

    private struct State {
        var waiting = 0
        var dropped = 0
    }

    private let style: LogStyle
    private let files: LogFiles
    private let output: Int32
    private let queue = DispatchQueue(label: "log")
    /// Shared by the launcher's thread, which adds lines, and the queue, which writes them.
    private let state = Mutex(State())

    init(style: LogStyle, files: LogFiles, output: Int32 = STDOUT_FILENO) {
        self.style = style
        self.files = files
        self.output = output
    }

    /// Adds a line.
    func write(_ line: LogLine) {
        let dropped: Int? = state.withLock { state in
            guard state.waiting < Self.waitingLimit else {
                state.dropped += 1
                return nil
            }
            state.waiting += 1
            defer { state.dropped = 0 }
            return state.dropped
        }
        guard let dropped else { return }
        queue.async {
            if dropped > 0 {
                var note = line
                note.text = "\(dropped) lines were dropped here: nobody took them in time"
                self.put(note)
            }
            self.put(line)
            self.state.withLock { $0.waiting -= 1 }
        }
    }

    /// Waits until all lines are written, but not for ever.
    func flush() {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        _ = done.wait(timeout: .now() + 1)
    }

    private func put(_ line: LogLine) {
        files.append(line)
        guard let text = style.render(line) else { return }
        let bytes = Array("\(text)\n".utf8)
        var written = 0
        while written < bytes.count {
            let count = Glibc.write(output, Array(bytes[written...]), bytes.count - written)
            // The reader has gone; the group goes on.
            guard count > 0 || errno == EINTR else { return }
            written += max(count, 0)
        }
    }
}

/// The newest lines of each process, in files of the run dir, for `handrail logs` (G9).
package struct LogFiles: Sendable {
    /// A file that is larger becomes the older one of the two that are kept, in bytes.
    private static let limit = 262_144

    private let folder: String

    /// Names the run dir.
    package init(in runDirectory: String) {
        folder = runDirectory
    }

    /// The file of a process's newest lines; each is an object of JSON.
    package func path(of process: String) -> String { "\(folder)/\(process).log" }

    /// The kept lines of a process, oldest first.
    package func lines(of process: String) -> [LogLine] {
        let paths = ["\(path(of: process)).1", path(of: process)]
        let texts = paths.compactMap { File.text(of: $0) }
        return texts.joined().split(separator: "\n").compactMap { text in
            try? Value(Array(text.utf8)).decode(LogLine.self)
        }
    }

    /// Adds a line; where the disk takes none, the log is on the screen only.
    func append(_ line: LogLine) {
        let path = path(of: line.process)
        let everything = LogStyle(format: .json, threshold: .debug)
        guard let text = everything.render(line),
            let file = try? Descriptor.open(path, O_WRONLY | O_CREAT | O_APPEND)
        else { return }
        let bytes = Array("\(text)\n".utf8)
        _ = Glibc.write(file.number, bytes, bytes.count)
        if lseek(file.number, 0, SEEK_END) > Self.limit { rename(path, "\(path).1") }
    }
}

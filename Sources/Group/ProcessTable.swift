internal import FoundationEssentials
internal import Glibc

/// The system's processes, as `/proc` shows them.
enum ProcessTable {
    /// One process.
    struct Entry: Sendable, Equatable {
        let pid: Int32
        let parent: Int32
        let command: String
        /// When it was started, in clock ticks since the machine was: a pid is used again, a pid
        /// with its start time is not.
        let start: UInt64
        /// Whether it has ended and waits for its parent to hear of it.
        let isZombie: Bool

        /// The process as a person is told of it.
        var summary: String { "\(command) (\(pid))" }
    }

    /// A process that exists.
    static func entry(of pid: Int32) -> Entry? {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        else { return nil }
        return Entry(pid: pid, stat: text)
    }

    /// All that a process has started, and what these have started, that has not ended.
    static func descendants(of root: Int32) -> [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let entries = names.compactMap { Int32($0) }.compactMap(entry(of:))
        let children = Dictionary(grouping: entries, by: \.parent)
        var found: [Entry] = []
        var next = children[root] ?? []
        while let entry = next.popLast() {
            if !entry.isZombie { found.append(entry) }
            next += children[entry.pid] ?? []
        }
        return found.sorted { $0.pid < $1.pid }
    }

    /// Whether a process was started by another one, or by one that this has started.
    static func isDescendant(_ pid: Int32, of root: Int32) -> Bool {
        var current = entry(of: pid)
        while let entry = current, entry.parent > 0 {
            if entry.parent == root { return true }
            current = self.entry(of: entry.parent)
        }
        return false
    }
}

extension ProcessTable.Entry {
    /// Reads a line of `/proc/PID/stat`, whose second field may hold anything between brackets.
    init?(pid: Int32, stat text: String) {
        guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"),
            open < close
        else { return nil }
        let fields = text[close...].dropFirst().split(separator: " ")
        guard fields.count > 19, let parent = Int32(fields[1]), let start = UInt64(fields[19])
        else { return nil }
        self.pid = pid
        self.parent = parent
        command = String(text[text.index(after: open)..<close])
        self.start = start
        isZombie = fields[0] == "Z" || fields[0] == "X"
    }
}

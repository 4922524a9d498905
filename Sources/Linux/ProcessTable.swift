/// The system's processes, as `/proc` shows them.
package enum ProcessTable {
    /// One process.
    package struct Entry: Sendable, Equatable {
        /// Its number.
        package let pid: Int32
        /// Its parent's number.
        package let parent: Int32
        /// Its process group.
        package let group: Int32
        /// The beginning of its program's name.
        package let command: String
        /// When it was started, in clock ticks since the machine was: a pid is used again, a pid
        /// with its start time is not.
        package let start: UInt64
        /// Whether it has ended and waits for its parent to hear of it.
        package let isZombie: Bool

        /// The process as a person is told of it.
        package var summary: String { "\(command) (\(pid))" }
    }

    /// A process that exists.
    package static func entry(of pid: Int32) -> Entry? {
        File.text(of: "/proc/\(pid)/stat").flatMap { Entry(pid: pid, stat: $0) }
    }

    /// All processes that can be seen.
    package static var all: [Entry] {
        File.names(in: "/proc").compactMap { Int32($0) }.compactMap(entry(of:))
    }

    /// All that a process has started, and what these have started, that has not ended.
    package static func descendants(of root: Int32) -> [Entry] {
        let children = Dictionary(grouping: all, by: \.parent)
        var found: [Entry] = []
        var next = children[root] ?? []
        while let entry = next.popLast() {
            if !entry.isZombie { found.append(entry) }
            next += children[entry.pid] ?? []
        }
        return found.sorted { $0.pid < $1.pid }
    }

    /// Whether a process was started by another one, or by one that this has started.
    package static func isDescendant(_ pid: Int32, of root: Int32) -> Bool {
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
    package init?(pid: Int32, stat text: String) {
        guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"),
            open < close
        else { return nil }
        let fields = text[close...].dropFirst().split(separator: " ")
        guard fields.count > 19, let parent = Int32(fields[1]), let group = Int32(fields[2]),
            let start = UInt64(fields[19])
        else { return nil }
        self.pid = pid
        self.parent = parent
        self.group = group
        command = String(text[text.index(after: open)..<close])
        self.start = start
        isZombie = fields[0] == "Z" || fields[0] == "X"
    }

    /// Whether it was started with a variable, with this value if one is given, as far as it may be
    /// looked into.
    package func hasVariable(_ name: String, _ value: String? = nil) -> Bool {
        let mark = "\(name)=\(value ?? "")".utf8
        let variables = File.contents(of: "/proc/\(pid)/environ") ?? []
        return variables.split(separator: 0).contains { variable in
            value == nil ? variable.starts(with: mark) : variable.elementsEqual(mark)
        }
    }
}

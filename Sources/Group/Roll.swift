internal import CLinux
internal import Glibc
internal import JSON
internal import Linux

/// The processes that a launcher has started, kept for the launcher that comes after its death.
///
/// A launcher that is killed takes its children along (G6), but not in an instant: an engine
/// releases its inputs first. The next one waits for those that are named here, and kills those
/// that do not end.
struct Roll {
    /// One process that was started.
    struct Entry: Codable, Sendable, Equatable {
        var name: String
        var pid: Int32
        /// Its start time, without which the pid may be somebody else's by now.
        var start: UInt64
        /// How long it may take to end, in seconds.
        var grace: Double
    }

    private let path: String
    private var entries: [Entry] = []

    /// Names the file in a run dir.
    init(in runDirectory: String) {
        path = "\(runDirectory)/group.roll"
    }

    /// Adds a process, and drops those that are no more.
    mutating func add(_ name: String, pid: Int32, grace: Double) {
        guard let process = ProcessTable.entry(of: pid) else { return }
        entries.removeAll { !Self.isAlive($0) }
        entries.append(Entry(name: name, pid: pid, start: process.start, grace: grace))
        guard let json = try? [UInt8](json: entries) else { return }
        File.replace(path, with: json)
    }

    /// Waits for what a former launcher has left, and kills what does not end.
    ///
    /// - Throws: `GroupError` of code `running` where a process cannot be ended.
    func sweep(telling tell: (String) -> Void) throws(GroupError) {
        guard let contents = File.contents(of: path),
            let left = try? Value(contents).decode([Entry].self)
        else { return }
        for entry in left where Self.isAlive(entry) {
            let descriptor = Descriptor(clinux_pidfd_open(entry.pid))
            // Looked at again: the pid may have changed hands before the descriptor held it.
            guard descriptor.number >= 0, Self.isAlive(entry) else { continue }
            tell("waiting for \(entry.name) (\(entry.pid)), left by a launcher that was killed")
            if Self.waits(for: descriptor, entry.grace) { continue }
            tell("killing \(entry.name) (\(entry.pid)), which has not ended")
            clinux_pidfd_send_signal(descriptor.number, SIGKILL)
            guard Self.waits(for: descriptor, 2) else {
                throw GroupError(
                    .running, "\(entry.name) (\(entry.pid)) of a former group cannot be ended")
            }
        }
    }

    private static func isAlive(_ entry: Entry) -> Bool {
        guard let process = ProcessTable.entry(of: entry.pid) else { return false }
        return process.start == entry.start && !process.isZombie
    }

    /// Waits for the end of a process, some seconds; whether it has come.
    private static func waits(for descriptor: Descriptor, _ seconds: Double) -> Bool {
        var item = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        return poll(&item, 1, Int32(seconds * 1_000)) > 0
    }
}

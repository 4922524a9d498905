import JSON
import Linux
import Messages
import Synchronization

/// The players that run, in a file for the engine that comes next (G6).
final class PlayerRoll: Sendable {
    /// One player.
    struct Entry: Codable, Sendable, Equatable {
        /// The session that it plays, by which all that it has started can be known.
        var session: SessionID
        /// Its process group; nil while it is being started.
        var group: Int32?
        /// When the group's leader was started: a number is used again, with its start it is not.
        var start: UInt64?
    }

    private let path: String
    private let entries = Mutex<[SessionID: Entry]>([:])

    /// Names the file.
    init(path: String) {
        self.path = path
    }

    /// Ends the players that an earlier life has left, and strikes them off.
    func sweep() {
        guard let contents = File.contents(of: path),
            let left = try? Value(contents).decode([Entry].self)
        else { return }
        for entry in left { ProcessTree.end(entry) }
        change { _ in }
    }

    /// Writes down a player that is about to start, or has.
    func enter(_ session: SessionID, leader: Int32? = nil) {
        let start = leader.flatMap { ProcessTable.entry(of: $0)?.start }
        change { $0[session] = Entry(session: session, group: leader, start: start) }
    }

    /// Strikes off a player that has ended.
    ///
    /// - Returns: Those that still run.
    @discardableResult
    func strike(_ session: SessionID) -> [Entry] {
        change { $0[session] = nil }
    }

    @discardableResult
    private func change(_ body: (inout [SessionID: Entry]) -> Void) -> [Entry] {
        entries.withLock { entries in
            body(&entries)
            let all = entries.values.sorted { $0.session.text < $1.session.text }
            // Where it cannot be written, the launcher's own sweep is left (G6).
            if let json = try? [UInt8](json: all) { File.replace(path, with: json) }
            return all
        }
    }
}

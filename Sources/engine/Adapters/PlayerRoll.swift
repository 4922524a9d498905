import FoundationEssentials
import Messages
import Synchronization

/// The process groups of the players that run, in a file for the engine that comes next (G6).
final class PlayerRoll: Sendable {
    private struct Group: Codable, Sendable, Equatable {
        var leader: Int32
        var start: UInt64
    }

    private let path: String
    private let groups = Mutex<[Group]>([])

    /// Names the file.
    init(path: String) {
        self.path = path
    }

    /// Ends the players that an earlier life has left.
    func sweep() {
        guard let data = try? Data(contentsOf: URL(filePath: path)),
            let left = try? JSONDecoder().decode([Group].self, from: data)
        else { return }
        for group in left { ProcessTree.endGroup(group.leader, start: group.start) }
    }

    /// Writes down a player that has been started.
    func add(_ leader: Int32) {
        guard let process = ProcessTree.entry(of: leader) else { return }
        change { $0.append(Group(leader: leader, start: process.start)) }
    }

    /// Forgets a player of which nothing is left.
    func remove(_ leader: Int32) {
        change { $0.removeAll { $0.leader == leader } }
    }

    private func change(_ body: (inout [Group]) -> Void) {
        groups.withLock { groups in
            body(&groups)
            // Where it cannot be written, the launcher's own sweep is left (G6).
            try? JSONEncoder().encode(groups).write(to: URL(filePath: path), options: .atomic)
        }
    }
}

import FoundationEssentials
import Glibc
import Messages

/// The processes that players have left, as `/proc` shows them.
enum ProcessTree {
    /// One process.
    struct Process: Sendable, Equatable {
        let id: Int32
        let parent: Int32
        let group: Int32
        /// When it was started, in ticks since the machine's own start.
        let start: UInt64
    }

    /// A process that exists.
    static func process(_ id: Int32) -> Process? {
        guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
            // The second field may hold anything between its brackets.
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[end...].dropFirst().split(separator: " ")
        guard fields.count > 19, let parent = Int32(fields[1]), let group = Int32(fields[2]),
            let start = UInt64(fields[19])
        else { return nil }
        return Process(id: id, parent: parent, group: group, start: start)
    }

    private static var all: [Process] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.compactMap(process)
    }

    /// Kills what ended players have left: as the subreaper the engine has become its parent.
    ///
    /// Whatever is the engine's child belongs to a player, however it has disguised itself, but
    /// for those that still run. Each death may bring more orphans, so it is looked again until
    /// there is none.
    static func endOrphans(sparing running: [PlayerRoll.Entry]) {
        while true {
            let orphans = all.filter { process in
                process.parent == getpid() && !running.contains { isOf($0, process) }
            }
            guard !orphans.isEmpty else { return }
            for orphan in orphans {
                kill(orphan.id, SIGKILL)
                waitpid(orphan.id, nil, 0)
            }
        }
    }

    /// Kills what a player of an earlier life has left, be it anybody's child by now.
    static func end(_ player: PlayerRoll.Entry) {
        for process in all where process.id != getpid() && isOf(player, process) {
            kill(process.id, SIGKILL)
        }
    }

    /// Whether a process is of a player: in its group, or by the variable that it was started with.
    private static func isOf(_ player: PlayerRoll.Entry, _ process: Process) -> Bool {
        if let group = player.group, let start = player.start {
            // No member is older than its group.
            if process.group == group, process.start >= start { return true }
        }
        let mark = Array("\(PlayerProcess.sessionVariable)=\(player.session.text)".utf8)
        let variables = try? Data(contentsOf: URL(filePath: "/proc/\(process.id)/environ"))
        return variables?.split(separator: 0).contains { $0.elementsEqual(mark) } ?? false
    }
}

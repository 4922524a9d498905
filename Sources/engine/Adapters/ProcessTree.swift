import FoundationEssentials
import Glibc
import Messages

/// The processes that players have left, as `/proc` shows them.
enum ProcessTree {
    /// One process.
    struct Entry: Sendable, Equatable {
        let pid: Int32
        let parent: Int32
        let group: Int32
        /// When it was started: a pid is used again, a pid with its start time is not.
        let start: UInt64
        /// Whether it has ended and waits for its parent to hear of it.
        let isZombie: Bool
    }

    /// A process that exists.
    static func entry(of pid: Int32) -> Entry? {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            // The second field may hold anything between its brackets.
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[end...].dropFirst().split(separator: " ")
        guard fields.count > 19, let parent = Int32(fields[1]), let group = Int32(fields[2]),
            let start = UInt64(fields[19])
        else { return nil }
        return Entry(
            pid: pid, parent: parent, group: group, start: start, isZombie: fields[0] == "Z")
    }

    private static var all: [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.compactMap(entry(of:))
    }

    /// Kills what a session's player has left: as the subreaper the engine has become its parent.
    ///
    /// Each death may bring more orphans, so it is looked again until there is none.
    static func endOrphans(of session: SessionID) {
        let mark = Array("\(PlayerProcess.sessionVariable)=\(session.text)".utf8)
        while true {
            // Of the dead no variables can be read. A dead player, who leads a group, is not ours to
            // reap: its own thread does.
            let orphans = all.filter {
                $0.parent == getpid() && ($0.isZombie ? $0.pid != $0.group : bears(mark, $0.pid))
            }
            guard !orphans.isEmpty else { return }
            for orphan in orphans {
                kill(orphan.pid, SIGKILL)
                waitpid(orphan.pid, nil, 0)
            }
        }
    }

    /// Kills a player's group of an earlier life, if it is the same one still.
    static func endGroup(_ leader: Int32, start: UInt64) {
        for member in all where member.group == leader && member.start >= start {
            kill(member.pid, SIGKILL)
        }
    }

    private static func bears(_ mark: [UInt8], _ pid: Int32) -> Bool {
        guard let data = try? Data(contentsOf: URL(filePath: "/proc/\(pid)/environ")) else {
            return false
        }
        return data.split(separator: 0).contains { $0.elementsEqual(mark) }
    }
}

import Glibc
import Linux
import Messages

/// The processes that players have left.
enum ProcessTree {
    /// Kills what ended players have left: as the subreaper the engine has become its parent.
    ///
    /// Whatever is the engine's child belongs to a player, however it has disguised itself, but
    /// for those that still run. Each death may bring more orphans, so it is looked again until
    /// there is none.
    static func endOrphans(sparing running: [PlayerRoll.Entry]) {
        while true {
            let orphans = ProcessTable.all.filter { process in
                process.parent == getpid() && !running.contains { isOf($0, process) }
            }
            guard !orphans.isEmpty else { return }
            for orphan in orphans {
                kill(orphan.pid, SIGKILL)
                waitpid(orphan.pid, nil, 0)
            }
        }
    }

    /// Kills what a player of an earlier life has left, be it anybody's child by now.
    static func end(_ player: PlayerRoll.Entry) {
        for process in ProcessTable.all where process.pid != getpid() && isOf(player, process) {
            kill(process.pid, SIGKILL)
        }
    }

    /// Whether a process is of a player: in its group, or by the variable that it was started with.
    private static func isOf(_ player: PlayerRoll.Entry, _ process: ProcessTable.Entry) -> Bool {
        if let group = player.group, let start = player.start {
            // No member is older than its group.
            if process.group == group, process.start >= start { return true }
        }
        return process.hasVariable(PlayerProcess.sessionVariable, player.session.text)
    }
}

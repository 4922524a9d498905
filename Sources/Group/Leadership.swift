internal import Glibc

/// The launcher's lead of a process group, and of the terminal's foreground (G1).
struct Leadership {
    private let formerGroup: pid_t
    /// The terminals whose foreground was taken along.
    private let terminals: [Int32]

    /// Makes the calling process the leader of a group, if it leads none.
    ///
    /// The foreground comes along where the process had it: whoever presses Ctrl-C means the
    /// launcher then as before.
    ///
    /// - Throws: `GroupError` where the system refuses.
    static func take() throws(GroupError) -> Leadership {
        let former = getpgrp()
        guard former != getpid() else { return Leadership(formerGroup: former, terminals: []) }
        let terminals = (STDIN_FILENO...STDERR_FILENO).filter { tcgetpgrp($0) == former }
        guard setpgid(0, 0) == 0 else {
            throw GroupError(.system, "no process group of its own", cause: systemMessage())
        }
        let leadership = Leadership(formerGroup: former, terminals: terminals)
        leadership.giveForeground(to: getpid())
        return leadership
    }

    /// Gives the foreground back to whoever waits for the launcher's end.
    func giveBack() {
        giveForeground(to: formerGroup)
    }

    private func giveForeground(to group: pid_t) {
        // TTOU would stop a process that does this from the background.
        let before = signal(SIGTTOU, SIG_IGN)
        for terminal in terminals { tcsetpgrp(terminal, group) }
        signal(SIGTTOU, before)
    }
}

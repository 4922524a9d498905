internal import Bus
internal import CLinux
internal import Glibc
internal import Linux
internal import Messages

/// Starting, watching and ending the system's processes, as the supervisor says.
extension Launcher {
    func spawn(_ name: String) {
        guard let process = plan.topology.local.first(where: { $0.name == name }),
            let path = plan.programs[name]
        else { return }
        do throws(GroupError) {
            let settings = plan.topology.settings(of: process, in: plan.directories)
            let spawned = try spawner.spawn(path, settings: settings)
            outputs[spawned.output.number] = Output(name: name, descriptor: spawned.output)
            bus.watch(spawned.output.number)
            watch(name, pid: spawned.pid)
            take(.spawned(name, pid: spawned.pid))
        } catch {
            take(.notSpawned(name, reason: "\(error)"))
        }
    }

    /// Watches a process that beats for a name though it was not spawned for it: a script's child.
    func adopt(_ name: String, pid: Int32) {
        // A beat from another machine has a pid that means somebody else here.
        guard ProcessTable.isDescendant(pid, of: getpid()), watch(name, pid: pid) else { return }
        take(.adopted(name, pid: pid))
    }

    @discardableResult
    private func watch(_ name: String, pid: Int32) -> Bool {
        let descriptor = Descriptor(clinux_pidfd_open(pid))
        guard descriptor.number >= 0 else { return false }
        children[descriptor.number] = Child(name: name, pid: pid, descriptor: descriptor)
        bus.watch(descriptor.number)
        let kind = plan.topology.local.first { $0.name == name }?.kind
        roll.add(name, pid: pid, grace: kind == .engine ? 10 : 5)
        return true
    }

    func signal(_ name: String, _ force: Supervisor.Force) {
        let number = force == .kill ? SIGKILL : SIGTERM
        for child in children.values where child.name == name {
            clinux_pidfd_send_signal(child.descriptor.number, number)
        }
    }

    /// Reads what a process has printed, or takes in its end.
    func read(_ descriptor: Int32) {
        if outputs[descriptor] != nil { readOutput(descriptor) }
        guard let child = children[descriptor] else { return }
        let exit = Self.exit(of: child.pid)
        // Its last words come before the news of its end.
        for (number, output) in outputs where output.name == child.name { readOutput(number) }
        bus.unwatch(descriptor)
        children[descriptor] = nil
        take(.exited(child.name, pid: child.pid, exit))
    }

    private func readOutput(_ descriptor: Int32) {
        while var output = outputs[descriptor], let bytes = output.descriptor.read() {
            let lines = bytes.isEmpty ? output.splitter.finish() : output.splitter.split(bytes)
            outputs[descriptor] = bytes.isEmpty ? nil : output
            if bytes.isEmpty { bus.unwatch(descriptor) }
            for line in lines { print(line, of: output.name) }
        }
    }

    private func print(_ text: String, of name: String) {
        log.write(LogLine(time: Stamp.wallClock, process: name, printed: text))
        lastLines[name, default: []].append(text)
        if lastLines[name, default: []].count > 5 { lastLines[name]?.removeFirst() }
    }

    private static func exit(of pid: Int32) -> Exit {
        var status: Int32 = 0
        guard waitpid(pid, &status, WNOHANG) == pid else { return .unknown }
        let signal = status & 0x7f
        return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    }

    /// Sees out the processes whose parents have died before them: they are the launcher's now.
    func reapStrangers() {
        var info = siginfo_t()
        let flags = WEXITED | WNOHANG | WNOWAIT
        while waitid(P_ALL, 0, &info, flags) == 0, case let pid = info._sifields._sigchld.si_pid,
            pid != 0, !children.values.contains(where: { $0.pid == pid })
        {
            waitpid(pid, nil, WNOHANG)
            info = siginfo_t()
        }
    }

    /// Looks for what is left of the group, players' groups included, and kills it if so said.
    func sweep(_ kills: Bool) {
        reapStrangers()
        let left = ProcessTable.descendants(of: getpid())
        if kills { for entry in left { kill(entry.pid, SIGKILL) } }
        take(.remaining(left.map(\.summary)))
    }
}

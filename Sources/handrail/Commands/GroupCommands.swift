import Bus
import Group
import Linux
import Messages
import Monitor

/// What concerns the group as a whole: bring it up, look after it, take it down.
enum GroupCommands {
    private static let last = Option(name: "last", value: "N", summary: "only the newest N lines")

    /// How long it takes at most to notice the launcher's end, which no message tells, in seconds.
    private static let glance: Seconds = 0.1

    static let all = [
        UpCommand.command,
        Command(
            name: "status", summary: "say how the group's processes are", options: [.json],
            details: [
                "It asks the launcher; where that is silent for 2 s, it asks each process itself."
            ], run: StatusCommand.run),
        Command(
            name: "down", summary: "end the group in order, and wait until it has ended",
            run: down),
        Command(
            name: "restart", summary: "end one process and start it again",
            operands: [Operand("PROCESS")], run: restart),
        Command(
            name: "logs", summary: "print what a process has logged",
            operands: [Operand("PROCESS")], options: [last, .json], run: logs),
    ]

    private static func down(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let launcher = try visit.ask(
            VitalsGet(), of: Topology.launcher, on: .control, for: VitalsBeat.self)
        _ = try visit.ask(GroupStop(), of: Topology.launcher)
        var toldAt = Stamp.now + Visit.quiet
        while lives(launcher.pid) {
            let deadline = Stamp.now + glance
            while visit.client.next(until: deadline) != nil {}
            guard Stamp.now >= toldAt else { continue }
            visit.console.note("waiting for the group to end")
            toldAt = .infinity
        }
        try visit.console.line("down")
    }

    /// Whether a process lives; one that has ended and waits for its parent to notice does not.
    private static func lives(_ pid: Int32) -> Bool {
        ProcessTable.entry(of: pid)?.isZombie == false
    }

    private static func restart(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let name = visit.arguments.operands[0]
        try visit.subscribe(to: Topology.launcher, topics: [GroupStatus.type])
        let before = try visit.status(of: name, asking: GroupStatusGet())
        var now = try visit.status(of: name, asking: GroupRestart(process: name))
        while now.state != .ready || now.pid == before.pid {
            if now.state == .givenUp {
                throw .refused("\(name) cannot be kept up; see `handrail logs \(name)`")
            }
            if try visit.event(of: GroupStatus.type) == nil {
                visit.console.note("waiting for \(name) to be ready; it is \(now.state.word)")
            }
            now = try visit.status(of: name, asking: GroupStatusGet())
        }
        try visit.console.line("\(name) is ready again" + (now.pid.map { ", pid \($0)" } ?? ""))
    }

    private static func logs(_ invocation: Invocation) throws(Failure) {
        let arguments = invocation.arguments
        let site = try Site(arguments)
        let name = arguments.operands[0]
        guard site.names.contains(name) else {
            throw .usage(
                "the group has no process \"\(name)\"; it has \(site.names.joined(separator: ", "))"
            )
        }
        let kept = LogFiles(in: site.directories.run).lines(of: name)
        if kept.isEmpty { invocation.console.note("\(name) has logged nothing") }
        let lines = kept.suffix(try arguments.count(last) ?? kept.count)
        for line in lines {
            if arguments.has(.json) {
                try invocation.console.json(line)
            } else {
                try invocation.console.line("\(line.time) \(line.level): \(line.text)")
            }
        }
    }
}

extension Visit {
    /// Asks the launcher, and gives what it says of one process.
    fileprivate func status(
        of process: String, asking question: some Message
    ) throws(Failure) -> GroupStatus.Process {
        let status = try ask(question, of: Topology.launcher, for: GroupStatus.self)
        guard let found = status.processes.first(where: { $0.name == process }) else {
            let names = status.processes.map(\.name).joined(separator: ", ")
            throw .refused("the group has no process \"\(process)\"; it has \(names)")
        }
        return found
    }
}

extension GroupStatus.Process.State {
    /// The state as a person reads it.
    var word: String { rawValue.replacing("_", with: " ") }
}

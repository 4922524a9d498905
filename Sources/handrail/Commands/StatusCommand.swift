import Bus
import Group
import Messages
import Monitor

/// `status`: how the processes are, by the launcher or by themselves (G9).
enum StatusCommand {
    /// How long the launcher may be silent, and then each process, in seconds.
    private static let patience: Seconds = 2

    static func run(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let status: StatusReport
        if let told = try launcherStatus(visit) {
            status = told
        } else {
            status = try ownStatus(visit)
        }
        if visit.arguments.has(.json) { return try visit.console.json(status) }
        var table = Table(
            ["PROCESS", "STATE", "PID", "RESTARTS", "SINCE", "BEAT"], numbers: [2, 3])
        for process in status.processes {
            table.add(
                [process.name, process.state.word]
                    + [process.pid.map(Int.init), process.restarts].map {
                        $0.map(String.init) ?? "-"
                    }
                    + [process.since, process.lastBeat].map { $0.map(Figure.time) ?? "-" })
        }
        try visit.console.lines([status.name] + table.lines)
    }

    /// What the launcher says; nil where it is silent.
    private static func launcherStatus(_ visit: Visit) throws(Failure) -> StatusReport? {
        do throws(Problem) {
            let reply = try visit.client.ask(
                GroupStatusGet(), of: Topology.launcher, within: patience)
            return StatusReport(try reply.read(GroupStatus.self))
        } catch {
            guard error.type == .unreachable else { throw .refused(error) }
            visit.console.note("the launcher is silent; asking each process itself")
            return nil
        }
    }

    /// What each process says of itself.
    private static func ownStatus(_ visit: Visit) throws(Failure) -> StatusReport {
        let names = visit.site.topology.local.map(\.name)
        var open: [RequestID: String] = [:]
        for name in names {
            let id = visit.client.request(VitalsGet(), of: name, on: .control, within: patience)
            open[id] = name
        }
        var beats: [String: VitalsBeat] = [:]
        while !open.isEmpty, let input = visit.client.next(until: nil) {
            switch input {
            case .reply(let incoming, let id):
                guard let name = open.removeValue(forKey: id) else { continue }
                beats[name] = try visit.read(VitalsBeat.self, from: incoming)
            case .failed(let id, _): open[id] = nil
            case .event, .request, .peer, .vitalsAsked, .stopOrdered, .signal, .readable: continue
            }
        }
        guard !beats.isEmpty else { throw .nobody("nobody is there (\(visit.site.hint))") }
        return StatusReport(name: visit.site.topology.name, names: names, beats: beats)
    }
}

/// How the processes of a group are; what nobody tells of is null.
private struct StatusReport: Encodable {
    struct Process: Encodable {
        var name: String
        var pid: Int32?
        var state: GroupStatus.Process.State
        var restarts: Int?
        var since: Seconds?
        var lastBeat: Seconds?

        enum CodingKeys: String, CodingKey {
            case name
            case pid
            case state
            case restarts
            case since
            case lastBeat = "last_beat"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            // Not `encodeIfPresent`: whoever reads it finds every field.
            try container.encode(pid, forKey: .pid)
            try container.encode(state, forKey: .state)
            try container.encode(restarts, forKey: .restarts)
            try container.encode(since, forKey: .since)
            try container.encode(lastBeat, forKey: .lastBeat)
        }
    }

    let name: String
    let processes: [Process]

    /// The launcher's word.
    init(_ status: GroupStatus) {
        name = status.name
        processes = status.processes.map { process in
            Process(
                name: process.name, pid: process.pid, state: process.state,
                restarts: process.restarts, since: process.since, lastBeat: process.lastBeat)
        }
    }

    /// The processes' own: one that did not answer may be anything, and is told as silent.
    init(name: String, names: [String], beats: [String: VitalsBeat]) {
        self.name = name
        processes = names.map { name in
            let beat = beats[name]
            let state = beat.flatMap { GroupStatus.Process.State(rawValue: $0.state.rawValue) }
            return Process(
                name: name, pid: beat?.pid, state: state ?? .silent,
                lastBeat: beat == nil ? nil : 0)
        }
    }
}

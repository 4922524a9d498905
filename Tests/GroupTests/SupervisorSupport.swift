import Group
import Messages

/// A supervisor at a literal clock, with the processes' side of the talk.
struct Desk {
    static let pids: [String: Int32] = ["engine": 11, "relay": 12, "face": 13, "navigator": 14]

    var supervisor: Supervisor
    private(set) var now: Seconds = 0

    /// A group whose first tick has passed, with nothing spawned yet.
    init(_ topology: Topology = Topology()) {
        supervisor = Supervisor(topology)
        _ = send(.tick)
    }

    /// A group whose processes are all spawned and ready at 0.
    static func ready(_ topology: Topology = Topology()) -> Desk {
        var desk = Desk(topology)
        for process in topology.processes {
            desk.spawn(process.name)
            _ = desk.send(beat(process.name))
        }
        return desk
    }

    mutating func spawn(_ name: String, pid: Int32? = nil) {
        _ = send(.spawned(name, pid: pid ?? Self.pids[name] ?? 99))
    }

    /// Sends an event now; its effects, but for published statuses.
    mutating func send(_ event: Supervisor.Event) -> [Supervisor.Effect] {
        supervisor.receive(event, at: now).filter { effect in
            if case .publish = effect { false } else { true }
        }
    }

    /// Lets time pass as a running launcher does, with those named beating each second.
    mutating func pass(
        to end: Seconds, beating names: [String] = []
    ) -> [Supervisor.Effect] {
        var effects: [Supervisor.Effect] = []
        while now < end {
            now = min(now + 0.25, end)
            if now.rounded() == now {
                for name in names { effects += send(beat(name)) }
            }
            effects += send(.tick)
        }
        return effects
    }

    /// Lets time pass while the launcher does not run: its next turn is at the end of it.
    mutating func sleep(to end: Seconds) {
        now = end
    }

    /// The end of a process, as the system tells it.
    mutating func exit(_ name: String, _ exit: Exit, pid: Int32? = nil) -> [Supervisor.Effect] {
        send(.exited(name, pid: pid ?? Self.pids[name] ?? 99, exit))
    }

    /// What `group.status` says of one process.
    mutating func status(of name: String) -> GroupStatus.Process? {
        let request = Supervisor.Event.request(
            .status(GroupStatusGet()), key: RequestKey(source: "/t", id: "s"),
            token: ReplyToken(0))
        guard case .reply(.status(let status), _) = send(request).last else { return nil }
        return status.processes.first { $0.name == name }
    }
}

/// A process's sign of life.
func beat(
    _ name: String, boot: Boot = "b1", _ stage: VitalsBeat.LifeStage = .ready, pid: Int32? = nil
) -> Supervisor.Event {
    let pid = pid ?? Desk.pids[name] ?? 99
    return .beat(name, VitalsBeat(boot: boot, version: "0", now: 0, state: stage, pid: pid))
}

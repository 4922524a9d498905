/// Asks the launcher how its processes are; answered by `GroupStatus`.
package struct GroupStatusGet: Message {
    package static let type = "group.status"

    /// Asks.
    package init() {}
}

/// Asks the launcher to end the group; answered by `GroupStatus`.
package struct GroupStop: Message {
    package static let type = "group.stop"

    /// Asks.
    package init() {}
}

/// Asks the launcher to end and start one process; answered by `GroupStatus`.
package struct GroupRestart: Message {
    package static let type = "group.restart"

    /// The process's name.
    package var process: String

    /// Asks.
    package init(process: String) {
        self.process = process
    }
}

/// How the processes of a group are; as state topic and as reply (G9).
package struct GroupStatus: Message, Dated {
    package static let type = "group.status"

    /// How one process is.
    package struct Process: Codable, Sendable, Equatable {
        /// The states that a launcher can tell of.
        package enum State: String, Codable, Sendable {
            case starting
            case ready
            case stopping
            /// Its beat is missing.
            case silent
            /// It died and will be started again.
            case dead
            /// It died too often and is left alone (G3).
            case givenUp = "given_up"
        }

        /// Its name.
        package var name: String
        /// Its process id; absent while it does not run.
        package var pid: Int32?
        /// How it is.
        package var state: State
        /// How often it was started again.
        package var restarts: Int
        /// For how long it has been in this state, in seconds as of sending.
        package var since: Seconds
        /// How long ago its last beat came, in seconds as of sending; absent before the first.
        package var lastBeat: Seconds?

        enum CodingKeys: String, CodingKey {
            case name
            case pid
            case state
            case restarts
            case since
            case lastBeat = "last_beat"
        }

        /// Describes a process.
        package init(
            name: String, pid: Int32?, state: State, restarts: Int, since: Seconds,
            lastBeat: Seconds?
        ) {
            self.name = name
            self.pid = pid
            self.state = state
            self.restarts = restarts
            self.since = since
            self.lastBeat = lastBeat
        }
    }

    /// The topology's name.
    package var name: String
    /// Its processes, in the order in which they start.
    package var processes: [Process]

    /// Describes a group.
    package init(name: String, processes: [Process]) {
        self.name = name
        self.processes = processes
    }

    package mutating func carryForward(by elapsed: Seconds) {
        for index in processes.indices {
            processes[index].since += elapsed
            processes[index].lastBeat = processes[index].lastBeat.map { $0 + elapsed }
        }
    }
}

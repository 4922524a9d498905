/// A process's sign of life, each second from the actor that does the work (B4); also a reply.
package struct VitalsBeat: Message, Dated {
    package static let type = "vitals.beat"
    /// The version of the wire that this code speaks.
    package static let protocolVersion = 1

    /// How far a process is in its life.
    package enum LifeStage: String, Codable, Sendable {
        /// Recovering; not to be relied on yet (G2).
        case starting
        case ready
        case stopping
    }

    /// The process's boot.
    package var boot: Boot
    /// The version of the wire that it speaks.
    package var protocolVersion: Int
    /// The program's version.
    package var version: String
    /// Its clock.
    package var now: Seconds?
    /// How far it is in its life.
    package var state: LifeStage
    /// Its process id.
    package var pid: Int32
    /// The longest turn of its loop since the last beat, in milliseconds.
    package var longestTurn: Double
    /// Messages sent since its start.
    package var sent: Int
    /// Messages received since its start.
    package var received: Int
    /// Holes found in the sequences of others.
    package var lost: Int
    /// Messages that could not be read.
    package var malformed: Int
    /// Messages that were not allowed.
    package var refused: Int
    /// What waits, by queue.
    package var queues: [String: Int]
    /// The newest sequence of each state topic (B2).
    package var states: [String: Int]

    enum CodingKeys: String, CodingKey {
        case boot
        case protocolVersion = "protocol"
        case version
        case now
        case state
        case pid
        case longestTurn = "turn_max_ms"
        case sent
        case received
        case lost
        case malformed
        case refused
        case queues
        case states
    }

    /// Describes a process.
    package init(
        boot: Boot, protocolVersion: Int = VitalsBeat.protocolVersion, version: String,
        now: Seconds?, state: LifeStage, pid: Int32, longestTurn: Double = 0, sent: Int = 0,
        received: Int = 0, lost: Int = 0, malformed: Int = 0, refused: Int = 0,
        queues: [String: Int] = [:], states: [String: Int] = [:]
    ) {
        self.boot = boot
        self.protocolVersion = protocolVersion
        self.version = version
        self.now = now
        self.state = state
        self.pid = pid
        self.longestTurn = longestTurn
        self.sent = sent
        self.received = received
        self.lost = lost
        self.malformed = malformed
        self.refused = refused
        self.queues = queues
        self.states = states
    }

    package mutating func carryForward(by elapsed: Seconds) {
        now = now.map { $0 + elapsed }
    }
}

/// Asks for a beat, the way a Stop would go (E14); answered by `VitalsBeat`.
package struct VitalsGet: Message {
    package static let type = "vitals.get"

    /// Asks.
    package init() {}
}

/// Asks a process to end; answered by `ProcessStopping`.
package struct ProcessStop: Message {
    package static let type = "process.stop"

    /// Asks.
    package init() {}
}

/// The process is ending.
package struct ProcessStopping: Message {
    package static let type = "process.stopping"

    /// Answers.
    package init() {}
}

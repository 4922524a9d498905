package import Bus
package import Messages

/// A group on one screen, from what its processes publish by themselves.
package struct Board: Sendable {
    private struct Heard {
        var beat: VitalsBeat
        var at: Seconds
        var sentPerSecond: Double?
        var receivedPerSecond: Double?
    }

    private let group: String
    private let names: [String]
    private var beats: [String: Heard] = [:]
    private var status: GroupStatus?
    private var solo: (state: SoloState, at: Seconds)?
    private var view: FaceView?

    /// Knows nothing of a group yet.
    ///
    /// - Parameters:
    ///   - group: Its name.
    ///   - names: Its processes.
    package init(group: String, processes names: [String]) {
        self.group = group
        self.names = names
    }

    /// Whether every process has been heard of.
    package var isComplete: Bool { names.allSatisfy { beats[$0] != nil } }

    /// Takes in one thing that was heard; what cannot be read changes nothing.
    package mutating func receive(_ overheard: Overheard, at now: Seconds) {
        guard case .message(let incoming, let process) = overheard,
            !Topic.isMirrored(incoming.topic)
        else { return }
        switch incoming.type {
        case VitalsBeat.type:
            guard let beat = try? incoming.read(VitalsBeat.self) else { return }
            take(beat, of: process, at: now)
        case GroupStatus.type: status = try? incoming.read(GroupStatus.self)
        case SoloState.type: solo = (try? incoming.read(SoloState.self)).map { ($0, now) }
        case FaceView.type: view = try? incoming.read(FaceView.self)
        default: break
        }
    }

    private mutating func take(_ beat: VitalsBeat, of process: String, at now: Seconds) {
        var heard = Heard(beat: beat, at: now)
        if let last = beats[process], last.beat.boot == beat.boot, now > last.at {
            let elapsed = now - last.at
            heard.sentPerSecond = Double(beat.sent - last.beat.sent) / elapsed
            heard.receivedPerSecond = Double(beat.received - last.beat.received) / elapsed
        }
        beats[process] = heard
    }

    /// What is known at a moment.
    package func report(at now: Seconds) -> BoardReport {
        BoardReport(
            name: group, processes: names.map { row(of: $0, at: now) },
            solo: solo.map { SoloText.line($0.state, after: now - $0.at) },
            stopLine: view.map(\.stopLine), health: view?.health)
    }

    private func row(of name: String, at now: Seconds) -> BoardReport.Row {
        let known = status?.processes.first { $0.name == name }
        let heard = beats[name]
        let beat = heard?.beat
        return BoardReport.Row(
            name: name, state: known?.state.rawValue ?? beat?.state.rawValue ?? "unheard",
            pid: known?.pid ?? beat?.pid, restarts: known?.restarts,
            lastBeat: heard.map { now - $0.at }, longestTurn: beat?.longestTurn,
            sentPerSecond: heard?.sentPerSecond, receivedPerSecond: heard?.receivedPerSecond,
            lost: beat?.lost, malformed: beat?.malformed, refused: beat?.refused,
            queues: beat?.queues ?? [:])
    }
}

/// What a board knows at a moment.
package struct BoardReport: Encodable, Sendable, Equatable {
    /// One process; what is not known is absent.
    package struct Row: Encodable, Sendable, Equatable {
        let name: String
        let state: String
        let pid: Int32?
        let restarts: Int?
        let lastBeat: Seconds?
        let longestTurn: Double?
        let sentPerSecond: Double?
        let receivedPerSecond: Double?
        let lost: Int?
        let malformed: Int?
        let refused: Int?
        let queues: [String: Int]

        enum CodingKeys: String, CodingKey {
            case name
            case state
            case pid
            case restarts
            case lastBeat = "last_beat"
            case longestTurn = "turn_max_ms"
            case sentPerSecond = "sent_per_s"
            case receivedPerSecond = "received_per_s"
            case lost
            case malformed
            case refused
            case queues
        }
    }

    let name: String
    let processes: [Row]
    let solo: String?
    let stopLine: String?
    let health: String?

    enum CodingKeys: String, CodingKey {
        case name
        case processes
        case solo
        case stopLine = "stop_line"
        case health
    }

    /// Whether a process of the group has been heard of.
    package var isAnythingKnown: Bool { processes.contains { $0.lastBeat != nil } }

    /// The report as lines for a person, each cut to a number of columns.
    package func lines(width: Int = .max) -> [String] {
        var table = Table(
            [
                "PROCESS", "STATE", "PID", "RESTARTS", "BEAT", "TURN", "SENT/S", "RECV/S", "LOST",
                "BAD", "QUEUES",
            ], numbers: Set(2...9))
        for row in processes {
            let counts = [row.pid.map(Int.init), row.restarts].map { $0.map(String.init) ?? "-" }
            let times = [row.lastBeat, row.longestTurn.map { $0 / 1_000 }]
            let rates = [row.sentPerSecond, row.receivedPerSecond]
            let bad = row.malformed.map { $0 + (row.refused ?? 0) }
            let queues = row.queues.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            table.add(
                [row.name, row.state] + counts + times.map { $0.map(Figure.time) ?? "-" }
                    + rates.map { $0.map(Figure.of) ?? "-" }
                    + [row.lost, bad].map { $0.map(String.init) ?? "-" }
                    + [queues.joined(separator: ", ")])
        }
        let facts = [("solo", solo), ("Stop", stopLine), ("health", health)].compactMap { fact in
            fact.1.flatMap { $0.isEmpty ? nil : "\(fact.0): \(PlainText.shown($0))" }
        }
        return ([name] + table.lines + facts).map { PlainText.cut($0, to: width) }
    }
}

import Bus
import FoundationEssentials
import Linux
import Messages

/// Listens to the face and the engine, and holds what the one shows against what the other says.
final class Witness {
    private let client: Client
    private var receipts: [SoloReceipt] = []
    /// When `Stopped` was shown, by the clock that receipts are dated with.
    private var stopped: [Seconds] = []

    init(_ settings: Settings) throws {
        client = try Client(settings: settings)
        try client.subscribe(to: "face", topics: [FaceView.type])
        try client.subscribe(to: "engine", topics: [SoloReceipt.type])
    }

    /// Takes in what has come; nothing may be down on the display when `Stopped` is shown.
    func look(at display: String) throws {
        while let input = client.next(until: Stamp.now) {
            guard case .event(let event, _) = input else { continue }
            switch event.type {
            case SoloReceipt.type: receipts.append(try event.read())
            case FaceView.type:
                guard try event.read(FaceView.self).saysStopped else { continue }
                stopped.append(try moment(of: event))
                let shown = (try? String(contentsOfFile: display, encoding: .utf8)) ?? ""
                guard !shown.contains("Right") else {
                    throw FaultTrial.Failure("`Stopped` was shown while Right was down")
                }
            default: break
            }
        }
    }

    /// Checks that `Stopped` was shown only after there was a receipt that says so.
    ///
    /// - Parameter more: The receipts that the engine lists; one may have come to the relay alone.
    /// - Throws: A `Failure` with the moments, where it was shown too early.
    func check(receipts more: [SoloReceipt]) throws {
        let confirmed = (receipts + more).filter(\.released).compactMap(\.made.now)
        for moment in stopped where !confirmed.contains(where: { $0 <= moment + Self.tolerance }) {
            throw FaultTrial.Failure(
                "`Stopped` was shown at \(moment), and receipts were made at \(confirmed)")
        }
    }

    /// Wall clock times have milliseconds.
    private static let tolerance: Seconds = 0.002

    private func moment(of event: Incoming) throws -> Seconds {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let text = event.header.time, let date = try? Date(text, strategy: style) else {
            throw FaultTrial.Failure("an event without a time: \(event.header)")
        }
        return Stamp.now - Date().timeIntervalSince(date)
    }
}

/// What there is of a group's processes, as `/proc` shows it.
enum Remains {
    /// The variable by which they are known; players are given none that begins with `HANDRAIL_`.
    static let mark = "FAULT_TRIAL"

    /// The processes that belong to a group, whoever their parents are, but for zombies.
    static func all(of directory: RunDirectory) -> [Int32] {
        entries(of: directory).map(\.pid)
    }

    /// The players' processes, the oldest first.
    static func players(of directory: RunDirectory) -> [Int32] {
        entries(of: directory).filter { $0.hasVariable("HANDRAIL_SESSION") }
            .sorted { $0.start < $1.start }.map(\.pid)
    }

    /// The dead children of a group's processes that nobody has seen out.
    static func zombies(of directory: RunDirectory) -> [Int32] {
        let parents = Set(all(of: directory))
        return ProcessTable.all.filter { $0.isZombie && parents.contains($0.parent) }.map(\.pid)
    }

    private static func entries(of directory: RunDirectory) -> [ProcessTable.Entry] {
        // A zombie has no variables any more.
        ProcessTable.all.filter { $0.hasVariable(mark, directory.path) }
    }
}

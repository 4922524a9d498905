import Messages
import RelayCore

/// The last things that happened, for whoever has to find out what went wrong.
struct SimulatedTrace {
    /// How many are kept at least.
    private static let length = 60

    private var steps: [String] = []

    /// The last of them.
    var last: [String] { steps.suffix(Self.length) }

    /// Adds one.
    mutating func add(_ text: String, at now: Seconds) {
        if steps.count == 2 * Self.length { steps.removeFirst(Self.length) }
        steps.append("  \(Seconds(Int(now * 1_000)) / 1_000) \(text)")
    }
}

extension RelayCore.Ask {
    /// A few words for it.
    var brief: String {
        switch self {
        case .vitals: "vitals"
        case .status(let number): "status \(number)"
        case .stop(let stop, let key, _): "stop \(stop.target) as \(key.id)"
        case .extend(let extend, let key, _): "extend \(extend.session) as \(key.id)"
        case .take(let face, let number): "take \(number) at \(face)"
        case .acknowledge(let id, let face): "acknowledge \(id) at \(face)"
        }
    }
}

extension SimulatedOutcome {
    /// A few words for it.
    var brief: String {
        switch self {
        case .solo(let reply): reply.brief
        case .item(let item): item.map { "\($0.id)" } ?? "no item"
        case .done: "done"
        case .nothing: "nothing"
        }
    }
}

extension SoloReply {
    /// A few words for it.
    fileprivate var brief: String {
        switch self {
        case .started(let started): "started \(started.deadline.session)"
        case .extended(let extended): "extended \(extended.deadline.session)"
        case .stopping(let stopping):
            "stopping \(stopping.session?.text ?? "nothing"), \(stopping.stage)"
        case .receipt(let receipt):
            "receipt of \(receipt.session?.text ?? "nothing"), released \(receipt.released), "
                + "\(receipt.boot) revision \(receipt.revision)"
        case .state(let state):
            "open \(state.session?.id.text ?? "nothing"), \(state.boot) revision \(state.revision)"
        case .receipts(let receipts): "\(receipts.receipts.count) receipts"
        case .problem(let problem): "\(problem.type.word): \(problem.title)"
        }
    }
}

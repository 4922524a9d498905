import Dispatch
import EngineCore
import Glibc
import JSON
import Linux
import Messages
import Synchronization

/// A timed list of inputs.
struct Script: Sendable, Equatable {
    /// One input and when it is due, in seconds from the start.
    struct Step: Sendable, Equatable {
        var at: Seconds
        var input: PlayerInput
    }

    /// The steps in the order of their times.
    let steps: [Step]

    /// Reads a file of JSON5: a list of `{"at": 0.5, "press": "Right"}`, likewise `release`, or `tap` with
    /// `ms`.
    ///
    /// - Throws: A `PlayerError` that names the file and what is wrong.
    init(file: String) throws(PlayerError) {
        guard let contents = File.contents(of: file) else {
            throw PlayerError("\(file) cannot be read: \(String(cString: strerror(errno)))")
        }
        let lines: [TimedLine]
        do {
            lines = try Value(json5: contents).decode([TimedLine].self)
        } catch {
            throw PlayerError("\(file) cannot be read as a list of inputs: \(error)")
        }
        var steps: [Step] = []
        for (index, line) in lines.enumerated() {
            guard let input = line.line.input, line.at.isFinite, line.at >= 0 else {
                throw PlayerError(
                    "\(file): entry \(index + 1) needs `at` from 0 on, and one of press, release, tap"
                )
            }
            steps.append(Step(at: line.at, input: input))
        }
        guard !steps.isEmpty else { throw PlayerError("\(file) holds no input") }
        self.steps = steps.sorted { $0.at < $1.at }
    }

    private struct TimedLine: Decodable {
        enum CodingKeys: CodingKey {
            case at
        }

        var at: Seconds
        var line: PlayerLine

        init(from decoder: any Decoder) throws {
            at = try decoder.container(keyedBy: CodingKeys.self).decode(Seconds.self, forKey: .at)
            line = try PlayerLine(from: decoder)
        }
    }
}

/// Plays a script, once or again and again.
final class ScriptPlayer: Player {
    /// The least time that one round takes, so that an empty loop does not spin.
    private static let shortestRound: Seconds = 0.1
    /// The least time from one input to the next: no script floods the engine (E13).
    private static let shortestPause: Seconds = 0.002

    private let script: Script
    private let loops: Bool
    private let session: SessionID
    private let report: Report
    private let queue = DispatchQueue(label: "script")
    private let ended = Mutex(false)

    /// Starts to play.
    init(_ script: Script, loops: Bool, session: SessionID, report: @escaping Report) {
        self.script = script
        self.loops = loops
        self.session = session
        self.report = report
        play(0, from: .now())
    }

    func tell(_ stroke: Stroke, refusal: String?) {}

    func end() {
        let isNews = ended.withLock { ended in
            defer { ended = true }
            return !ended
        }
        if isNews { report(.playerEnded(session, reason: nil)) }
    }

    func kill() {
        end()
    }

    private func play(_ index: Int, from start: DispatchTime) {
        guard index < script.steps.count else { return startAgain(after: start) }
        let step = script.steps[index]
        let due = max(start + step.at, .now() + Self.shortestPause)
        queue.asyncAfter(deadline: due) { [self] in
            guard !ended.withLock({ $0 }) else { return }
            report(.player(step.input, of: session))
            play(index + 1, from: start)
        }
    }

    private func startAgain(after start: DispatchTime) {
        guard loops else { return end() }
        let length = max(script.steps.last?.at ?? 0, Self.shortestRound)
        play(0, from: start + length)
    }
}

/// One line of a player: which input it wants pressed, released or tapped.
struct PlayerLine: Decodable, Sendable, Equatable {
    var press: String?
    var release: String?
    var tap: String?
    var ms: Double?

    /// What it asks for; nil where it asks for nothing, or for several things.
    var input: PlayerInput? {
        switch (press, release, tap) {
        case (let press?, nil, nil): .press(press)
        case (nil, let release?, nil): .release(release)
        case (nil, nil, let tap?): .tap(tap, lasting: (ms ?? 50) / 1_000)
        default: nil
        }
    }
}

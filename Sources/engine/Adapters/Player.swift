import Bus
import EngineCore
import Messages

/// Something that plays: it says what it wants pressed, until it ends or is ended.
///
/// Calls return at once. Whatever a player does, it cannot hold the engine up (E13).
protocol Player: Sendable {
    /// Tells it what became of one of its inputs.
    func tell(_ stroke: Stroke, refusal: String?)
    /// Tells it to end; it has its grace to do so.
    func end()
    /// Ends it, and all that it has started.
    func kill()
}

/// The players of the sessions that have one.
final class Players {
    private let options: [String: PlayerOptions]
    private let roll: PlayerRoll
    private let report: Report
    private var running: [SessionID: any Player] = [:]

    /// Takes up the players of a topology; those of an earlier life are ended first (G6).
    init(_ options: [String: PlayerOptions], roll: PlayerRoll, report: @escaping Report) {
        self.options = options
        self.roll = roll
        self.report = report
        roll.sweep()
    }

    /// Starts a player for a session; where that fails, it is reported as ended, with the reason.
    func start(_ name: String, for session: SoloSession) {
        do throws(PlayerError) {
            running[session.id] = try make(name, session)
        } catch {
            report(.playerEnded(session.id, reason: "player \(name): \(error.message)"))
        }
    }

    func tell(_ stroke: Stroke, refusal: String?) {
        running[stroke.session]?.tell(stroke, refusal: refusal)
    }

    func end(_ session: SessionID) {
        running[session]?.end()
    }

    func kill(_ session: SessionID) {
        running[session]?.kill()
    }

    /// Forgets a player that has ended.
    func forget(_ session: SessionID) {
        running[session] = nil
    }

    private func make(_ name: String, _ session: SoloSession) throws(PlayerError) -> any Player {
        let options = options[name]
        if let command = options?.command, !command.isEmpty {
            return try CommandPlayer(command, session: session, roll: roll, report: report)
        }
        if let script = options?.script {
            return ScriptPlayer(
                try Script(file: script), loops: options?.loop ?? false, session: session.id,
                report: report)
        }
        throw PlayerError("neither a command nor a script is given for it")
    }
}

/// Why a player could not be started.
struct PlayerError: Error, Sendable, Equatable {
    /// What happened, where, and what to do.
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

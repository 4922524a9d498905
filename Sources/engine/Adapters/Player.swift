import Bus
import Dispatch
import EngineCore
import Messages
import Synchronization

/// Something that plays: it says what it wants pressed, until it ends or is ended.
///
/// Whatever a player does, it cannot hold the engine up (E13): it lives on threads of its own.
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
    private var seats: [SessionID: Seat] = [:]

    /// Takes up the players of a topology.
    init(_ options: [String: PlayerOptions], roll: PlayerRoll, report: @escaping Report) {
        self.options = options
        self.roll = roll
        self.report = report
    }

    /// Starts a player for a session; where that fails, it is reported as ended, with the reason.
    func start(_ name: String, for session: SoloSession) {
        let options = options[name] ?? PlayerOptions()
        seats[session.id] = Seat { [roll, report] in
            do throws(PlayerError) {
                return try Self.player(options, session, roll, report)
            } catch {
                report(.playerEnded(session.id, reason: "player \(name): \(error.message)"))
                return nil
            }
        }
    }

    func tell(_ stroke: Stroke, refusal: String?) {
        seats[stroke.session]?.ask { $0.tell(stroke, refusal: refusal) }
    }

    func end(_ session: SessionID) {
        seats[session]?.ask { $0.end() }
    }

    func kill(_ session: SessionID) {
        seats[session]?.ask { $0.kill() }
    }

    /// Forgets a player that has ended.
    func forget(_ session: SessionID) {
        seats[session] = nil
    }

    private static func player(
        _ options: PlayerOptions, _ session: SoloSession, _ roll: PlayerRoll,
        _ report: @escaping Report
    ) throws(PlayerError) -> any Player {
        if let command = options.command, !command.isEmpty {
            return try CommandPlayer(command, session: session, roll: roll, report: report)
        }
        if let script = options.script {
            return ScriptPlayer(
                try Script(file: script), loops: options.loop ?? false, session: session.id,
                report: report)
        }
        throw PlayerError("neither a command nor a script is given for it")
    }
}

/// Where one player sits: it is started and told everything in order, off the bus thread.
private final class Seat: Sendable {
    private let queue = DispatchQueue(label: "player")
    // Nil until it is started, and where it could not be. Set and read on the queue alone.
    private let player = Mutex<(any Player)?>(nil)

    /// Has a player started, which may wait for files.
    init(start: @escaping @Sendable () -> (any Player)?) {
        queue.async {
            let player = start()
            self.player.withLock { $0 = player }
        }
    }

    /// Has something asked of the player once it is started.
    func ask(_ question: @escaping @Sendable (any Player) -> Void) {
        queue.async {
            if let player = self.player.withLock({ $0 }) { question(player) }
        }
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

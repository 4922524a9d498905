import Bus
import Dispatch
import EngineCore
import Glibc
import JSON
import Messages

/// Any program as a player: a JSON line of its output is an input, its own input tells it the rest.
///
/// A thread of its own reads it, no faster than inputs can be taken: beyond that its pipe is full
/// and it waits (E13).
final class CommandPlayer: Player {
    private let session: SessionID
    private let program: String
    private let report: Report
    private let roll: PlayerRoll
    private let child: PlayerProcess

    /// Starts a program for a session.
    ///
    /// - Throws: A `PlayerError` where it cannot be started.
    init(
        _ command: [String], session: SoloSession, roll: PlayerRoll, report: @escaping Report
    ) throws(PlayerError) {
        self.session = session.id
        self.report = report
        self.roll = roll
        program = command[0]
        // On the roll before it runs: an engine that dies in between still leaves its name.
        roll.enter(session.id)
        do throws(PlayerError) {
            child = try PlayerProcess(command, session: session.id)
        } catch {
            roll.strike(session.id)
            throw error
        }
        roll.enter(session.id, leader: child.pid)
        child.say(SessionLine(session))
        DispatchQueue(label: "player \(program)").async { [self] in listen() }
    }

    func tell(_ stroke: Stroke, refusal: String?) {
        child.say(ResultLine(stroke, refusal: refusal))
    }

    func end() {
        child.closeInput()
        child.signal(SIGTERM)
    }

    func kill() {
        child.signal(SIGKILL)
    }

    /// Takes in what the program prints until it has ended.
    private func listen() {
        var lines = LineReader()
        var isTold = false
        while let bytes = child.read(pausing: lines.pause()) {
            for line in lines.take(bytes) where !line.isEmpty {
                if let input = try? Value(line).decode(PlayerLine.self).input {
                    report(.player(input, of: session))
                } else if !isTold {
                    isTold = true
                    let text = String(decoding: line.prefix(80), as: UTF8.self)
                    Log.write(.warning, "player \(program) printed what is no input: \(text)")
                }
            }
        }
        ended()
    }

    private func ended() {
        // What it has started goes with it, in its group or out of it.
        let reason = child.reap()
        ProcessTree.endOrphans(sparing: roll.strike(session))
        report(.playerEnded(session, reason: reason.map { "player \(program) \($0)" }))
    }
}

/// Makes lines of what a program prints, and says when enough has been taken.
struct LineReader {
    /// So many lines are taken before the program is left waiting.
    private static let linesAtOnce = 100
    /// For so long, in milliseconds.
    private static let pause: Int32 = 200
    /// A longer line is no input, and is passed over.
    private static let longestLine = 4_096

    private var buffer: [UInt8] = []
    private var isTooLong = false
    private var taken = 0

    /// How long to leave the program waiting now, in milliseconds.
    mutating func pause() -> Int32 {
        guard taken >= Self.linesAtOnce else { return 0 }
        taken = 0
        return Self.pause
    }

    /// The lines that have become whole.
    mutating func take(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                taken += 1
                if !isTooLong { lines.append(buffer) }
                buffer.removeAll(keepingCapacity: true)
                isTooLong = false
            } else if buffer.count < Self.longestLine {
                buffer.append(byte)
            } else {
                isTooLong = true
            }
        }
        return lines
    }
}

/// What a player is told first.
private struct SessionLine: Encodable {
    let mode: SoloMode
    let seconds: Seconds
    let session: SessionID
    let title: String

    init(_ session: SoloSession) {
        self.session = session.id
        title = session.title
        mode = session.mode
        seconds = session.expiresAt - session.startedAt
    }
}

/// What a player is told of one of its inputs.
private struct ResultLine: Encodable {
    let ok: Bool
    let press: String?
    let reason: String?
    let release: String?

    init(_ stroke: Stroke, refusal: String?) {
        press = stroke.isPress ? stroke.input : nil
        release = stroke.isPress ? nil : stroke.input
        ok = refusal == nil
        reason = refusal
    }
}

internal import Bus
internal import Messages

extension Note {
    /// How much the note matters.
    var level: LogLevel {
        switch self {
        case .ready, .groupReady, .restarting, .ending: .info
        case .waiting, .died, .over, .silent, .suspendRefused, .forced, .killing, .left: .warning
        case .notSpawned, .gaveUp: .error
        }
    }

    /// The note in words.
    var text: String {
        switch self {
        case .ready(let name, let after): "\(name) ready after \(after.inSeconds)"
        case .groupReady(let after): "ready after \(after.inSeconds)"
        case .waiting(let names): "waiting for \(names.joined(separator: ", ")) to be ready"
        case .notSpawned(let name, let reason): "\(name) cannot be started: \(reason)"
        case .died(let name, let exit, let pause):
            "\(name) \(exit.text); it is started again in \(pause.inSeconds)"
        case .gaveUp(let name, let deaths):
            "\(name) is given up: it died \(deaths) times within 30 s"
        case .over(let name, let exit): "\(name) \(exit.text); it is not started again"
        case .restarting(let name): "\(name) is started again, as asked"
        case .silent(let name, let span):
            "\(name) has shown no life for \(span.inSeconds); it is killed"
        case .suspendRefused: "a session is open: the group is not stopped by the terminal"
        case .ending(let cause): "ending: \(cause.text)"
        case .forced: "ending at once"
        case .killing(let name, let after):
            "\(name) has not ended within \(after.inSeconds); it is killed"
        case .left(let names): "left behind, and killed: \(names.joined(separator: ", "))"
        }
    }
}

extension Exit {
    /// The end in words.
    fileprivate var text: String {
        switch self {
        case .exited(let code): "has ended with code \(code)"
        case .signalled(let signal): "was ended by signal \(signal)"
        case .unknown: "has ended"
        case .notSpawned: "was not started"
        }
    }
}

extension Cause {
    /// The cause in words.
    var text: String {
        switch self {
        case .signal: "a signal"
        case .request: "as asked"
        case .gaveUp(let name): "\(name) cannot be kept up"
        }
    }
}

extension Seconds {
    /// The span in words, to a hundredth of a second.
    fileprivate var inSeconds: String {
        let hundredths = Int((self * 100).rounded())
        let digits = "\(hundredths % 100)"
        let fraction = digits.count < 2 ? "0\(digits)" : digits
        return "\(hundredths / 100).\(fraction) s"
    }
}

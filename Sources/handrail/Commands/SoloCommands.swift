import Bus
import Group
import Messages
import Monitor

/// What concerns solo play: asked of the engine itself, but for Stop, which is the face's.
enum SoloCommands {
    private static let minutes = Option(
        name: "minutes", value: "M", isRequired: true, summary: "for how long")
    private static let mode = Option(
        name: "mode", value: "MODE", isRequired: true, summary: "coached, true or broadcast")
    private static let player = Option(
        name: "player", value: "P", summary: "the topology's player that plays")
    private static let more = Option(
        name: "minutes", value: "M", summary: "how much later it ends (the face's step)")
    private static let last = Option(
        name: "last", value: "N", summary: "only the newest N")

    static let all = [
        Command(
            name: "solo start", summary: "start a session", operands: [Operand("TITLE")],
            options: [minutes, mode, player, .json], run: start),
        Command(
            name: "solo extend", summary: "have the open session end later",
            options: [more, .json], run: extend),
        Command(
            name: "solo status", summary: "say what is open, and what the last receipt said",
            options: [.json], run: status),
        Command(
            name: "solo stop", summary: "end the session: a deliberate Stop, without arming",
            options: [StopCommand.wait, .view, .face],
            details: [
                "It goes the way of the face's Stop: face, relay, engine. Where the face or the",
                "relay does not answer, it goes straight to the engine, and that is said.",
            ], run: StopCommand.run),
        Command(
            name: "solo dismiss", summary: "record that an unconfirmed release was seen to",
            operands: [Operand("WHY")], options: [.json], run: dismiss),
        Command(
            name: "receipts", summary: "list what ended, why, and what the read-back showed",
            options: [last, .json], run: receipts),
    ]

    private static func start(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let engine = visit.site.engine
        let minutes = try visit.arguments.number(minutes) ?? 0
        let state = try visit.ask(SoloStatus(), of: engine, for: SoloState.self)
        let start = SoloStart(
            title: visit.arguments.operands[0], mode: visit.arguments[mode] ?? "",
            seconds: minutes * 60, player: visit.arguments[player], boot: state.boot,
            notAfter: state.now.map { $0 + Visit.patience })
        let reply = try visit.ask(start, of: engine)
        if visit.arguments.has(.json) { return try visit.console.json(of: reply) }
        let deadline = try visit.read(SoloStarted.self, from: reply).deadline
        try visit.console.line("started: session \(deadline.session), \(deadline.left) left")
    }

    private static func extend(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let engine = visit.site.engine
        let minutes = try visit.arguments.number(more)
        let state = try visit.ask(SoloStatus(), of: engine, for: SoloState.self)
        guard let session = state.session else {
            throw .refused("no session is open, so there is none to extend")
        }
        let extend = SoloExtend(
            session: session.id, seconds: minutes.map { $0 * 60 } ?? visit.site.step,
            boot: state.boot, notAfter: state.now.map { $0 + Visit.patience })
        let reply = try visit.ask(extend, of: engine)
        if visit.arguments.has(.json) { return try visit.console.json(of: reply) }
        let deadline = try visit.read(SoloExtended.self, from: reply).deadline
        try visit.console.line("extended: session \(deadline.session), \(deadline.left) left")
    }

    private static func status(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        try visit.tell(try visit.ask(SoloStatus(), of: visit.site.engine))
    }

    private static func dismiss(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let why = SoloDismiss(why: visit.arguments.operands[0])
        try visit.tell(try visit.ask(why, of: visit.site.engine))
    }

    private static func receipts(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let question = SoloReceiptsList(last: try visit.arguments.count(last))
        let reply = try visit.ask(question, of: visit.site.engine, for: SoloReceipts.self)
        for receipt in reply.receipts {
            if visit.arguments.has(.json) {
                try visit.console.json(receipt)
            } else {
                try visit.console.line(SoloText.line(receipt))
            }
        }
    }
}

extension Visit {
    /// Prints the engine's state.
    fileprivate func tell(_ reply: Incoming) throws(Failure) {
        if arguments.has(.json) { return try console.json(of: reply) }
        try console.line(SoloText.line(try read(SoloState.self, from: reply)))
    }
}

extension Site {
    /// The step of the face's "+", in seconds.
    fileprivate var step: Seconds {
        let face = topology.processes.first { $0.kind == .face }
        return face?.face.step ?? settings.face.step
    }
}

extension SoloDeadline {
    /// The time left, for a person.
    fileprivate var left: String { Figure.clock(expiresAt - now) }
}

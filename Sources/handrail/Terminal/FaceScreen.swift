import Bus
import Glibc
import Linux
import Messages
import TerminalCore

/// A face at a terminal: brings the core what comes, and carries out what it says.
struct FaceScreen: ~Copyable {
    /// What was asked, by which its answer is understood.
    private enum Asked: Equatable {
        case press(FaceControl)
        case action
        case disarm
    }

    /// How long a touch may be on its way before it counts as not delivered, in seconds.
    private static let patience: Seconds = 2
    /// How long an end waits for the face to hear of the disarming, in seconds.
    private static let farewell: Seconds = 1

    private let visit: Visit
    private let face: String
    private let session: String
    private let interrupts: Interrupts
    private let terminal: FaceTerminal
    private var core: TerminalCore
    private var asked: [RequestID: Asked] = [:]
    private var hasEnded = false

    /// Goes to the face that a command line names.
    ///
    /// - Throws: A `Failure` where the command line or the topology is wrong.
    init(_ invocation: Invocation, _ manner: TerminalCore.Manner) throws(Failure) {
        // Before libzmq's threads: they must leave the signals alone, too.
        let interrupts = try Failure.wrapping { () throws(BusError) in
            try Interrupts(and: [SIGTSTP, SIGCONT, SIGWINCH])
        }
        let visit = try Visit(invocation)
        let face = visit.site.face(invocation.arguments)
        let session = invocation.arguments[.view] ?? "terminal-\(Stamp.processID)"
        try visit.subscribe(to: face, topics: [FaceView.type, VitalsBeat.type])
        let ink = Ink(environment: Environment.variables)
        let terminal = try FaceTerminal(manner, ink: ink, interrupts: interrupts)
        self.terminal = terminal
        core = TerminalCore(
            session: session, manner: manner,
            waiting: "waiting for \(face) (\(visit.site.hint))", at: Stamp.now)
        visit.console.interrupt = interrupts.descriptor
        self.interrupts = interrupts
        self.visit = visit
        self.face = face
        self.session = session
    }

    /// Shows the face until somebody has had enough.
    ///
    /// - Throws: A `Failure` where nobody reads any more.
    mutating func run() throws(Failure) {
        if terminal.isInBackground { terminal.suspend() }
        try receive(.began(terminal.size))
        while !hasEnded {
            // Each in turn: neither endless garbage nor a flood of pictures shuts the other one out.
            let isBusy = try takeFromTerminal()
            if hasEnded { break }
            if !isBusy, let deadline = core.deadline, Stamp.now >= deadline { try receive(.tick) }
            let descriptor = terminal.ready.descriptor
            let until = isBusy ? Stamp.now : core.deadline
            if let input = visit.client.next(until: until, watching: descriptor) {
                try take(input)
            }
        }
        terminal.leave()
        _ = sayFarewell()
    }

    // MARK: What comes

    /// - Returns: Whether there was anything.
    private mutating func takeFromTerminal() throws(Failure) -> Bool {
        terminal.goOn()
        var isAny = false
        while let number = interrupts.next() {
            isAny = true
            switch number {
            case SIGWINCH: try receive(.resized(terminal.size))
            case SIGCONT: try receive(.began(terminal.size))
            case SIGTSTP: try receive(.suspendOrdered)
            default: try receive(.endOrdered)
            }
        }
        guard !hasEnded else { return true }
        switch terminal.read() {
        case .bytes(let bytes):
            try receive(.bytes(bytes))
            return true
        case .end:
            if terminal.isPerson { try receive(.endOrdered) }
            return true
        case .nothing: return isAny
        }
    }

    private mutating func take(_ input: BusInput) throws(Failure) {
        switch input {
        case .event(let incoming, _):
            try receive(news(in: incoming))
        case .reply(let incoming, let id):
            guard let asked = asked.removeValue(forKey: id) else { return }
            if let event = try answer(incoming, to: asked) { try receive(event) }
        case .failed(let id, _):
            guard let asked = asked.removeValue(forKey: id) else { return }
            switch asked {
            case .press(let control): try receive(.notDelivered(control))
            case .action: try receive(.notDelivered(nil))
            case .disarm: break
            }
        case .request, .peer, .vitalsAsked, .stopOrdered, .signal, .readable: break
        }
    }

    /// A picture that cannot be read changes nothing: the one that is there grows old.
    private func news(in incoming: Incoming) -> TerminalCore.Event {
        guard incoming.type == FaceView.type else { return .heard }
        do throws(Problem) {
            return .view(try incoming.read(FaceView.self))
        } catch {
            return .refused(error.detail.isEmpty ? error.title : error.detail)
        }
    }

    private func answer(
        _ incoming: Incoming, to asked: Asked
    ) throws(Failure) -> TerminalCore.Event? {
        let problem =
            incoming.type == Problem.type ? try visit.read(Problem.self, from: incoming) : nil
        switch asked {
        case .press(let control):
            if let problem {
                return .pressed(control, FacePressed(.refused, reason: problem.title))
            }
            return .pressed(control, try visit.read(FacePressed.self, from: incoming))
        case .action: return problem.map { .refused($0.detail.isEmpty ? $0.title : $0.detail) }
        case .disarm: return nil
        }
    }

    // MARK: What follows

    private mutating func receive(_ event: TerminalCore.Event) throws(Failure) {
        for effect in core.receive(event, at: Stamp.now) { try carryOut(effect) }
    }

    private mutating func carryOut(_ effect: TerminalCore.Effect) throws(Failure) {
        switch effect {
        case .enter: terminal.enter()
        case .draw(let frame): terminal.draw(frame)
        case .say(let lines): try visit.console.lines(lines)
        case .press(let control, let down, let up):
            ask(
                FacePress(control: control, view: session, down: down, up: up), of: face,
                .press(control))
        case .disarm: ask(FaceDisarm(view: session), of: face, .disarm)
        case .ask(let action): ask(request(for: action), of: visit.site.navigator, .action)
        case .bell: terminal.ring()
        case .suspend:
            // A stopped process sends nothing.
            let missed = sayFarewell()
            terminal.suspend()
            if let missed { try take(missed) }
            try receive(.began(terminal.size))
        case .leave: hasEnded = true
        }
    }

    private mutating func ask(_ message: some Message, of process: String, _ what: Asked) {
        let id = visit.client.request(message, of: process, within: Self.patience)
        asked[id] = what
    }

    private func request(for action: FaceView.Action) -> any Message {
        switch action.deed {
        case .accept: NavAccept(pending: OfferID(action.target))
        case .decline: NavDecline(pending: OfferID(action.target))
        case .start: NavStart(preview: PreviewID(action.target))
        case .cancel: NavCancel(preview: PreviewID(action.target))
        case .end: NavEnd(trip: TripID(action.target))
        case .walk: PinsWalk(pin: PlaceID(action.target))
        }
    }

    /// Waits until the face has heard that nothing is armed here any more, or cannot be reached.
    ///
    /// - Returns: The newest picture that has come meanwhile.
    private mutating func sayFarewell() -> BusInput? {
        let end = Stamp.now + Self.farewell
        var picture: BusInput?
        while asked.values.contains(.disarm), let input = visit.client.next(until: end) {
            switch input {
            case .reply(_, let id), .failed(let id, _): asked[id] = nil
            case .event(let incoming, _): if incoming.type == FaceView.type { picture = input }
            case .request, .peer, .vitalsAsked, .stopOrdered, .signal, .readable: continue
            }
        }
        return picture
    }
}

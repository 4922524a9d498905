package import Messages

/// The whole behaviour of a terminal that shows a face: what comes and time in, effects out.
///
/// It decides nothing about the controls: it tells the face of presses, and shows what that says.
package struct TerminalCore: Sendable {
    /// How the face is told.
    package enum Manner: Sendable, Equatable {
        /// As a picture.
        case screen
        /// In lines, for those who hear them.
        case lines
    }

    /// Something that comes.
    package enum Event: Sendable, Equatable {
        /// The terminal is this program's: at the start, and when it is continued.
        case began(Size)
        /// The terminal has another size.
        case resized(Size)
        /// The terminal has sent something.
        case bytes([UInt8])
        /// The face has a new picture.
        case view(FaceView)
        /// The face shows that it is alive.
        case heard
        /// The face has answered a press.
        case pressed(FaceControl, FacePressed)
        /// A touch did not arrive: a press of a control, or of a button of one tap.
        case notDelivered(FaceControl?)
        /// Somebody has answered that it can't be done, and why.
        case refused(String)
        /// The system wants the program to stop for a while.
        case suspendOrdered
        /// The system wants the program to end.
        case endOrdered
        /// Only time has passed, and nothing waits to be read.
        case tick
    }

    /// Something to do.
    package enum Effect: Sendable, Equatable {
        /// Have the terminal tell what is done at it.
        case enter
        /// Show a picture.
        case draw(Frame)
        /// Say lines.
        case say([String])
        /// Tell the face of a press, with its times.
        case press(FaceControl, down: Seconds, up: Seconds)
        /// Tell the face that nothing is armed here any more.
        case disarm
        /// Ask the navigator.
        case ask(FaceView.Action)
        /// Be heard.
        case bell
        /// Give the terminal back, and stop until somebody continues the program.
        case suspend
        /// Give the terminal back, and end.
        case leave
    }

    /// After so long without a sign of life what is shown is old, in seconds (V8).
    static let silence: Seconds = 3
    /// A wait for the first picture is told after so long, in seconds.
    static let quiet: Seconds = 1
    /// How long a notice stands, in seconds.
    static let noticeFor: Seconds = 8
    /// How often the bar of an arming is drawn, in seconds.
    static let barStep: Seconds = 0.25

    let manner: Manner
    var scene: Scene
    var size = Size(columns: 80, rows: 24)
    var parser = InputParser()
    var hands = Hands()
    /// The newest picture as it came, and when.
    private var view: (picture: FaceView, at: Seconds)?
    private var heardAt: Seconds
    private let startedAt: Seconds
    /// What is told of that wait.
    private let waiting: String
    private var alertsSeen: Int?
    private var noticeUntil: Seconds?
    private var drawn: Frame?
    private var speech = Speech()
    private var nextStep: Seconds?

    /// Begins with nothing heard.
    ///
    /// - Parameters:
    ///   - session: The name of this view session.
    ///   - manner: How the face is told.
    ///   - waiting: What is shown until the face has been heard.
    ///   - now: The moment.
    package init(
        session: String, manner: Manner, waiting: String, at now: Seconds
    ) {
        self.manner = manner
        self.waiting = waiting
        scene = Scene(session: session)
        heardAt = now
        startedAt = now
    }

    /// Takes in something that came, and says what follows.
    package mutating func receive(_ event: Event, at now: Seconds) -> [Effect] {
        var effects: [Effect] = []
        // What time has done comes first: nobody presses what has run out.
        elapse(at: now)
        handle(event, at: now, &effects)
        guard !effects.contains(.leave), !effects.contains(.suspend) else { return effects }
        show(at: now, &effects)
        return effects
    }

    /// When time alone will change something.
    package var deadline: Seconds? {
        let old = scene.isOld || view == nil ? nil : heardAt + Self.silence
        let told = view == nil && scene.waiting.isEmpty ? startedAt + Self.quiet : nil
        return [parser.deadline, noticeUntil, hands.deadline, nextStep, old, told]
            .compactMap(\.self).min()
    }

    private mutating func handle(_ event: Event, at now: Seconds, _ effects: inout [Effect]) {
        switch event {
        case .began(let size):
            self.size = size
            drawn = nil
            speech = Speech()
            effects.append(.enter)
        case .resized(let size):
            self.size = size
            hands.letGo()
        case .bytes(let bytes):
            for input in parser.receive(bytes, at: now) { take(input, at: now, &effects) }
        case .view(let view): take(view, at: now, &effects)
        case .heard: heardAt = now
        case .pressed(let control, let pressed): take(pressed, of: control, at: now)
        case .notDelivered(let control):
            if let control { hands.failed(control) }
            say(scene.view?.words.notDelivered, at: now)
        case .refused(let why): say(why, at: now)
        case .suspendOrdered: effects += suspend()
        case .endOrdered: effects += leave()
        case .tick: for input in parser.elapse(at: now) { take(input, at: now, &effects) }
        }
    }

    /// Lets go of what is armed, and of the terminal.
    mutating func leave() -> [Effect] {
        hands = Hands()
        return [.disarm, .leave]
    }

    /// The same for a while.
    mutating func suspend() -> [Effect] {
        hands = Hands()
        return [.disarm, .suspend]
    }

    // MARK: What the face tells

    private mutating func take(_ view: FaceView, at now: Seconds, _ effects: inout [Effect]) {
        heardAt = now
        self.view = (view, now)
        hands.see(view.armings.first { $0.view == scene.session }?.control)
        // Numbers that start again are another life of the face.
        let newest = view.alerts.map(\.number).max() ?? 0
        if let alertsSeen, newest > alertsSeen {
            effects.append(.bell)
            say(view.alerts.last?.text, at: now)
        }
        alertsSeen = newest
    }

    private mutating func take(
        _ pressed: FacePressed, of control: FaceControl, at now: Seconds
    ) {
        heardAt = now
        switch pressed.outcome {
        case .armed:
            guard let armedFor = view?.picture.rules.armedFor else { return hands.failed(control) }
            hands.armed(control, until: now + armedFor)
        case .confirmed, .refused: hands.failed(control)
        }
        if let reason = pressed.reason { say(reason, at: now) }
    }

    private mutating func say(_ text: String?, at now: Seconds) {
        scene.notice = text
        noticeUntil = text.map { _ in now + Self.noticeFor }
    }

    // MARK: What is shown

    /// The control that is armed here, by the face's picture or by its answer to the press.
    var armed: FaceControl? { scene.armed?.control ?? hands.armed }

    private mutating func elapse(at now: Seconds) {
        if let until = noticeUntil, now >= until { say(nil, at: now) }
        hands.elapse(at: now)
        if let view {
            var picture = view.picture
            picture.carryForward(by: max(0, now - view.at))
            scene.view = picture
        }
        if now - startedAt >= Self.quiet { scene.waiting = waiting }
        scene.isOld = now - heardAt >= Self.silence
    }

    private mutating func show(at now: Seconds, _ effects: inout [Effect]) {
        elapse(at: now)
        scene.waitsForKey = scene.armed != nil && !hands.tellsReleases
        nextStep = step(after: now)
        switch manner {
        case .lines:
            let lines = speech.lines(of: scene)
            if !lines.isEmpty { effects.append(.say(lines)) }
        case .screen:
            let frame = Layout.frame(of: scene, size)
            scene.scroll = min(max(0, scene.scroll), frame.scrollLimit)
            if frame != drawn { effects.append(.draw(frame)) }
            drawn = frame
        }
    }

    /// When what is counted down changes next.
    private func step(after now: Seconds) -> Seconds? {
        guard let view, let picture = scene.view else { return nil }
        let counts = picture.timeLeft != nil || !picture.unsent.isEmpty
        let isArmed = picture.armings.contains { $0.left > 0 }
        guard isArmed || counts else { return nil }
        let step = isArmed ? Self.barStep : 1
        let steps = ((now - view.at) / step).rounded(.down) + 1
        // A little later: at the very moment a difference of doubles may still be below it.
        return view.at + steps * step + 0.001
    }

    /// What can be pressed at a cell of what is shown.
    func target(row: Int, column: Int) -> Target? { drawn?.target(row: row, column: column) }

    /// Scrolls by rows.
    mutating func scroll(by rows: Int) {
        let limit = drawn?.scrollLimit ?? 0
        scene.scroll = min(max(0, scene.scroll + rows), limit)
    }

    /// How many rows a page has.
    var page: Int { drawn?.page ?? 1 }
}

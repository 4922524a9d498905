import Bus
import Messages
import Monitor

/// What a view of the face does: press, and look.
enum FaceCommands {
    private static let deliberate = Option(
        name: "deliberate", summary: "do both presses, half a second apart")
    private static let follow = Option(
        name: "follow", summary: "print it again whenever it changes")
    /// How long after the first press's answer the second one of a deliberate pair follows; the
    /// settle is 0.4 s.
    private static let apart: Seconds = 0.5

    static let all = [
        Command(
            name: "press", summary: "press one of the face's controls",
            operands: [Operand("CONTROL")], options: [deliberate, .view, .face],
            details: [
                "CONTROL is one of: \(FaceControl.allCases.map(\.word).joined(separator: ", ")).",
                "Two presses of one view session are one person's two presses: the first arms the",
                "control, the second, within 5 s and not at once, confirms it.",
            ], run: press),
        Command(
            name: "look", summary: "show what the face shows",
            options: [follow, .face, .json], run: look),
    ]

    private static func press(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let word = visit.arguments.operands[0]
        guard let control = FaceControl.allCases.first(where: { $0.word == word }) else {
            let words = FaceControl.allCases.map(\.word).joined(separator: ", ")
            throw .usage("\"\(word)\" is no control; the controls are \(words)")
        }
        let first = try visit.press(control)
        guard visit.arguments.has(deliberate), first.outcome == .armed else {
            return try visit.tell(first)
        }
        let second = Stamp.now + apart
        while visit.client.next(until: second) != nil {}
        try visit.tell(try visit.press(control))
    }

    private static func look(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let face = visit.site.face(visit.arguments)
        let follows = visit.arguments.has(follow)
        if follows { try visit.subscribe(to: face, topics: [FaceView.type]) }
        try visit.show(try visit.ask(FaceLook(), of: face))
        while follows {
            if let incoming = try visit.event(of: FaceView.type) { try visit.show(incoming) }
        }
    }
}

extension FaceControl {
    /// How the command line writes it.
    fileprivate var word: String { rawValue.replacing("_", with: "-") }
}

extension Visit {
    /// Presses a control once, at this moment of the machine's monotonic clock.
    fileprivate func press(_ control: FaceControl) throws(Failure) -> FacePressed {
        let now = Stamp.now
        let press = FacePress(
            control: control, view: arguments[.view] ?? "shell", down: now, up: now)
        return try ask(press, of: site.face(arguments), for: FacePressed.self)
    }

    /// Prints what a press has done; a refused one ends with code 1.
    func tell(_ pressed: FacePressed) throws(Failure) {
        let reason = pressed.reason.map { ": \($0)" } ?? ""
        switch pressed.outcome {
        case .armed, .confirmed: try console.line(pressed.outcome.rawValue + reason)
        case .refused:
            try console.line("refused" + reason)
            throw .refused("the press was refused" + reason)
        }
    }

    /// Prints a view model.
    fileprivate func show(_ incoming: Incoming) throws(Failure) {
        if arguments.has(.json) { return try console.json(of: incoming) }
        try console.lines(FaceText.lines(try read(FaceView.self, from: incoming)))
    }
}

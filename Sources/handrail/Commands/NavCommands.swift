import Bus
import Messages
import Monitor

/// `nav`: the answer to an offer, and the way.
enum NavCommands {
    static let all = [
        command("status", "say what the navigator is doing") { visit throws(Failure) in
            try visit.navigate(NavStatus())
        },
        command("accept", "take the pending offer") { visit throws(Failure) in
            let pending = try visit.pending()
            try visit.navigate(NavAccept(pending: pending.id), saying: "accepted \(pending.text)")
        },
        command("decline", "drop the pending offer") { visit throws(Failure) in
            let pending = try visit.pending()
            try visit.navigate(NavDecline(pending: pending.id), saying: "declined \(pending.text)")
        },
        command("start", "start on the previewed route") { visit throws(Failure) in
            guard let preview = try visit.navigator().preview else {
                throw .refused("there is no preview to start on")
            }
            try visit.navigate(NavStart(preview: preview.id))
        },
        command("cancel", "leave the preview, or what is being asked for") {
            visit throws(Failure) in
            try visit.navigate(NavCancel(preview: try visit.navigator().preview?.id))
        },
        command("end", "end the trip") { visit throws(Failure) in
            try visit.navigate(NavEnd(trip: try visit.navigator().trip?.id))
        },
        command("mode", "set how one goes", [Operand("MODE")]) { visit throws(Failure) in
            try visit.navigate(NavMode(mode: visit.arguments.operands[0]))
        },
        command("provider", "set who is asked for routes", [Operand("NAME")]) {
            visit throws(Failure) in
            try visit.navigate(NavProvider(provider: visit.arguments.operands[0]))
        },
        command("simulate", "switch the simulated walk", [Operand("on|off")]) {
            visit throws(Failure) in
            try visit.navigate(NavSimulate(on: try visit.isOn()))
        },
    ]

    private static func command(
        _ word: String, _ summary: String, _ operands: [Operand] = [],
        run: @escaping @Sendable (Visit) throws(Failure) -> Void
    ) -> Command {
        Command(name: "nav \(word)", summary: summary, operands: operands, options: [.json]) {
            invocation throws(Failure) in try run(try Visit(invocation))
        }
    }
}

extension Visit {
    /// What the navigator is doing.
    fileprivate func navigator() throws(Failure) -> NavigatorState {
        try ask(NavStatus(), of: site.navigator, for: NavigatorState.self)
    }

    /// The offer that waits for an answer.
    fileprivate func pending() throws(Failure) -> NavigatorState.Pending {
        guard let pending = try navigator().pending else {
            throw .refused("no offer is pending, so there is nothing to answer")
        }
        return pending
    }

    /// Asks the navigator for something, and prints what it is doing then.
    fileprivate func navigate(
        _ request: some Message, saying words: String? = nil
    ) throws(Failure) {
        let reply = try ask(request, of: site.navigator)
        if arguments.has(.json) { return try console.json(of: reply) }
        if let words { try console.line(words) }
        try console.lines(NavigatorText.lines(try read(NavigatorState.self, from: reply)))
    }

    /// What `on` or `off` on the command line says.
    fileprivate func isOn() throws(Failure) -> Bool {
        switch arguments.operands[0] {
        case "on": return true
        case "off": return false
        case let word: throw .usage("expected on or off, and \"\(word)\" is neither")
        }
    }
}

extension NavigatorState.Pending {
    /// The offer in words.
    fileprivate var text: String {
        "\(NavigatorText.name(place)), a \(source.rawValue) (\(id))"
    }
}

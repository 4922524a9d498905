import Bus
import Messages
import Monitor

/// What concerns the navigator: offers, its answers, and its settings.
enum NavigatorCommands {
    static let all = OfferCommands.all + NavCommands.all + PinCommands.all
}

/// What names a place on the command line.
enum PlaceOptions {
    static let at = Option(
        name: "at", value: "LAT,LON", summary: "where it is, in degrees")
    static let door = Option(
        name: "door", value: "LAT,LON", summary: "where one really goes in")
    static let note = Option(name: "note", value: "TEXT", summary: "what there is to say of it")
    static let all = [at, door, note]

    /// Reads the place that a command line names; nil where it says not where.
    static func place(named name: String, _ arguments: Arguments) throws(Failure) -> Place? {
        guard let at = try point(at, arguments) else { return nil }
        return Place(
            name: name, lat: at.lat, lon: at.lon, door: try point(door, arguments),
            note: arguments[note])
    }

    private static func point(
        _ option: Option, _ arguments: Arguments
    ) throws(Failure) -> Coordinates? {
        guard let text = arguments[option] else { return nil }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            Double(part.drop { $0 == " " })
        }
        guard parts.count == 2, let lat = parts[0], let lon = parts[1] else {
            throw .usage("\(option.text): \"\(text)\" is no such pair; 52.52,13.405 would be one")
        }
        return Coordinates(lat: lat, lon: lon)
    }
}

/// `offer`: destinations from outside.
enum OfferCommands {
    private static let mode = Option(
        name: "mode", value: "MODE", summary: "how to go there")
    private static let from = Option(name: "from", value: "WHO", summary: "who sends it")

    static let all = [
        Command(
            name: "offer pin", summary: "offer a saved place, or one that is given whole",
            operands: [Operand("PIN-OR-NAME")], options: PlaceOptions.all + [.json], run: pin),
        Command(
            name: "offer link", summary: "offer what a link names", operands: [Operand("URL")],
            options: [.json], run: link),
        Command(
            name: "offer handoff", summary: "offer a place as a companion does",
            operands: [Operand("NAME")], options: PlaceOptions.all + [mode, from, .json],
            run: handoff),
    ]

    private static func pin(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let word = visit.arguments.operands[0]
        if let place = try PlaceOptions.place(named: word, visit.arguments) {
            try visit.offer(OfferPin(place: place))
        } else {
            try visit.offer(OfferPin(pin: PlaceID(word)))
        }
    }

    private static func link(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        try visit.offer(OfferLink(url: visit.arguments.operands[0]))
    }

    private static func handoff(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let name = visit.arguments.operands[0]
        guard let place = try PlaceOptions.place(named: name, visit.arguments) else {
            throw .usage("\(PlaceOptions.at.text) is missing")
        }
        try visit.offer(
            OfferHandoff(place: place, mode: visit.arguments[mode], from: visit.arguments[from]))
    }
}

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

/// `pins`: saved places.
enum PinCommands {
    private static let trip = Option(
        name: "trip", value: "TEXT", summary: "the trip that it belongs to")

    static let all = [
        Command(
            name: "pins add", summary: "save a place", operands: [Operand("NAME")],
            options: PlaceOptions.all + [trip, .json], run: add),
        Command(name: "pins list", summary: "list the saved places", options: [.json], run: list),
        Command(
            name: "pins remove", summary: "forget a saved place", operands: [Operand("PIN")],
            options: [.json], run: remove),
        Command(
            name: "pins walk", summary: "go to a saved place on foot", operands: [Operand("PIN")],
            options: [.json], run: walk),
    ]

    private static func add(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let name = visit.arguments.operands[0]
        guard let place = try PlaceOptions.place(named: name, visit.arguments) else {
            throw .usage("\(PlaceOptions.at.text) is missing")
        }
        let add = PinsAdd(place: place, trip: visit.arguments[trip])
        let reply = try visit.ask(add, of: visit.site.navigator)
        if visit.arguments.has(.json) { return try visit.console.json(of: reply) }
        try visit.console.line(NavigatorText.line(try visit.read(PinsAdded.self, from: reply).pin))
    }

    private static func list(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let reply = try visit.ask(PinsList(), of: visit.site.navigator)
        if visit.arguments.has(.json) { return try visit.console.json(of: reply) }
        let listed = try visit.read(PinsListed.self, from: reply)
        try visit.console.lines(listed.pins.map(NavigatorText.line))
        if let omitted = listed.omitted { visit.console.note("\(omitted) older ones are left out") }
    }

    private static func remove(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let pin = PlaceID(visit.arguments.operands[0])
        let reply = try visit.ask(PinsRemove(pin: pin), of: visit.site.navigator)
        if visit.arguments.has(.json) { return try visit.console.json(of: reply) }
        let removed = try visit.read(PinsRemoved.self, from: reply)
        try visit.console.line("removed \(removed.pin)")
    }

    private static func walk(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        try visit.offer(PinsWalk(pin: PlaceID(visit.arguments.operands[0])))
    }
}

extension Visit {
    /// Makes an offer, and prints what has become of it.
    fileprivate func offer(_ offer: some Message) throws(Failure) {
        let reply = try ask(offer, of: site.navigator)
        if arguments.has(.json) { return try console.json(of: reply) }
        try console.line(NavigatorText.line(try read(OfferAnswer.self, from: reply)))
    }

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

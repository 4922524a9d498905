import Bus
import Messages
import Monitor

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

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

extension Visit {
    /// Makes an offer, and prints what has become of it.
    func offer(_ offer: some Message) throws(Failure) {
        let reply = try ask(offer, of: site.navigator)
        if arguments.has(.json) { return try console.json(of: reply) }
        try console.line(NavigatorText.line(try read(OfferAnswer.self, from: reply)))
    }
}

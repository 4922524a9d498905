/// The facts of a message on one line, those that matter most first.
enum Facts {
    /// The longest value that is shown, in characters.
    private static let longestValue = 60

    /// What a person looks for first, by type; the other facts follow in alphabetical order.
    private static let first: [String: [String]] = [
        "face.press": ["control", "view"],
        "face.pressed": ["outcome", "reason"],
        "face.state": ["open", "reason", "title", "mode", "session"],
        "face.view": ["headline", "title", "stop_line", "detail", "time_left", "lines"],
        "navigator.state": [
            "stage", "notice", "trip.destination.name", "preview.destination.name",
            "pending.place.name",
        ],
        "offer.answer": ["outcome", "notice"],
        "outbox.item": ["kind", "action", "id"],
        "problem": ["type", "title", "detail", "field"],
        "solo.receipt": ["released", "cause", "reason", "title", "held", "session"],
        "solo.start": ["title", "mode", "seconds"],
        "solo.state": [
            "open", "session.title", "session.mode", "closing.stage", "receipt.released",
            "receipt.cause",
        ],
        "vitals.beat": ["state", "pid", "turn_max_ms", "lost", "malformed", "refused"],
    ]
    /// What stands in most messages and says least: it comes last.
    private static let last: Set<String> = ["boot", "revision", "now", "protocol", "version"]

    /// Writes the facts of a message's data.
    static func line(_ data: JSONValue?, type: String) -> String {
        guard let data else { return "" }
        var facts: [(name: String, value: String)] = []
        collect(data, name: "", into: &facts)
        let first = Self.first[type] ?? []
        func rank(_ name: String) -> Int {
            first.firstIndex(of: name) ?? (last.contains(name) ? Int.max : first.count)
        }
        return facts.sorted { (rank($0.name), $0.name) < (rank($1.name), $1.name) }
            .map { $0.name.isEmpty ? $0.value : "\($0.name)=\($0.value)" }
            .joined(separator: " ")
    }

    private static func collect(
        _ data: JSONValue, name: String, into facts: inout [(name: String, value: String)]
    ) {
        guard case .object(let fields) = data else {
            facts.append((name, shown(data)))
            return
        }
        for (field, value) in fields {
            let field = PlainText.shown(field, limit: longestValue)
            collect(value, name: name.isEmpty ? field : "\(name).\(field)", into: &facts)
        }
    }

    private static func shown(_ value: JSONValue) -> String {
        switch value {
        case .null: return "null"
        case .bool(let value): return String(value)
        case .integer(let value): return String(value)
        case .number(let value): return shown(value)
        case .string(let text): return shown(text)
        case .array(let values):
            let isPlain = values.allSatisfy { value in
                if case .object = value { false } else { true }
            }
            let inside =
                isPlain ? values.map(shown).joined(separator: ",") : "\(values.count) of them"
            return "[\(PlainText.shown(inside, limit: longestValue))]"
        case .object(let fields): return "{\(fields.count) fields}"
        }
    }

    /// A number with three digits behind the point, as nobody reads more of them on one line.
    private static func shown(_ number: Double) -> String {
        guard abs(number) < 1e9 else { return String(number) }
        let rounded = (number * 1_000).rounded() / 1_000
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }

    private static func shown(_ text: String) -> String {
        if isRandomID(text) { return text.prefix(8) + "…" }
        let shown = PlainText.shown(text, limit: longestValue)
        let isWord = !shown.isEmpty && !shown.contains { $0 == " " || $0 == "=" || $0 == "\"" }
        return isWord ? shown : "\"\(shown)\""
    }

    /// Whether a text is 128 random bits in hex, of which the first 32 tell enough.
    private static func isRandomID(_ text: String) -> Bool {
        text.utf8.count == 32 && text.allSatisfy(\.isHexDigit)
    }
}

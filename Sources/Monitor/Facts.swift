/// The facts of a message on one line.
enum Facts {
    /// The longest value that is shown, in characters.
    private static let longestValue = 60
    /// The longest line of a type that nobody has chosen facts of, in characters.
    private static let longestLine = 200

    /// What a person looks for, by type; all that there is of other types.
    private static let chosen: [String: [String]] = [
        "broadcast.state": ["on_air", "wrapping"],
        "face.press": ["control", "view"],
        "face.pressed": ["outcome", "reason"],
        "face.state": ["open", "reason", "title", "session", "receipt.released", "revision"],
        "face.view": ["headline", "title", "time_left", "stop_line", "detail", "lines", "health"],
        "navigator.state": [
            "stage", "trip.destination.name", "preview.destination.name", "pending.place.name",
            "mode", "notice",
        ],
        "offer.answer": ["outcome", "notice", "replaced"],
        "outbox.item": ["kind", "action", "id", "body.session"],
        "problem": ["type", "title", "detail", "field"],
        "solo.receipt": ["released", "cause", "title", "session", "held", "reason", "revision"],
        "solo.state": [
            "open", "session.title", "session.id", "closing.stage", "closing.session",
            "receipt.released", "receipt.cause", "revision",
        ],
        "vitals.beat": ["state", "pid", "turn_max_ms", "lost", "malformed", "refused"],
    ]

    /// Writes the facts of a message's data.
    static func line(_ data: JSONValue?, type: String) -> String {
        guard let data else { return "" }
        var facts: [(name: String, value: String)] = []
        collect(data, name: "", into: &facts)
        guard let chosen = chosen[type] else {
            let all = facts.sorted { $0.name < $1.name }.map(text).joined(separator: " ")
            return PlainText.shown(all, limit: longestLine)
        }
        return chosen.compactMap { name in
            facts.first { $0.name == name && $0.value != "[]" && $0.value != "\"\"" }.map(text)
        }
        .joined(separator: " ")
    }

    private static func text(_ fact: (name: String, value: String)) -> String {
        fact.name.isEmpty ? fact.value : "\(fact.name)=\(fact.value)"
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

import Bus

/// Writes what a tap shows, for a person or for a program.
package struct TapText: Sendable {
    /// The most bytes of something unreadable that a person is shown.
    private static let shownBytes = 48

    private let palette: Palette

    /// Writes in colours, or without.
    package init(_ palette: Palette) {
        self.palette = palette
    }

    /// One line for a person.
    ///
    /// - Parameters:
    ///   - entry: What is shown.
    ///   - time: The time of day at which it passed.
    /// - Returns: The line, without its end.
    package func line(_ entry: TapEntry, at time: String) -> String {
        switch entry {
        case .message(let message): line(message, at: time)
        case .gap(let source, let topic, let missed):
            line(
                at: time, word: "missed", .red, way: "\(TapMessage.name(of: source)) →",
                rest: "\(PlainText.shown(topic)) \(missed) of them did not come here")
        case .unreadable(let source, let topic, let bytes, let why):
            line(
                at: time, word: "unread", .red, way: "\(TapMessage.name(of: source)) →",
                rest: "\(PlainText.shown(topic)) \(why); \(bytes.count) bytes: "
                    + Self.hex(bytes, limit: Self.shownBytes))
        }
    }

    private func line(_ message: TapMessage, at time: String) -> String {
        let type = message.incoming.type
        let asker = PlainText.shown(message.asker ?? "?", limit: 24)
        let (color, way, name): (Palette.Color, String, String) =
            switch message.kind {
            case .state: (.dim, "\(message.process) →", message.incoming.topic)
            case .event: (.plain, "\(message.process) →", message.incoming.topic)
            case .request: (.yellow, "\(asker) → \(message.process)", type)
            case .reply:
                (
                    type == "problem" ? .red : .green, "\(message.process) → \(asker)",
                    message.answered
                )
            }
        return line(
            at: time, word: message.kind.rawValue, color, way: way,
            rest: PlainText.padded(PlainText.shown(name, limit: 80), to: 16) + " "
                + Facts.line(message.data, type: type))
    }

    private func line(
        at time: String, word: String, _ color: Palette.Color, way: String, rest: String
    ) -> String {
        let head = PlainText.padded(word, to: 7) + " " + PlainText.padded(way, to: 21)
        let line = palette.paint(time, .dim) + " " + palette.paint(head, color) + " " + rest
        return line.trimmedAtEnd
    }

    /// One line of JSON: the CloudEvent as it came, with its topic (`group.md`).
    package static func json(_ entry: TapEntry) -> String {
        switch entry {
        case .message(let message):
            return json(message.incoming)
        case .gap(let source, let topic, let missed):
            return JSONValue.object([
                "type": "tap.gap", "source": .string(source), "topic": .string(topic),
                "missed": .integer(missed),
            ]).text
        case .unreadable(let source, let topic, let bytes, let why):
            return JSONValue.object([
                "type": "tap.unreadable", "source": .string(source), "topic": .string(topic),
                "bytes": .integer(bytes.count), "hex": .string(hex(bytes, limit: .max)),
                "why": .string(why),
            ]).text
        }
    }

    /// Adds the topic behind the last attribute, and leaves every other byte as its sender wrote
    /// it; a topic that the sender put there itself is thereby overruled.
    private static func json(_ incoming: Incoming) -> String {
        let text = String(decoding: incoming.bytes, as: UTF8.self)
        guard let end = text.lastIndex(of: "}") else { return text }
        let topic = JSONValue.string(incoming.topic).text
        return PlainText.escaped("\(text[..<end]),\"topic\":\(topic)}")
    }

    private static func hex(_ bytes: [UInt8], limit: Int) -> String {
        let digits = bytes.prefix(limit).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return digits.joined() + (bytes.count > limit ? "…" : "")
    }
}

extension TapMessage {
    /// The type of a reply, after that of its request where the two differ.
    fileprivate var answered: String {
        guard let request = Topic.mirroredType(in: incoming.topic), request != incoming.type
        else { return incoming.type }
        return "\(request): \(incoming.type)"
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self = .string(text)
    }
}

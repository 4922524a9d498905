import FoundationEssentials
import Messages

/// Reads and writes messages with the toolchain's coder, which is not the bus's own.
enum Plain {
    /// The JSON of a message, its fields in alphabetical order.
    static func text(_ message: some Message) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(message), as: UTF8.self)
    }

    /// The message that some JSON stands for.
    static func message<Payload: Message>(_ type: Payload.Type, _ text: String) throws -> Payload {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}

/// Hands a JSON text to those who read messages by their type.
struct TextReader: PayloadReader {
    let text: String

    func read<Payload: Message>(_ payload: Payload.Type) throws(Problem) -> Payload {
        do {
            return try Plain.message(payload, text)
        } catch {
            throw Problem(.malformed, "\(error)")
        }
    }
}

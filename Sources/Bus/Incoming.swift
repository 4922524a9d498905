import JSON
package import Messages

/// A message that has come, its data not yet read.
package struct Incoming: Sendable, PayloadReader {
    /// The topic of an event, the type of a request or reply, as the frame before the JSON said.
    package let topic: String
    /// Its attributes.
    package let header: Header
    private let event: Value
    private let codec: Codec

    /// The whole CloudEvent.
    package var bytes: [UInt8] { event.bytes }
    /// Its type.
    package var type: String { header.type }
    /// What makes a request be done once.
    package var key: RequestKey { RequestKey(source: header.source, id: header.id) }

    package func read<Payload: Message>(_ payload: Payload.Type) throws(Problem) -> Payload {
        guard let data = event["data"] else {
            throw Problem(.malformed, "a field is missing", field: "data")
        }
        return try codec.read(data, as: payload)
    }

    /// Reads the two frames that every message ends with: its topic or type, and its CloudEvent.
    ///
    /// - Throws: A `Problem` of type `malformed`.
    package init(parts: [[UInt8]], codec: Codec) throws(Problem) {
        guard parts.count == 2 else {
            throw Problem(
                .malformed, "a message has the wrong number of frames",
                detail: "A message is a type and a CloudEvent; \(parts.count) frames came.")
        }
        guard let topic = String(validating: parts[0], as: UTF8.self) else {
            throw Problem(.malformed, "a message's type is not UTF-8")
        }
        event = try codec.open(parts[1])
        header = try codec.read(event, as: Header.self)
        guard header.specversion == "1.0" else {
            throw Problem(
                .malformed, "only CloudEvents 1.0 are understood", field: "specversion")
        }
        guard Topic.type(of: topic) == header.type || Topic.isMirrored(topic) else {
            throw Problem(
                .malformed, "a message's two types differ",
                detail:
                    "The frame says \(topic.prefix(80)), the CloudEvent \(header.type.prefix(80)).",
                field: "type")
        }
        self.topic = topic
        self.codec = codec
    }
}

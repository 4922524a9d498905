import FoundationEssentials
package import Messages

/// Turns messages into the bytes of a CloudEvent and back: the only place that knows JSON.
///
/// Safe on any thread; the coders are not changed after they have been made.
package struct Codec: Sendable {
    /// The longest frame that is sent or read, in bytes (B5).
    package static let limit = 65_536

    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    /// Makes a codec.
    package init() {
        encoder.outputFormatting = [.withoutEscapingSlashes]
        // A finite deadline may still be lost in a hostile or broken sender's infinity: refused
        // by the decoder, never sent by ours.
        encoder.nonConformingFloatEncodingStrategy = .throw
    }

    /// Writes a whole CloudEvent.
    ///
    /// - Throws: A `Problem` of type `internal` where the data has no JSON form or is over the
    ///   limit.
    package func encode(_ data: some Encodable, header: Header) throws(Problem) -> [UInt8] {
        let bytes: Data
        do {
            bytes = try encoder.encode(Envelope(header: header, data: data))
        } catch {
            throw Problem(
                .internal, "a message has no JSON form", detail: "\(header.type): \(error)")
        }
        guard bytes.count <= Self.limit else {
            throw Problem(
                .internal, "a message is too long",
                detail: "\(header.type) takes \(bytes.count) bytes; the limit is \(Self.limit).")
        }
        return [UInt8](bytes)
    }

    /// Reads the attributes of a CloudEvent, without its data.
    ///
    /// - Throws: A `Problem` of type `malformed` that names the attribute.
    package func header(of bytes: [UInt8]) throws(Problem) -> Header {
        try decode(Header.self, from: bytes)
    }

    /// Reads the data of a CloudEvent.
    ///
    /// - Throws: A `Problem` of type `malformed` that names the field.
    package func data<Payload: Message>(
        of bytes: [UInt8], as payload: Payload.Type
    ) throws(Problem) -> Payload {
        try decode(Body<Payload>.self, from: bytes).data
    }

    private func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8]
    ) throws(Problem) -> Value {
        guard bytes.count <= Self.limit else {
            throw Problem(
                .malformed, "a message is too long",
                detail: "It takes \(bytes.count) bytes; the limit is \(Self.limit).")
        }
        do {
            return try decoder.decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw Problem(error)
        } catch {
            throw Problem(.malformed, "a message cannot be read", detail: "\(error)")
        }
    }
}

/// A CloudEvent as it is written: the attributes and the data side by side.
private struct Envelope<Payload: Encodable>: Encodable {
    enum CodingKeys: String, CodingKey {
        case data
    }

    let header: Header
    let data: Payload

    func encode(to encoder: any Encoder) throws {
        try header.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(data, forKey: .data)
    }
}

/// The part of a CloudEvent that is not its attributes.
private struct Body<Payload: Message>: Decodable {
    let data: Payload
}

extension Problem {
    /// Says where in a message something is wrong.
    fileprivate init(_ error: DecodingError) {
        let (context, title): (DecodingError.Context, String) =
            switch error {
            case .typeMismatch(_, let context): (context, "a field has the wrong type")
            case .valueNotFound(_, let context): (context, "a field is null")
            case .keyNotFound(let key, let context):
                (context.appending(key), "a field is missing")
            case .dataCorrupted(let context): (context, "a field or the JSON is broken")
            @unknown default:
                (
                    DecodingError.Context(codingPath: [], debugDescription: "\(error)"),
                    "a message cannot be read"
                )
            }
        let path = context.codingPath.map(\.stringValue)
            .drop { $0 == "data" }
            .joined(separator: ".")
        self.init(
            .malformed, title, detail: context.debugDescription, field: path.isEmpty ? nil : path)
    }
}

extension DecodingError.Context {
    fileprivate func appending(_ key: any CodingKey) -> Self {
        Self(codingPath: codingPath + [key], debugDescription: debugDescription)
    }
}

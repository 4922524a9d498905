import JSON
package import Messages

/// Turns messages into the bytes of a CloudEvent and back.
///
/// Safe on any thread.
package struct Codec: Sendable {
    /// The longest frame that is sent or read, in bytes (B5).
    package static let limit = 65_536

    /// Makes a codec.
    package init() {}

    /// Writes a whole CloudEvent.
    ///
    /// - Throws: A `Problem` of type `internal` where the data has no JSON form or is over the
    ///   limit.
    package func encode(_ data: some Encodable, header: Header) throws(Problem) -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try [UInt8](json: CloudEvent(header: header, data: data))
        } catch {
            throw Problem(
                .internal, "a message has no JSON form", detail: "\(header.type): \(error)")
        }
        guard bytes.count <= Self.limit else {
            throw Problem(
                .internal, "a message is too long",
                detail: "\(header.type) takes \(bytes.count) bytes; the limit is \(Self.limit).")
        }
        return bytes
    }

    /// Takes a CloudEvent apart.
    ///
    /// - Throws: A `Problem` of type `malformed`.
    func open(_ bytes: [UInt8]) throws(Problem) -> Value {
        guard bytes.count <= Self.limit else {
            throw Problem(
                .malformed, "a message is too long",
                detail: "It takes \(bytes.count) bytes; the limit is \(Self.limit).")
        }
        do throws(JSONError) {
            return try Value(bytes)
        } catch {
            let title =
                switch error.code {
                case .notText: "a message's JSON is not UTF-8"
                case .notJSON: "a field or the JSON is broken"
                }
            throw Problem(.malformed, title, detail: "It is no JSON: \(error).")
        }
    }

    /// Reads a CloudEvent's attributes, or its data.
    ///
    /// - Throws: A `Problem` of type `malformed` that names the field.
    func read<Content: Decodable>(
        _ value: Value, as type: Content.Type
    ) throws(Problem) -> Content {
        do {
            return try value.decode(type)
        } catch let error as DecodingError {
            throw Problem(error)
        } catch {
            throw Problem(.malformed, "a message cannot be read", detail: "\(error)")
        }
    }
}

/// A CloudEvent as it is written: its attributes, and its data as one more of them.
private struct CloudEvent<Data: Encodable>: Encodable {
    enum CodingKeys: CodingKey {
        case data
    }

    let header: Header
    let data: Data

    func encode(to encoder: any Encoder) throws {
        try header.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(data, forKey: .data)
    }
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
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        self.init(
            .malformed, title, detail: context.debugDescription, field: path.isEmpty ? nil : path)
    }
}

extension DecodingError.Context {
    fileprivate func appending(_ key: any CodingKey) -> Self {
        Self(codingPath: codingPath + [key], debugDescription: debugDescription)
    }
}

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
        var bytes = header.opening
        do {
            bytes += try encoder.encode(data)
        } catch {
            throw Problem(
                .internal, "a message has no JSON form", detail: "\(header.type): \(error)")
        }
        bytes.append(UInt8(ascii: "}"))
        guard bytes.count <= Self.limit else {
            throw Problem(
                .internal, "a message is too long",
                detail: "\(header.type) takes \(bytes.count) bytes; the limit is \(Self.limit).")
        }
        return bytes
    }

    /// Takes a CloudEvent apart: its attributes, and where its data stands.
    ///
    /// - Throws: A `Problem` of type `malformed` that names the attribute, if it is about one.
    func open(_ bytes: [UInt8]) throws(Problem) -> (header: Header, data: Range<Int>?) {
        guard bytes.count <= Self.limit else {
            throw Problem(
                .malformed, "a message is too long",
                detail: "It takes \(bytes.count) bytes; the limit is \(Self.limit).")
        }
        let scanner = try EventScanner(bytes)
        return (try scanner.header(), scanner.data)
    }

    /// Reads the data of a CloudEvent.
    ///
    /// - Throws: A `Problem` of type `malformed` that names the field.
    func read<Payload: Decodable>(
        _ data: ArraySlice<UInt8>, as payload: Payload.Type
    ) throws(Problem) -> Payload {
        do {
            return try decoder.decode(payload, from: Data(data))
        } catch let error as DecodingError {
            throw Problem(error)
        } catch {
            throw Problem(.malformed, "a message cannot be read", detail: "\(error)")
        }
    }

    /// Reads a text that stands in JSON with its quotes and escapes.
    ///
    /// - Throws: A `Problem` of type `malformed`.
    static func text(_ quoted: ArraySlice<UInt8>) throws(Problem) -> String {
        try Codec().read(quoted, as: String.self)
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

import JSON

/// Any JSON, for messages whose kind is not known beforehand.
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Reads a JSON text; nil where it is none.
    package init?(text: String) {
        self.init(bytes: Array(text.utf8))
    }

    /// Reads the bytes of a JSON text; nil where they are none.
    package init?(bytes: [UInt8]) {
        guard let value = try? Value(bytes).decode(JSONValue.self) else { return nil }
        self = value
    }

    /// The value of a field; nil where this is no object or has no such field.
    package subscript(field: String) -> JSONValue? {
        guard case .object(let fields) = self else { return nil }
        return fields[field]
    }

    /// The text on one line, fields in alphabetical order, fit for a terminal.
    package var text: String { PlainText.escaped(json) }

    private var json: String {
        switch self {
        case .array(let values): return "[\(values.map(\.json).joined(separator: ","))]"
        case .object(let fields):
            let members = fields.sorted { $0.key < $1.key }.map { name, value in
                "\(JSONValue.string(name).json):\(value.json)"
            }
            return "{\(members.joined(separator: ","))}"
        case .null, .bool, .integer, .number, .string:
            // Only infinities and NaN have no JSON form, and no JSON text can have held one.
            let bytes = (try? [UInt8](json: self)) ?? Array("null".utf8)
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension JSONValue: Codable {
    package init(from decoder: any Decoder) throws {
        if let fields = try? decoder.container(keyedBy: AnyKey.self) {
            var object: [String: JSONValue] = [:]
            for key in fields.allKeys {
                object[key.stringValue] = try fields.decode(JSONValue.self, forKey: key)
            }
            self = .object(object)
            return
        }
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            self = .null
        } else if let value = try? single.decode(String.self) {
            self = .string(value)
        } else if let value = try? single.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? single.decode(Double.self) {
            self = .number(value)
        } else if let value = try? single.decode(Bool.self) {
            self = .bool(value)
        } else {
            self = .array(try single.decode([JSONValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let fields): try container.encode(fields)
        }
    }
}

/// A field whose name is only known when it comes.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        nil
    }
}

/// Writes facts as JSON texts for other programs.
package enum JSONText {
    /// Writes a value on one line, fields in alphabetical order.
    ///
    /// - Throws: An `EncodingError` where the value has no JSON form.
    package static func line(_ value: some Encodable) throws -> String {
        try Value([UInt8](json: value)).decode(JSONValue.self).text
    }
}

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
        guard let value = try? Value(bytes) else { return nil }
        self.init(value)
    }

    /// Takes over a value; nil where a number in it is too large for any type.
    private init?(_ value: Value) {
        switch value.content {
        case .null: self = .null
        case .flag(let flag): self = .bool(flag)
        case .text(let text): self = .string(text)
        case .number(let digits):
            guard let number = Double(digits), number.isFinite else { return nil }
            self = Int(digits).map { .integer($0) } ?? .number(number)
        case .list(let elements):
            let values = elements.compactMap { JSONValue($0) }
            guard values.count == elements.count else { return nil }
            self = .array(values)
        case .object(let members):
            var fields: [String: JSONValue] = [:]
            for member in members {
                guard let value = JSONValue(member.value) else { return nil }
                fields[member.name] = value
            }
            self = .object(fields)
        }
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

extension JSONValue: Encodable {
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

/// Writes facts as JSON texts for other programs.
package enum JSONText {
    /// Writes a value on one line, fields in alphabetical order.
    ///
    /// - Throws: An `EncodingError` where the value has no JSON form.
    package static func line(_ value: some Encodable) throws -> String {
        let bytes = try [UInt8](json: value)
        return JSONValue(bytes: bytes)?.text ?? "null"
    }
}

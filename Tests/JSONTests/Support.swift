import FoundationEssentials
import JSON
import TestKit

/// Reads a text with the coder of ours.
func read<Content: Decodable>(_ text: String, as type: Content.Type) throws -> Content {
    try Value(Array(text.utf8)).decode(type)
}

/// Writes a value with the coder of ours.
func written(_ value: some Encodable) throws -> String {
    String(decoding: try [UInt8](json: value), as: UTF8.self)
}

/// Any JSON.
enum Tree: Codable, Equatable {
    case null
    case flag(Bool)
    case whole(Int)
    case number(Double)
    case text(String)
    case list([Tree])
    case object([String: Tree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let whole = try? container.decode(Int.self) {
            self = .whole(whole)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([Tree].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: Tree].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .whole(let whole): try container.encode(whole)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let members): try container.encode(members)
        }
    }
}

extension SplitMix64 {
    /// Some JSON, no deeper than this.
    mutating func tree(depth: Int = 4) -> Tree {
        switch next() % (depth > 0 ? 8 : 6) {
        case 0: .null
        case 1: .flag(chance(0.5))
        case 2: .whole(whole())
        case 3: finite()
        case 4, 5: .text(text())
        case 6: .list((0..<next() % 5).map { _ in tree(depth: depth - 1) })
        default: object(depth: depth - 1)
        }
    }

    private mutating func object(depth: Int) -> Tree {
        // Now and then more members than are looked through one by one.
        let count = chance(0.05) ? 50 : next() % 5
        let members = (0..<count).map { _ in (text(), tree(depth: chance(0.5) ? 0 : depth)) }
        return .object(Dictionary(members) { first, _ in first })
    }

    /// A whole number, short or long.
    private mutating func whole() -> Int {
        Int(truncatingIfNeeded: next()) >> Int(next() % 64)
    }

    /// A finite double that no whole number is: that would come back as one.
    private mutating func finite() -> Tree {
        let wild = Double(bitPattern: next())
        let isGood = wild.isFinite && (wild.rounded() != wild || abs(wild) > 1e20)
        return .number(isGood ? wild : 0.5)
    }

    /// A text of characters that need care, and some that don't.
    private mutating func text() -> String {
        let awkward: [Unicode.Scalar] = [
            "\"", "\\", "/", "\u{0}", "\u{8}", "\n", "\u{1f}", "\u{7f}", "é", "\u{2028}", "🙂",
            "\u{10ffff}", "\u{ffff}", "{", "]", ",", ":", "u", "a", " ", "e", "\u{301}",
        ]
        var scalars = String.UnicodeScalarView()
        for _ in 0..<next() % 12 { scalars.append(pick(awkward)) }
        return String(scalars)
    }
}

import FoundationEssentials

/// One measured figure, beside the same thing in plain C or beside an aim.
struct Figure: Encodable {
    /// What a figure ought to be.
    struct Aim: Encodable {
        /// What the aim is about.
        enum Subject: String, Encodable {
            case value
            case ratio
        }

        /// The most that it ought to be.
        var most: Double
        var of: Subject
    }

    enum CodingKeys: String, CodingKey {
        case name
        case value
        case unit
        case ratio
        case aim
        case met
    }

    /// What was measured.
    var name: String
    /// How much.
    var value: Double
    /// Of what.
    var unit: String
    /// How many times what the reference took or did in the same run.
    var ratio: Double?
    /// What the ratio is to.
    var reference = "plain C"
    /// What it ought to be.
    var aim: Aim?

    /// Whether the aim is met; nil where there is none.
    var isMet: Bool? {
        guard let aim else { return nil }
        return switch aim.of {
        case .value: value <= aim.most
        case .ratio: ratio.map { $0 <= aim.most } ?? false
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(value, forKey: .value)
        try container.encode(unit, forKey: .unit)
        try container.encodeIfPresent(ratio, forKey: .ratio)
        try container.encodeIfPresent(aim, forKey: .aim)
        try container.encodeIfPresent(isMet, forKey: .met)
    }

    /// A line of JSON.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// A line for people.
    var text: String {
        let columns = [
            name.padding(to: 36), "\(value.short) \(unit)".padding(to: 17),
            (ratio.map { "\($0.short) times \(reference)" } ?? "").padding(to: 22), aimText,
        ]
        let line = columns.joined()
        return String(
            line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.endIndex)])
    }

    private var aimText: String {
        guard let aim, let isMet else { return "" }
        let limit =
            switch aim.of {
            case .value: "\(aim.most.short) \(unit)"
            case .ratio: "\(aim.most.short) times"
            }
        return "aim: at most \(limit), \(isMet ? "met" : "MISSED")"
    }
}

/// Measured times or amounts.
struct Sample {
    private let sorted: [Double]

    /// Takes values in any order.
    init(_ values: [Double]) {
        sorted = values.sorted()
    }

    /// The middle one.
    var median: Double { quantile(0.5) }
    /// The one that 99 of 100 do not exceed.
    var p99: Double { quantile(0.99) }

    private func quantile(_ part: Double) -> Double {
        guard let last = sorted.last else { return .nan }
        let index = Int((Double(sorted.count) * part).rounded(.down))
        return index < sorted.count ? sorted[index] : last
    }
}

extension Double {
    /// The number with about three digits, for people.
    var short: String {
        let size = abs(self)
        guard size < 100 else { return "\(Int(rounded()))" }
        let scale = size < 10 ? 100.0 : 10
        return "\((self * scale).rounded() / scale)"
    }
}

extension String {
    /// The text with blanks behind it, up to a width.
    func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

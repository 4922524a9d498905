import FoundationEssentials

/// One measured figure, beside the same thing in plain C or beside an aim.
struct Figure: Encodable {
    /// What was measured.
    var name: String
    /// How much.
    var value: Double
    /// Of what.
    var unit: String
    /// How many times what plain C took or did in the same run.
    var ratio: Double?
    /// What is aimed at, in words.
    var aim: String?

    /// A line of JSON.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// A line for people.
    var text: String {
        let amount = "\(value.rounded(to: value < 10 ? 2 : 1)) \(unit)"
        let beside = ratio.map { "\($0.rounded(to: 2)) times plain C" } ?? ""
        let goal = aim.map { "aim: \($0)" } ?? ""
        return name.padding(to: 44) + amount.padding(to: 18) + beside.padding(to: 24) + goal
    }
}

/// Measured times or amounts.
struct Sample {
    private let sorted: [Double]

    init(_ values: [Double]) {
        sorted = values.sorted()
    }

    var median: Double { quantile(0.5) }
    var p99: Double { quantile(0.99) }

    private func quantile(_ part: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }
}

extension Double {
    fileprivate func rounded(to places: Int) -> Double {
        let scale = places == 1 ? 10.0 : 100
        return (self * scale).rounded() / scale
    }
}

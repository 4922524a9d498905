/// One rule taken out of the sources, to see whether anybody notices.
///
/// A list of them is text: a heading that names rule, file and what is done, then lines of the
/// file as they stand behind a minus, and the lines instead of them behind a plus, in which
/// `isMutant` tells whether the rule is out. So one build has all of them, and each run one.
///
///     E10 Sources/EngineCore/EngineCore.swift: the clock is not looked at first
///     - if let slot, slot.session.expiresAt <= now { close(.deadline) }
///     + if !isMutant, let slot, slot.session.expiresAt <= now { close(.deadline) }
///
/// Where no seed notices within reason, a line behind an asterisk names the test that has to.
package struct Mutant: Sendable, Equatable {
    /// The word in the text that tells whether the rule is out.
    package static let word = "isMutant"

    /// What is wrong with a list, or with what it says of the sources.
    package struct Fault: Error, Equatable, CustomStringConvertible {
        /// What is wrong.
        package let description: String
    }

    /// The rule that is taken out.
    package let rule: String
    /// The file that it stands in, from the package's folder on.
    package let file: String
    /// What is done to it.
    package let summary: String
    /// The lines as they stand, without the blanks before them.
    package private(set) var text: [String] = []
    /// The lines instead.
    package private(set) var instead: [String] = []
    /// The test that must fail without the rule; nil where a seed is expected to notice.
    package private(set) var test: String?

    /// Reads a list.
    package static func list(_ text: String) throws(Fault) -> [Mutant] {
        var mutants: [Mutant] = []
        for line in text.split(separator: "\n") {
            let isHeading = !["- ", "+ ", "* "].contains { line.hasPrefix($0) }
            guard !isHeading else {
                if !line.hasPrefix("#") { mutants.append(try Mutant(heading: line)) }
                continue
            }
            guard !mutants.isEmpty else { throw Fault(description: "no heading: \(line)") }
            let rest = String(line.dropFirst(2).drop { $0 == " " })
            switch line.first {
            case "-": mutants[mutants.count - 1].text.append(rest)
            case "+": mutants[mutants.count - 1].instead.append(rest)
            default: mutants[mutants.count - 1].test = rest
            }
        }
        for mutant in mutants
        where mutant.text.isEmpty || !mutant.instead.contains(where: { $0.contains(word) }) {
            throw Fault(description: "\(mutant.rule), \(mutant.summary): nothing is changed")
        }
        return mutants
    }

    private init(heading: Substring) throws(Fault) {
        let parts = heading.split(separator: ":", maxSplits: 1)
        let names = parts.first?.split(separator: " ") ?? []
        guard parts.count == 2, names.count == 2 else {
            throw Fault(description: "no heading: \(heading)")
        }
        rule = String(names[0])
        file = String(names[1])
        summary = String(parts[1].drop { $0 == " " })
    }

    /// Takes the rule out of its file's text.
    ///
    /// - Parameters:
    ///   - source: The text, perhaps with other mutants in it.
    ///   - isOut: The expression that tells whether this mutant is the one that is at work.
    /// - Returns: The text with both, the rule and what is instead of it.
    /// - Throws: A fault where the lines stand in it not once, but never or more often.
    package func applied(to source: String, isOut: String) throws(Fault) -> String {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let bare = lines.map { $0.drop { $0 == " " } }
        let places = bare.indices.filter { place in
            bare[place...].prefix(text.count).elementsEqual(text, by: ==)
        }
        guard places.count == 1, let place = places.first else {
            throw Fault(
                description: "\(rule), \(summary): \(file) has the text \(places.count) times")
        }
        let new = instead.map { $0.replacing(Self.word, with: isOut)[...] }
        return (lines[..<place] + new + lines[(place + text.count)...]).joined(separator: "\n")
    }
}

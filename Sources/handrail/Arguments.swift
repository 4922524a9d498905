import Group

/// The words of a command line, sorted by what its command takes.
struct Arguments: Equatable {
    /// What was given by place.
    private(set) var operands: [String] = []
    private var values: [Option: String] = [:]
    private var flags: Set<Option> = []

    /// Sorts words.
    ///
    /// - Throws: A `Failure` with code 2 that says which word is wrong, and what was expected.
    init(_ words: [String], of command: Command) throws(Failure) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            if word == "-h" {
                flags.insert(.help)
            } else if word.hasPrefix("-"), word != "-" {
                try take(word, from: &rest, of: command)
            } else {
                operands.append(word)
            }
        }
        if !has(.help) { try check(command) }
    }

    /// Whether a flag was given.
    func has(_ flag: Option) -> Bool { flags.contains(flag) }

    /// The value of an option; nil where it was not given.
    subscript(option: Option) -> String? { values[option] }

    /// The value of an option as a number; nil where it was not given.
    ///
    /// - Throws: A `Failure` with code 2 where it is no number.
    func number(_ option: Option) throws(Failure) -> Double? {
        guard let text = self[option] else { return nil }
        guard let number = Double(text), number.isFinite else {
            throw .usage("--\(option.name) takes a number, and \"\(text)\" is none")
        }
        return number
    }

    /// The value of an option as a count; nil where it was not given.
    ///
    /// - Throws: A `Failure` with code 2 where it is no whole number above 0.
    func count(_ option: Option) throws(Failure) -> Int? {
        guard let text = self[option] else { return nil }
        guard let count = Int(text), count > 0 else {
            throw .usage("--\(option.name) takes a whole number above 0, and \"\(text)\" is none")
        }
        return count
    }

    /// Takes in one option, `--name value`, `--name=value` or a flag.
    private mutating func take(
        _ word: String, from rest: inout ArraySlice<String>, of command: Command
    ) throws(Failure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0].drop { $0 == "-" })
        guard word.hasPrefix("--"),
            let option = command.allOptions.first(where: { $0.name == name })
        else {
            let names = command.allOptions.map(\.name)
            let hint = name.nearest(of: names).map { "; did you mean --\($0)?" } ?? ""
            throw .usage("\(parts[0]) is no option of `handrail \(command.name)`\(hint)")
        }
        let joined = parts.count > 1 ? String(parts[1]) : nil
        guard option.value != nil else {
            guard joined == nil else { throw .usage("--\(name) takes no value") }
            flags.insert(option)
            return
        }
        guard let value = joined ?? rest.popFirst() else {
            throw .usage("\(option.text): the value is missing")
        }
        values[option] = value
    }

    private func check(_ command: Command) throws(Failure) {
        for option in command.options where option.isRequired && values[option] == nil {
            throw .usage("\(option.text) is missing")
        }
        let needed = command.operands.filter { $0.count == .one }.count
        guard operands.count >= needed else {
            throw .usage("\(command.operands[operands.count].name) is missing")
        }
        let isOpen = command.operands.contains { $0.count == .any }
        guard isOpen || operands.count <= command.operands.count else {
            throw .usage("\"\(operands[command.operands.count])\" is one word too many")
        }
    }
}

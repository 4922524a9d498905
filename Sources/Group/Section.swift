internal import JSON

/// One object of a topology file, read strictly: each mistake names file, key path and what was
/// expected there.
struct Section {
    private let file: String
    private let path: String
    private let members: [String: Value.Content]

    /// Reads the value at a key path, which is empty at the top, as an object.
    ///
    /// Any key but the known ones is a mistake, unless they are nil, as the keys are names.
    init(
        _ value: Value.Content, file: String, path: String, known: [String]?
    ) throws(GroupError) {
        self.file = file
        self.path = path
        guard case .object(let members) = value else {
            throw Self.mistake(file, path, "expected an object, found \(value.summary)")
        }
        // Of two with one name the last counts, as everywhere.
        self.members = Dictionary(members.map { ($0.name, $0.value.content) }) { $1 }
        guard let known, let key = keys.first(where: { !known.contains($0) }) else { return }
        let names = known.isEmpty ? "nothing" : known.sorted().joined(separator: ", ")
        let hint =
            key.nearest(of: known).map { "did you mean \"\($0)\"?" }
            ?? "known here: \(names)"
        throw mistake(key, "is not a known key; \(hint)")
    }

    /// The keys in alphabetical order.
    var keys: [String] { members.keys.sorted() }

    /// Whether a key is there, be it with null.
    func has(_ key: String) -> Bool { members[key] != nil }

    /// Whether a key is there and switches something off by name: null or false.
    func isOff(_ key: String) -> Bool {
        switch members[key] {
        case .null, .flag(false): true
        case .flag, .number, .text, .list, .object, nil: false
        }
    }

    /// The object under a key; nil where the key is absent.
    func section(_ key: String, known: [String]?) throws(GroupError) -> Section? {
        guard let value = members[key] else { return nil }
        return try Section(value, file: file, path: keyPath(key), known: known)
    }

    /// The text under a key; nil where the key is absent.
    func text(_ key: String) throws(GroupError) -> String? {
        guard let value = members[key] else { return nil }
        guard case .text(let text) = value, !text.isEmpty else {
            throw mistake(key, "expected a text, found \(value.summary)")
        }
        return text
    }

    /// The texts under a key; nil where the key is absent.
    func texts(_ key: String) throws(GroupError) -> [String]? {
        guard let value = members[key] else { return nil }
        guard case .list(let items) = value, !items.isEmpty else {
            throw mistake(key, "expected a list of texts, found \(value.summary)")
        }
        var texts: [String] = []
        for item in items {
            guard case .text(let text) = item.content else {
                throw mistake(key, "expected a list of texts, found \(item.content.summary) in it")
            }
            texts.append(text)
        }
        return texts
    }

    /// The truth value under a key; nil where the key is absent.
    func flag(_ key: String) throws(GroupError) -> Bool? {
        guard let value = members[key] else { return nil }
        guard case .flag(let flag) = value else {
            throw mistake(key, "expected true or false, found \(value.summary)")
        }
        return flag
    }

    /// The number under a key; nil where the key is absent.
    ///
    /// What is wanted is said in words for the mistake, and checked by `isValid`.
    func number(
        _ key: String, wanted: String, where isValid: (Double) -> Bool
    ) throws(GroupError) -> Double? {
        guard let value = members[key] else { return nil }
        guard case .number(let digits) = value, let number = Double(digits), number.isFinite,
            isValid(number)
        else {
            throw mistake(key, "expected \(wanted), found \(value.summary)")
        }
        return number
    }

    /// The whole number under a key; nil where the key is absent.
    func whole(_ key: String, from lowest: Int = 0) throws(GroupError) -> Int? {
        let wanted = "a whole number from \(lowest)"
        let number = try number(key, wanted: wanted) {
            $0 >= Double(lowest) && $0 < 1e9 && $0.rounded() == $0
        }
        return number.map { Int($0) }
    }

    /// The mistake at a key.
    func mistake(_ key: String, _ text: String) -> GroupError {
        Self.mistake(file, keyPath(key), text)
    }

    private func keyPath(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    private static func mistake(_ file: String, _ path: String, _ text: String) -> GroupError {
        GroupError(.topology, "\(file): \(path.isEmpty ? "" : "\(path): ")\(text)")
    }
}

extension Value.Content {
    /// The value as a mistake's message names it.
    fileprivate var summary: String {
        switch self {
        case .null: "null"
        case .flag(let flag): "\(flag)"
        case .number(let digits): Double(digits).map { "\($0)" } ?? digits
        case .text(let text): "\"\(text)\""
        case .list: "a list"
        case .object: "an object"
        }
    }
}

extension String {
    /// The candidate that this is most likely a misspelling of; nil where none is close.
    package func nearest(of candidates: [String]) -> String? {
        let ranked = candidates.map { (text: $0, distance: distance(to: $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= Swift.max(2, best.text.count / 3) ? best.text : nil
    }

    /// How many letters must be added, left out or changed to make one text of the other.
    private func distance(to other: String) -> Int {
        let letters = Array(other)
        var row = Array(0...letters.count)
        for (line, letter) in enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, wanted) in letters.enumerated() {
                let change = diagonal + (letter == wanted ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(change, diagonal + 1, row[column] + 1)
            }
        }
        return row[letters.count]
    }
}

extension AccessList {
    /// A line of a list that says nothing, and why.
    package struct Mistake: Sendable, Equatable {
        /// The line's number, from 1.
        package var line: Int
        /// What is wrong with it, and what was expected.
        package var text: String

        /// Describes a mistake.
        package init(line: Int, text: String) {
            self.line = line
            self.text = text
        }
    }

    /// Reads a list: a line each, `NAME KEY [observe=PROCESS,…] [act=PROCESS,…]`, where `*` stands
    /// for every process; empty lines and those that begin with `#` say nothing.
    ///
    /// A line that cannot be read allows nobody, and spoils no other one.
    ///
    /// - Parameter text: The list.
    /// - Returns: Those who are known, and the lines with a mistake.
    package static func read(_ text: String) -> (list: AccessList, mistakes: [Mistake]) {
        var entries: [Entry] = []
        var mistakes: [Mistake] = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let words = line.split { $0.isWhitespace }.map(String.init)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            do throws(Malformed) {
                let entry = try Entry(words)
                if entries.contains(where: { $0.name == entry.name || $0.key == entry.key }) {
                    throw Malformed("the name or the key \(first) stands there twice")
                }
                entries.append(entry)
            } catch {
                mistakes.append(Mistake(line: index + 1, text: error.text))
            }
        }
        return (AccessList(entries), mistakes)
    }

    /// A list's text with one entry changed, added or, for nil, taken out; all else stays.
    ///
    /// - Parameters:
    ///   - text: The list.
    ///   - name: The name whose entry it is.
    ///   - entry: What the entry is to be.
    /// - Returns: The list as it is to be written.
    package static func edited(_ text: String, name: String, to entry: Entry?) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        func isOfName(_ line: String) -> Bool {
            line.split { $0.isWhitespace }.first.map(String.init) == name
        }
        let place = lines.firstIndex(where: isOfName) ?? lines.endIndex
        lines.removeAll(where: isOfName)
        if let entry { lines.insert(entry.line, at: place) }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Whether a text may be a name: such as topologies have, too.
    static func isName(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                }
            }
    }
}

/// Why a line is none.
private struct Malformed: Error {
    let text: String

    init(_ text: String) { self.text = text }
}

extension AccessList.Reach {
    /// Reads `*`, or names with commas between them; nil where it is neither.
    package init?(_ text: String) {
        if text == "*" {
            self = .everywhere
            return
        }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy(AccessList.isName) else { return nil }
        self = .processes(Set(names))
    }

    /// The form that is read; empty for nowhere.
    package var text: String {
        switch self {
        case .everywhere: "*"
        case .processes(let names): names.sorted().joined(separator: ",")
        }
    }
}

extension AccessList.Entry {
    /// The entry as a line of the file.
    var line: String {
        let roles = AccessList.Role.allCases.compactMap { role in
            reach(role) == .nowhere ? nil : "\(role.rawValue)=\(reach(role).text)"
        }
        return ([name, key.text] + roles).joined(separator: " ")
    }

    fileprivate init(_ words: [String]) throws(Malformed) {
        guard AccessList.isName(words[0]) else {
            throw Malformed(
                "expected a name of at most 32 lower-case letters, digits, - and _, found "
                    + words[0])
        }
        guard words.count > 1, let key = PublicKey(words[1]) else {
            throw Malformed("expected a public key of \(PublicKey.length) characters in Z85")
        }
        self.init(words[0], key)
        for word in words.dropFirst(2) {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let role = AccessList.Role(rawValue: parts[0]),
                let reach = AccessList.Reach(parts[1])
            else {
                throw Malformed("expected observe=PROCESS,… or act=PROCESS,…, found \(word)")
            }
            switch role {
            case .observe: observe = reach
            case .act: act = reach
            }
        }
    }
}

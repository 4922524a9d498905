import Bus

/// What a tap is to show: by process, by topic, by session.
///
/// Patterns of one sort are alternatives, and each sort that is given must be met.
package struct TapPattern: Sendable, Equatable {
    private var processes: Set<String> = []
    private var topics: [Glob] = []
    private var sessions: [Glob] = []

    /// Reads patterns as a person writes them.
    ///
    /// - Parameters:
    ///   - words: Names of processes, `session:ID` (the beginning of an id will do), or globs of
    ///     topics.
    ///   - names: The processes of the group.
    package init(_ words: [String], processes names: [String]) {
        for word in words {
            if word.hasPrefix("session:") {
                sessions.append(Glob(word.dropFirst("session:".count) + "*"))
            } else if names.contains(word) {
                processes.insert(word)
            } else {
                topics.append(Glob(word))
            }
        }
    }

    /// Whether what came from a process is to be shown.
    func matches(_ message: TapMessage) -> Bool {
        let isOfProcess =
            processes.isEmpty || processes.contains(message.process)
            || message.asker.map(processes.contains) == true
        return isOfProcess && matches(topic: message.incoming.topic, type: message.incoming.type)
            && (sessions.isEmpty || message.data.map(names) == true)
    }

    /// Whether something without a readable content is to be shown.
    func matches(process: String, topic: String) -> Bool {
        (processes.isEmpty || processes.contains(process)) && matches(topic: topic, type: topic)
            && sessions.isEmpty
    }

    /// A glob may mean a whole topic, the type in it, or the type of a request that is answered.
    private func matches(topic: String, type: String) -> Bool {
        let names = [topic, type, Topic.mirroredType(in: topic)].compactMap(\.self)
        return topics.isEmpty || topics.contains { names.contains(where: $0.matches) }
    }

    /// Whether data names one of the sessions, however deep.
    private func names(_ data: JSONValue) -> Bool {
        switch data {
        case .null, .bool, .integer, .number, .string: false
        case .array(let values): values.contains(where: names)
        case .object(let fields):
            isSession(fields["session"]) || isSession(fields["session"]?["id"])
                || fields.values.contains(where: names)
        }
    }

    private func isSession(_ value: JSONValue?) -> Bool {
        guard case .string(let id) = value else { return false }
        return sessions.contains { $0.matches(id) }
    }
}

/// A text with `*` for any characters and `?` for one.
package struct Glob: Sendable, Equatable {
    private let pattern: [Character]

    /// Reads a pattern.
    package init(_ pattern: String) {
        self.pattern = Array(pattern)
    }

    /// Whether a whole text is of this pattern.
    package func matches(_ text: String) -> Bool {
        let text = Array(text)
        var at = 0
        var here = 0
        // Where the last star stands, and how far it has been stretched: going back there and no
        // further keeps the cost at pattern times text, whatever the stars.
        var star: (pattern: Int, text: Int)?
        while at < text.count {
            if here < pattern.count, pattern[here] == "*" {
                star = (here, at)
                here += 1
            } else if here < pattern.count, pattern[here] == "?" || pattern[here] == text[at] {
                here += 1
                at += 1
            } else if let last = star {
                star = (last.pattern, last.text + 1)
                here = last.pattern + 1
                at = last.text + 1
            } else {
                return false
            }
        }
        return pattern[here...].allSatisfy { $0 == "*" }
    }
}

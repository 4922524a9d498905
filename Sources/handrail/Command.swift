/// One thing that `handrail` can do, as the table has it: help, parsing and running follow from it.
struct Command: Sendable {
    /// Its words, `solo start` for instance.
    let name: String
    /// What it does, in a few words.
    let summary: String
    /// What it is given by place.
    var operands: [Operand] = []
    /// What it is given by name, besides what every command takes.
    var options: [Option] = []
    /// More that its help says.
    var details: [String] = []
    /// Does it.
    let run: @Sendable (Invocation) throws(Failure) -> Void

    /// What every command that visits a group takes.
    static let shared: [Option] = [.topology, .runDirectory, .help]

    /// All its options.
    var allOptions: [Option] { options + Self.shared }
}

/// Something that a command is given by its place.
struct Operand: Sendable, Equatable {
    /// How often it may stand there.
    enum Count: Sendable {
        case one
        case atMostOne
        case any
    }

    /// What it is called in the help.
    let name: String
    let count: Count

    init(_ name: String, _ count: Count = .one) {
        self.name = name
        self.count = count
    }

    /// How the help writes it.
    var text: String {
        switch count {
        case .one: name
        case .atMostOne: "[\(name)]"
        case .any: "[\(name)…]"
        }
    }
}

/// Something that a command is given by its name.
struct Option: Sendable, Hashable {
    /// Its name, without the dashes.
    let name: String
    /// What its value is called in the help; nil for a flag.
    var value: String?
    /// Whether the command makes no sense without it.
    var isRequired = false
    /// What it is for.
    let summary: String

    static let help = Option(name: "help", summary: "say what the command does and takes")
    static let json = Option(name: "json", summary: "print facts as JSON, a line each")
    static let topology = Option(
        name: "topology", value: "FILE",
        summary: "the group's topology file (or HANDRAIL_TOPOLOGY; the usual four without)")
    static let runDirectory = Option(
        name: "run-dir", value: "DIR",
        summary: "where the group's sockets are (or HANDRAIL_RUN_DIR)")
    static let face = Option(
        name: "face", value: "NAME", summary: "which face, where the group has several")
    static let view = Option(
        name: "view", value: "NAME", summary: "the view session that asks (shell)")
    static let span = Option(
        name: "for", value: "SECONDS", summary: "end after so long")

    /// How the help writes it.
    var text: String { "--\(name)" + (value.map { " \($0)" } ?? "") }

    static func == (one: Option, other: Option) -> Bool { one.name == other.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A command as it was called.
struct Invocation {
    let arguments: Arguments
    let console: Console
}

import Bus
import Group
import Monitor

/// All that `handrail` can do.
enum CommandTable {
    /// The commands, in the order in which the help shows them.
    static let all: [Command] = [
        GroupCommands.all, SoloCommands.all, FaceCommands.all, FaceCommand.all,
        NavigatorCommands.all, SendCommand.all, MonitorCommands.all, KeyCommands.all,
        MachineCommands.all,
    ].flatMap(\.self)

    /// Runs a command line, and gives what to exit with.
    static func run(_ words: [String]) -> ExitCode {
        let console = Console()
        do throws(Failure) {
            try dispatch(words, console)
            return .done
        } catch {
            if let message = error.message { console.note(message) }
            return error.code
        }
    }

    private static func dispatch(_ words: [String], _ console: Console) throws(Failure) {
        let words = try behindItsCommand(words)
        switch words.first {
        case nil: throw .usage("which command? `handrail --help` lists them")
        case "--help", "-h": return try console.lines(Help.overview)
        case "--version": return try console.line("handrail \(Program.version)")
        case .some: break
        }
        guard let command = command(in: words) else { return try explain(words, console) }
        let rest = words.dropFirst(command.name.split(separator: " ").count)
        let arguments = try Arguments(Array(rest), of: command)
        if arguments.has(.help) { return try console.lines(Help.lines(of: command)) }
        try command.run(Invocation(arguments: arguments, console: console))
    }

    /// Moves what names the group behind the command, as it may stand before it as well.
    private static func behindItsCommand(_ words: [String]) throws(Failure) -> [String] {
        var rest = words[...]
        var moved: [String] = []
        while let word = rest.first, let option = shared(word) {
            moved.append(rest.removeFirst())
            guard !word.contains("=") else { continue }
            guard let value = rest.popFirst() else {
                throw .usage("\(option.text): the value is missing")
            }
            moved.append(value)
        }
        return rest + moved
    }

    private static func shared(_ word: String) -> Option? {
        let name = word.split(separator: "=", maxSplits: 1).first ?? ""
        return [Option.topology, .runDirectory].first { "--\($0.name)" == name }
    }

    /// The command that the first words name.
    private static func command(in words: [String]) -> Command? {
        all.first { command in
            let name = command.name.split(separator: " ").map(String.init)
            return words.prefix(name.count) == name[...]
        }
    }

    /// Says what the commands of a family are, or what was probably meant.
    private static func explain(_ words: [String], _ console: Console) throws(Failure) {
        let word = words[0]
        let family = all.filter { $0.name.hasPrefix("\(word) ") }
        guard !family.isEmpty else {
            let known = all.map { $0.name.prefix { $0 != " " } }.map(String.init)
            let hint = word.nearest(of: known).map { "; did you mean \($0)" } ?? ""
            throw .usage("there is no command \"\(word)\"\(hint); `handrail --help` lists them")
        }
        let known = family.map { String($0.name.dropFirst(word.count + 1)) }
        guard words.count > 1 else {
            throw .usage("\(word) needs a word behind it: \(known.joined(separator: ", "))")
        }
        if ["--help", "-h"].contains(words[1]) { return try console.lines(Help.list(family)) }
        let hint = words[1].nearest(of: known) ?? known.joined(separator: ", ")
        throw .usage("there is no command \"\(word) \(words[1])\"; did you mean \(hint)?")
    }
}

/// What the commands say about themselves.
enum Help {
    /// What `handrail --help` prints.
    static var overview: [String] {
        ["usage: handrail COMMAND …", ""] + list(CommandTable.all)
            + ["", "`handrail COMMAND --help` says more; --version names the version."]
    }

    /// Some commands, a line each.
    static func list(_ commands: [Command]) -> [String] {
        let width = commands.map { synopsis(of: $0).count }.filter { $0 <= 44 }.max() ?? 0
        return commands.flatMap { command in
            let synopsis = synopsis(of: command)
            guard synopsis.count > width else {
                return ["  \(PlainText.padded(synopsis, to: width))  \(command.summary)"]
            }
            return ["  \(synopsis)", String(repeating: " ", count: width + 4) + command.summary]
        }
    }

    /// What `handrail COMMAND --help` prints.
    static func lines(of command: Command) -> [String] {
        let width = command.allOptions.map(\.text.count).max() ?? 0
        return ["usage: handrail \(synopsis(of: command))", "", command.summary]
            + command.details + [""]
            + command.allOptions.map { "  \(PlainText.padded($0.text, to: width))  \($0.summary)" }
    }

    private static func synopsis(of command: Command) -> String {
        let options = command.options.map { $0.isRequired ? $0.text : "[\($0.text)]" }
        return ([command.name] + command.operands.map(\.text) + options).joined(separator: " ")
    }
}

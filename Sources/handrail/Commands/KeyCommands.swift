import Bus
import Group
import Monitor

/// `keys`: who may come in from other machines, and what they may do (`bus.md`).
enum KeyCommands {
    private static let observe = Option(
        name: "observe", value: "PROCESS,…",
        summary: "whose events it may hear, the tap's included; * for all")
    private static let act = Option(
        name: "act", value: "PROCESS,…",
        summary: "whom it may ask, by requests and control; * for all")

    static let all = [
        Command(
            name: "keys new", summary: "make a pair of keys for this host, or for one process",
            operands: [Operand("NAME")], options: [.json],
            details: [
                "The secret half stays in the state dir, in keys/NAME.secret. A group on several hosts",
                "is on the one whose secret it has. The public half is printed: it is for others to",
                "allow.",
            ], run: new),
        Command(
            name: "keys list", summary: "list who is known by a key, and what they may do",
            options: [.json], run: list),
        Command(
            name: "keys allow",
            summary: "say who is known by a key, and what they may do from now on",
            operands: [Operand("NAME"), Operand("KEY", .atMostOne)],
            options: [observe, act, .json],
            details: [
                "NAME is the host's, the process's or the person's who has the secret half of KEY. Put",
                "KEY in single quotes. Without KEY, what somebody known may do is changed; what is not",
                "given is taken away. Whoever is connected to must be known, too, and needs no role.",
            ], run: allow),
        Command(
            name: "keys revoke", summary: "know somebody no longer: its next message gets nothing",
            operands: [Operand("NAME")], run: revoke),
    ]

    private static func new(_ invocation: Invocation) throws(Failure) {
        let folder = try folder(invocation)
        let name = invocation.arguments.operands[0]
        let key = try Failure.wrapping { () throws(BusError) in try folder.makeKeys(name) }
        if invocation.arguments.has(.json) {
            return try invocation.console.json(["name": name, "key": key.text])
        }
        try invocation.console.line("\(name) \(key)")
        invocation.console.note(
            "on the other host: handrail keys allow \(name) '\(key)' --observe … --act …")
    }

    private static func list(_ invocation: Invocation) throws(Failure) {
        let folder = try folder(invocation)
        let (list, mistakes) = try Failure.wrapping { () throws(BusError) in try folder.list() }
        let known = list.entries.map { Known($0, isOwn: folder.hasSecret($0.name)) }
        for mistake in mistakes {
            invocation.console.note(
                "\(folder.listPath), line \(mistake.line): \(mistake.text); it allows nobody")
        }
        if invocation.arguments.has(.json) {
            for known in known { try invocation.console.json(known) }
            return
        }
        guard !known.isEmpty else { return invocation.console.note("nobody is known by a key") }
        var table = Table(["NAME", "KEY", "OBSERVE", "ACT", "SECRET"])
        for known in known {
            table.add([
                known.name, known.key, known.observe.isEmpty ? "-" : known.observe,
                known.act.isEmpty ? "-" : known.act, known.isOwn ? "here" : "-",
            ])
        }
        try invocation.console.lines(table.lines)
    }

    private static func allow(_ invocation: Invocation) throws(Failure) {
        let arguments = invocation.arguments
        let site = try Site(arguments)
        let name = arguments.operands[0]
        let text = arguments.operands.dropFirst().first
        let key = text.flatMap { PublicKey($0) }
        guard text == nil || key != nil else {
            throw .usage(
                "this is no public key, which has \(PublicKey.length) characters; put it in single "
                    + "quotes, and -- before it where it begins with -")
        }
        let observe = try reach(observe, arguments, among: site.names)
        let act = try reach(act, arguments, among: site.names)
        let entry = try Failure.wrapping { () throws(BusError) in
            try KeyFolder(site.directories.keys).allow(name, key: key, observe: observe, act: act)
        }
        if arguments.has(.json) {
            return try invocation.console.json(Known(entry, isOwn: false))
        }
        let roles = [("observe", entry.observe.text), ("act", entry.act.text)]
            .map { "\($0) \($1.isEmpty ? "nothing" : $1)" }
        try invocation.console.line("\(name) may \(roles.joined(separator: ", "))")
    }

    private static func revoke(_ invocation: Invocation) throws(Failure) {
        let folder = try folder(invocation)
        let name = invocation.arguments.operands[0]
        try Failure.wrapping { () throws(BusError) in try folder.revoke(name) }
        try invocation.console.line("\(name) is no longer known")
        if folder.hasSecret(name) {
            invocation.console.note("its secret is still in \(folder.secretPath(name))")
        }
    }

    private static func folder(_ invocation: Invocation) throws(Failure) -> KeyFolder {
        KeyFolder(try Site(invocation.arguments).directories.keys)
    }

    /// The processes that an option names.
    private static func reach(
        _ option: Option, _ arguments: Arguments, among names: [String]
    ) throws(Failure) -> AccessList.Reach {
        guard let text = arguments[option] else { return .nowhere }
        guard let reach = AccessList.Reach(text) else {
            throw .usage(
                "--\(option.name) takes * or names with commas, and \"\(text)\" is neither")
        }
        guard case .processes(let given) = reach,
            let unknown = given.sorted().first(where: { !names.contains($0) })
        else { return reach }
        let hint = unknown.nearest(of: names).map { "did you mean \($0)?" }
        throw .usage(
            "the group has no process \"\(unknown)\"; "
                + (hint ?? "it has \(names.joined(separator: ", "))"))
    }
}

/// Somebody who is known, as JSON tells it.
private struct Known: Encodable {
    let name: String
    let key: String
    let observe: String
    let act: String
    let isOwn: Bool

    enum CodingKeys: String, CodingKey {
        case name
        case key
        case observe
        case act
        case isOwn = "secret_here"
    }

    init(_ entry: AccessList.Entry, isOwn: Bool) {
        name = entry.name
        key = entry.key.text
        observe = entry.observe.text
        act = entry.act.text
        self.isOwn = isOwn
    }
}

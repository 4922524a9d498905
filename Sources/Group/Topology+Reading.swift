internal import Glibc
internal import JSON
internal import Linux
internal import Messages

extension Topology {
    /// Reads a topology file.
    ///
    /// Paths in it are relative to its own folder.
    ///
    /// - Throws: `GroupError` with the file, the key path and what was expected there.
    package init(file: String) throws(GroupError) {
        guard let text = File.contents(of: file) else {
            throw GroupError(.topology, "\(file): cannot be read", cause: systemMessage())
        }
        let path = file.hasPrefix("/") ? file : "\(File.workingFolder)/\(file)"
        let folder = path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        try self.init(json5: text, named: file, in: folder)
    }

    /// Reads the text of a topology file.
    ///
    /// - Parameters:
    ///   - text: The JSON5.
    ///   - file: What mistakes call the file.
    ///   - folder: The folder that paths are relative to.
    /// - Throws: `GroupError` with the file, the key path and what was expected there.
    package init(json5 text: [UInt8], named file: String, in folder: String) throws(GroupError) {
        let top = try Section(
            Self.content(of: text, file: file), file: file, path: "",
            known: ["name", "language", "companion", "limits", "processes"])
        let usual = Topology()
        self.init(
            name: try top.name("name") ?? usual.name,
            language: try top.language("language") ?? usual.language,
            companion: try top.text("companion") ?? usual.companion,
            limits: try Limits(top),
            processes: try top.processes(in: folder) ?? usual.processes)
    }

    private static func content(of text: [UInt8], file: String) throws(GroupError) -> Value.Content
    {
        do throws(JSONError) {
            return try Value(json5: text).content
        } catch {
            let line = 1 + text.prefix(error.position).count { $0 == UInt8(ascii: "\n") }
            throw GroupError(
                .topology, "\(file): is not JSON5", cause: "\(error.message) in line \(line)")
        }
    }
}

extension Section {
    /// A language; nil where the key is absent.
    fileprivate func language(_ key: String) throws(GroupError) -> Language? {
        guard let text = try text(key) else { return nil }
        guard let language = Language(rawValue: text) else {
            let known = Language.allCases.map(\.rawValue).joined(separator: " or ")
            throw mistake(key, "expected \(known), found \"\(text)\"")
        }
        return language
    }

    /// A name that is good for sources, topics and file names; nil where the key is absent.
    fileprivate func name(_ key: String) throws(GroupError) -> String? {
        guard let text = try text(key) else { return nil }
        try check(name: text, at: key)
        return text
    }

    private func check(name: String, at key: String) throws(GroupError) {
        let isGood = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
        }
        guard isGood, (1...32).contains(name.utf8.count) else {
            throw mistake(key, "expected a name of at most 32 lower-case letters, digits, - and _")
        }
    }

    fileprivate func processes(in folder: String) throws(GroupError) -> [Topology.Process]? {
        guard let section = try section("processes", known: nil) else { return nil }
        var processes: [Topology.Process] = []
        for name in section.keys {
            try section.check(name: name, at: name)
            guard name != Topology.launcher else {
                throw section.mistake(name, "is the launcher's own name; expected another one")
            }
            processes.append(try section.process(name, in: folder))
        }
        guard !processes.isEmpty else {
            throw mistake("processes", "expected at least one process")
        }
        if let homeless = processes.first(where: { $0.host == nil }),
            processes.contains(where: { $0.host != nil })
        {
            throw section.mistake(
                "\(homeless.name).host", "expected a host, as other processes have one")
        }
        return processes
    }

    private func process(
        _ name: String, in folder: String
    ) throws(GroupError) -> Topology.Process {
        var process = Topology.Process(name)
        let known = [
            "executable", "options", "endpoints", "host", "order", "essential", "restart",
        ]
        guard let section = try section(name, known: known) else { return process }
        if let executable = try section.text("executable") {
            process.executable = resolved(executable, in: folder)
        }
        process.host = try section.name("host")
        process.order = try section.whole("order") ?? process.order
        process.isEssential = try section.flag("essential") ?? process.isEssential
        if let text = try section.text("restart") {
            guard let restart = Topology.Restart(rawValue: text) else {
                throw section.mistake("restart", "expected always or never, found \"\(text)\"")
            }
            process.restart = restart
        }
        if let endpoints = try section.section(
            "endpoints", known: ["events", "requests", "control"])
        {
            process.endpoints = Endpoints(
                events: try endpoints.endpoint("events"),
                requests: try endpoints.endpoint("requests"),
                control: try endpoints.endpoint("control"))
        }
        try section.readOptions(of: &process, in: folder)
        return process
    }

    private func endpoint(_ key: String) throws(GroupError) -> String {
        let text = try text(key)
        guard let text, text.hasPrefix("ipc:///") || text.hasPrefix("tcp://") else {
            let found = text.map { "\"\($0)\"" } ?? "nothing"
            throw mistake(key, "expected ipc:///PATH or tcp://HOST:PORT, found \(found)")
        }
        return text
    }
}

extension Limits {
    /// Reads the limits of a topology; what is absent is the rules' own figure.
    fileprivate init(_ top: Section) throws(GroupError) {
        self.init()
        guard
            let section = try top.section(
                "limits", known: ["silent", "watch", "dead_man", "restarts"])
        else { return }
        silent = try section.seconds("silent") ?? silent
        watch = try section.seconds("watch") ?? watch
        restarts = try section.whole("restarts") ?? restarts
        // Switched off by its name alone (E14): no number does it.
        deadMan = section.isOff("dead_man") ? nil : try section.seconds("dead_man") ?? deadMan
    }
}

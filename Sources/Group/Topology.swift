package import Messages

/// A group as its file describes it: which processes there are, and how they are kept.
package struct Topology: Sendable, Equatable {
    /// What becomes of a process that died while the group runs.
    package enum Restart: String, Sendable, CaseIterable {
        case always
        case never
    }

    /// One process of a group.
    package struct Process: Sendable, Equatable {
        /// Its name, by which the others know it.
        package var name: String
        /// A program beside `handrail`, or a path.
        package var executable: String
        /// The start order; equal ones start in alphabetical order.
        package var order: Int
        /// Whether the group ends where this one cannot be kept up (G3).
        package var isEssential: Bool
        /// What becomes of it when it died.
        package var restart: Restart
        /// Its endpoints where they are not the usual ones.
        package var endpoints: Endpoints?
        /// The host that it runs on, where the group has several.
        package var host: String?
        /// What it plays with, if it is an engine.
        package var engine: EngineOptions
        /// What it finds its way with, if it is a navigator.
        package var navigator: NavigatorOptions
        /// What it offers, if it is a face.
        package var face: FaceOptions
        /// Where it serves, if it serves the face to browsers.
        package var web: WebOptions

        /// Describes a process; by default as the usual group has it.
        package init(_ name: String, executable: String? = nil) {
            self.name = name
            self.executable = executable ?? name
            order = Kind.allCases.firstIndex { $0.rawValue == name } ?? Kind.allCases.count
            isEssential = Kind(rawValue: name)?.isEssential ?? false
            restart = .always
            engine = EngineOptions()
            navigator = NavigatorOptions()
            face = FaceOptions()
            web = WebOptions()
        }

        /// What the process is.
        ///
        /// A program of ours says so itself; a script that starts one is what the process is
        /// called.
        package var kind: Kind? {
            let program = executable.split(separator: "/").last.map(String.init) ?? executable
            return Kind(rawValue: program) ?? Kind(rawValue: name)
        }
    }

    /// The programs that a group is made of, in their usual start order.
    package enum Kind: String, Sendable, CaseIterable {
        case engine
        case relay
        case face
        case navigator
        case web

        /// Whether a group ends where a process of this kind cannot be kept up, unless the topology
        /// says something else (G3).
        var isEssential: Bool {
            switch self {
            case .engine, .relay, .face, .navigator: true
            case .web: false
            }
        }
    }

    /// The group's name, a part of each process's source.
    package var name: String
    /// The language of the words on the screen.
    package var language: Language
    /// The companion's name.
    package var companion: String
    /// How long things may stay silent, and how often they may die.
    package var limits: Limits
    /// The processes in the order in which they start.
    package private(set) var processes: [Process]
    /// Which of its hosts this is; nil where it has one only, or until it is known.
    package var host: String?
    /// The folder of keys that its tcp endpoints go by; nil where it has none.
    package var keys: String?

    /// Describes a group; by default the usual one.
    package init(
        name: String = "handrail", language: Language = .english, companion: String = "Pippa",
        limits: Limits = Limits(),
        processes: [Process] = Kind.allCases.map { Process($0.rawValue) }
    ) {
        self.name = name
        self.language = language
        self.companion = companion
        self.limits = limits
        self.processes = processes.sorted { ($0.order, $0.name) < ($1.order, $1.name) }
    }

    /// What the launcher tells one of the processes at its start.
    package func settings(of process: Process, in directories: Directories) -> Settings {
        Settings(
            group: name, process: process.name, runDirectory: directories.run,
            stateDirectory: directories.state, keys: keys, host: host, processes: peers,
            companion: companion,
            language: language, limits: limits, engine: process.engine,
            navigator: process.navigator, face: process.face, web: process.web)
    }

    /// What the launcher itself goes by.
    package func settings(in directories: Directories) -> Settings {
        settings(of: Process(Self.launcher), in: directories)
    }

    /// The name under which the launcher is on the bus.
    package static let launcher = "group"

    private var peers: [String: Peer] {
        var peers = [Self.launcher: Peer(executable: "handrail", host: host)]
        for process in processes {
            peers[process.name] = Peer(
                executable: process.kind?.rawValue ?? process.executable,
                endpoints: process.endpoints, host: process.host)
        }
        return peers
    }
}

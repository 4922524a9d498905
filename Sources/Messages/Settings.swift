/// What the launcher tells a process at its start, as JSON in `HANDRAIL_SETTINGS`.
package struct Settings: Codable, Sendable, Equatable {
    /// The environment variable that holds the settings.
    package static let variable = "HANDRAIL_SETTINGS"

    /// The topology's name.
    package var group: String
    /// This process's own name.
    package var process: String
    /// Where sockets, locks and pid files are.
    package var runDirectory: String
    /// Where journals, receipts, pins and keys are.
    package var stateDirectory: String
    /// The folder of keys, where the group's tcp endpoints go by keys; nil: they are for this
    /// machine alone.
    package var keys: String?
    /// Which of the group's hosts this one is, where it has several.
    package var host: String?
    /// Every process of the group by name, this one included.
    package var processes: [String: Peer]
    /// The companion's name (N3), and the performer of a session that names none.
    package var companion: String
    /// The language of the words on the screen.
    package var language: Language
    /// How long things may stay silent.
    package var limits: Limits
    /// What only engines read.
    package var engine: EngineOptions
    /// What only navigators read.
    package var navigator: NavigatorOptions
    /// What only faces read.
    package var face: FaceOptions
    /// What only those read that serve the face to browsers.
    package var web: WebOptions

    enum CodingKeys: String, CodingKey {
        case group
        case process
        case runDirectory = "run_dir"
        case stateDirectory = "state_dir"
        case keys
        case host
        case processes
        case companion
        case language
        case limits
        case engine
        case navigator
        case face
        case web
    }

    /// Describes one process's place.
    package init(
        group: String, process: String, runDirectory: String, stateDirectory: String,
        keys: String? = nil, host: String? = nil, processes: [String: Peer],
        companion: String = "Pippa", language: Language = .english,
        limits: Limits = Limits(), engine: EngineOptions = EngineOptions(),
        navigator: NavigatorOptions = NavigatorOptions(), face: FaceOptions = FaceOptions(),
        web: WebOptions = WebOptions()
    ) {
        self.group = group
        self.process = process
        self.runDirectory = runDirectory
        self.stateDirectory = stateDirectory
        self.keys = keys
        self.host = host
        self.processes = processes
        self.companion = companion
        self.language = language
        self.limits = limits
        self.engine = engine
        self.navigator = navigator
        self.face = face
        self.web = web
    }

    /// The name under which this process asks and publishes, `/<topology>/<process>`.
    package var source: String { "/\(group)/\(process)" }

    /// The endpoints of a process: its own, or the usual three in the run dir.
    package func endpoints(of process: String) -> Endpoints {
        processes[process]?.endpoints ?? Endpoints(of: process, in: runDirectory)
    }

    /// The names of all processes that run one executable, in alphabetical order.
    package func names(running executable: String) -> [String] {
        processes.filter { $0.value.executable == executable }.map(\.key).sorted()
    }
}

/// Another process as one can reach it.
package struct Peer: Codable, Sendable, Equatable {
    /// The executable that it runs, which says what it is.
    package var executable: String
    /// Its endpoints where they are not the usual three in the run dir.
    package var endpoints: Endpoints?
    /// The host that it runs on, where the group has several.
    package var host: String?

    /// Describes a peer.
    package init(executable: String, endpoints: Endpoints? = nil, host: String? = nil) {
        self.executable = executable
        self.endpoints = endpoints
        self.host = host
    }
}

/// The three endpoints of a process, `ipc://…` or `tcp://…` (`bus.md`).
package struct Endpoints: Codable, Sendable, Equatable {
    /// The XPUB.
    package var events: String
    /// The ROUTER for work.
    package var requests: String
    /// The ROUTER for what must not queue behind work.
    package var control: String

    /// Names three endpoints.
    package init(events: String, requests: String, control: String) {
        self.events = events
        self.requests = requests
        self.control = control
    }

    /// The usual three of a process in a run dir.
    package init(of process: String, in runDirectory: String) {
        self.init(
            events: "ipc://\(runDirectory)/\(process).events",
            requests: "ipc://\(runDirectory)/\(process).requests",
            control: "ipc://\(runDirectory)/\(process).control")
    }
}

/// How long things may stay silent, in seconds; the defaults are the rules' own figures.
package struct Limits: Codable, Sendable, Equatable {
    /// Without a beat for so long a process is unreachable (B4, F12).
    package var silent: Seconds
    /// Without a beat for so long a process is killed and started again (G4).
    package var watch: Seconds
    /// Without `vitals.get` for so long a session is closed (E14); nil switches it off.
    package var deadMan: Seconds?
    /// This many deaths in 30 s are one too many (G3).
    package var restarts: Int

    enum CodingKeys: String, CodingKey {
        case silent
        case watch
        case deadMan = "dead_man"
        case restarts
    }

    /// Sets limits.
    package init(
        silent: Seconds = 3, watch: Seconds = 5, deadMan: Seconds? = 15, restarts: Int = 5
    ) {
        self.silent = silent
        self.watch = watch
        self.deadMan = deadMan
        self.restarts = restarts
    }
}

/// What an engine plays with.
package struct EngineOptions: Codable, Sendable, Equatable {
    /// The players by name.
    package var players: [String: PlayerOptions]
    /// The controller.
    package var controller: ControllerOptions

    /// Sets an engine's options.
    package init(
        players: [String: PlayerOptions] = [:],
        controller: ControllerOptions = ControllerOptions()
    ) {
        self.players = players
        self.controller = controller
    }
}

/// A player: either `command` or `script` is given.
package struct PlayerOptions: Codable, Sendable, Equatable {
    /// A program and its arguments.
    package var command: [String]?
    /// A file with a timed list of inputs.
    package var script: String?
    /// Whether the script starts again at its end.
    package var loop: Bool?

    /// Describes a player.
    package init(command: [String]? = nil, script: String? = nil, loop: Bool? = nil) {
        self.command = command
        self.script = script
        self.loop = loop
    }
}

/// The controller that inputs go to.
package struct ControllerOptions: Codable, Sendable, Equatable {
    /// `memory`, the embedded default.
    package var kind: String
    /// Whether its table outlives the engine, as a display's does.
    package var file: Bool
    /// How many of the next releases are refused.
    package var refuseRelease: Int
    /// How long each answer takes, in milliseconds.
    package var delay: Int
    /// Whether the first release is reported as done without being done.
    package var lieOnce: Bool

    enum CodingKeys: String, CodingKey {
        case kind
        case file
        case refuseRelease = "refuse_release"
        case delay = "delay_ms"
        case lieOnce = "lie_once"
    }

    /// Describes a controller.
    package init(
        kind: String = "memory", file: Bool = false, refuseRelease: Int = 0, delay: Int = 0,
        lieOnce: Bool = false
    ) {
        self.kind = kind
        self.file = file
        self.refuseRelease = refuseRelease
        self.delay = delay
        self.lieOnce = lieOnce
    }
}

/// What a navigator finds its way with.
package struct NavigatorOptions: Codable, Sendable, Equatable {
    /// The provider to start with.
    package var provider: String
    /// The mode to start with.
    package var mode: TravelMode

    /// Sets a navigator's options.
    package init(provider: String = "beeline", mode: TravelMode = "driving") {
        self.provider = provider
        self.mode = mode
    }
}

/// What a face offers.
package struct FaceOptions: Codable, Sendable, Equatable {
    /// The step of "+", in seconds.
    package var step: Seconds
    /// How long an arming lasts; 5 s is the floor (V6).
    package var armedFor: Seconds

    enum CodingKeys: String, CodingKey {
        case step
        case armedFor = "armed_for"
    }

    /// Sets a face's options.
    package init(step: Seconds = 300, armedFor: Seconds = 5) {
        self.step = step
        self.armedFor = armedFor
    }
}

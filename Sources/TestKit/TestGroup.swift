package import Bus
import FoundationEssentials
import Glibc
package import Messages

/// A whole group of real processes in a run dir of its own, and a visitor's connection to it.
///
/// Follows events and never sleeps; every wait has a guard.
package final class TestGroup {
    /// Why a wait came to nothing.
    package struct Failure: Error, CustomStringConvertible {
        /// What was waited for, and what the group had printed by then.
        package let description: String

        /// Says what did not come.
        package init(_ description: String) {
            self.description = description
        }
    }

    /// Where its sockets and journals are.
    package let directory: RunDirectory
    /// The launcher.
    package private(set) var launcher: ChildProcess
    /// The visitor that asks.
    package let client: Client
    /// The visitor that listens: it misses nothing while the other one waits for an answer.
    package let watcher: Client
    private let topology: String
    private let environment: [String: String]
    private var launches = 1

    /// Starts a group and waits until all of it is ready.
    ///
    /// - Parameters:
    ///   - limits: The limits of the topology, JSON5; generous unless they are what is tested.
    ///   - engine: The options of the engine, JSON5.
    ///   - program: What is started as the engine.
    ///   - face: The options of the face, JSON5.
    ///   - web: The options of a process that serves browsers, JSON5; nil: there is none.
    ///   - language: The language of the words on the screen.
    ///   - directory: Its run dir.
    ///   - environment: What is added to the processes' environment.
    /// - Throws: A `Failure` with what was printed, where it does not become ready.
    package init(
        limits: String = "silent: 20, watch: 20", engine: String = "",
        program: String = "engine", face: String = "", web: String? = nil,
        language: String = "en", in directory: RunDirectory = RunDirectory(),
        environment: [String: String] = [:]
    ) throws {
        self.directory = directory
        self.environment = environment
        self.topology = directory.path + "/topology.json5"
        let webEntry = web.map { "web: { executable: \"web\", options: { \($0) } }," } ?? ""
        let text = """
            {
                name: "test",
                language: "\(language)",
                limits: { \(limits) },
                processes: {
                    engine: { executable: "\(program)", options: { \(engine) } },
                    relay: { executable: "relay" },
                    face: { executable: "face", options: { \(face) } },
                    navigator: { executable: "navigator" }, \(webEntry)
                },
            }
            """
        try text.write(toFile: self.topology, atomically: true, encoding: .utf8)
        launcher = Self.launch(self.topology, directory, environment, 1)
        var settings = directory.settings(of: "shell")
        settings.limits.silent = 20
        client = try Client(settings: settings)
        watcher = try Client(settings: settings)
        try watcher.subscribe(to: "face", topics: [FaceView.type, OutboxRemoved.type])
        try watcher.subscribe(to: "engine", topics: [SoloState.type, SoloReceipt.type])
        try watcher.subscribe(to: "relay", topics: [FaceState.type + "/face"])
        try watcher.subscribe(to: "navigator", topics: [NavigatorState.type])
        try watcher.subscribe(to: "group", topics: [GroupStatus.type])
        try waitUntilReady()
    }

    deinit {
        launcher.signal(SIGTERM)
        _ = launcher.ending()
    }

    private static func launch(
        _ topology: String, _ directory: RunDirectory, _ environment: [String: String],
        _ number: Int
    ) -> ChildProcess {
        ChildProcess(
            "handrail", ["up", "--topology", topology, "--run-dir", directory.path],
            environment: environment,
            output: "\(directory.path)/output.\(number)")
    }

    /// Starts the group again after its launcher has ended.
    package func relaunch() throws {
        launches += 1
        launcher = Self.launch(topology, directory, environment, launches)
        try waitUntilReady()
    }

    /// Runs `handrail` with arguments on this group, and gives its exit code and output.
    package func handrail(_ arguments: String...) throws -> (code: Int32, output: String) {
        launches += 1
        let child = ChildProcess(
            "handrail", arguments,
            environment: [
                "HANDRAIL_TOPOLOGY": topology, "HANDRAIL_RUN_DIR": directory.path,
            ], output: "\(directory.path)/output.\(launches)")
        guard case .exited(let code) = child.ending() else {
            throw Failure("handrail \(arguments) has not ended: \(child.output)")
        }
        return (code, child.output)
    }

    // MARK: Processes

    /// Waits until the launcher says that every process is ready.
    package func waitUntilReady() throws {
        try follow("all ready", GroupStatus.self, GroupStatusGet(), of: "group") { status in
            status.processes.allSatisfy { $0.state == .ready }
        }
    }

    /// What the launcher says of the group.
    package func status() throws -> GroupStatus {
        try ask(GroupStatusGet(), of: "group", within: 2).read(GroupStatus.self)
    }

    /// The process id of a process that runs.
    package func pid(of process: String) throws -> Int32 {
        let status = try status().processes.first { $0.name == process }
        guard let pid = status?.pid else {
            throw Failure("\(process) does not run: \(launcher.output)")
        }
        return pid
    }

    /// Sends a signal to a process of the group, and gives its id.
    @discardableResult
    package func signal(_ process: String, _ number: Int32) throws -> Int32 {
        let pid = try pid(of: process)
        kill(pid, number)
        return pid
    }

    /// Waits until a process runs under another id than it did.
    package func waitForRestart(of process: String, after pid: Int32) throws {
        let what = "\(process), started again"
        try follow(what, GroupStatus.self, GroupStatusGet(), of: "group") { status in
            status.processes.contains {
                $0.name == process && $0.state == .ready && $0.pid != pid
            }
        }
    }

    // MARK: Asking and watching

    /// Asks a process, again while it cannot be reached.
    package func ask(
        _ message: some Message, of process: String, on channel: Channel = .requests,
        within patience: Seconds = 10
    ) throws -> Incoming {
        try client.ask(message, of: process, on: channel, within: patience)
    }

    /// Starts a session and gives its id.
    @discardableResult
    package func startSession(
        _ title: String = "Tetris", seconds: Seconds = 600, player: String? = nil
    ) throws -> SessionID {
        let start = SoloStart(title: title, mode: "true", seconds: seconds, player: player)
        let session = try ask(start, of: "engine").read(SoloStarted.self).deadline.session
        try view("the session on the screen") { $0.title == title && $0.timeLeft != nil }
        return session
    }

    /// Presses a control twice, deliberately, by the view's own clock.
    @discardableResult
    package func press(_ control: FaceControl, view: String = "test") throws -> FacePressed {
        let first = try ask(FacePress(control: control, view: view), of: "face")
        let armed = try first.read(FacePressed.self)
        guard armed.outcome == .armed else { return armed }
        // The settle is a span of time by its nature: events are taken in until it is over.
        let settled = Stamp.now + 0.45
        while client.next(until: settled) != nil {}
        return try ask(FacePress(control: control, view: view), of: "face").read(FacePressed.self)
    }

    /// Waits for an event that something is found in.
    @discardableResult
    package func event<Found>(
        _ what: String, of type: String, within patience: Seconds = 30,
        _ find: (Incoming) throws -> Found?
    ) throws -> Found {
        let guardian = Guard(seconds: patience)
        while !guardian.isOver {
            guard case .event(let incoming, _) = watcher.next(until: guardian.moment),
                incoming.type == type
            else { continue }
            if let found = try find(incoming) { return found }
        }
        throw Failure("never came: \(what)\n\(launcher.output)")
    }

    /// Waits until the face shows what is looked for, its present picture included.
    @discardableResult
    package func view(_ what: String, _ isIt: (FaceView) -> Bool) throws -> FaceView {
        try follow(what, FaceView.self, FaceLook(), of: "face", isIt)
    }

    /// Asks for a state, and again whenever it has been published, until it is what is looked for.
    ///
    /// What was published earlier only makes it ask once more, so no stale state is ever taken.
    @discardableResult
    private func follow<State: Message>(
        _ what: String, _ state: State.Type, _ question: some Message, of process: String,
        _ isIt: (State) -> Bool
    ) throws -> State {
        let guardian = Guard(seconds: 30)
        var last: State?
        while !guardian.isOver {
            if let answer = try? ask(question, of: process).read(State.self) {
                if isIt(answer) { return answer }
                last = answer
            }
            while let input = watcher.next(until: guardian.moment) {
                if case .event(let incoming, process) = input, incoming.type == State.type { break }
            }
        }
        throw Failure(
            "never came: \(what)\nlast: \(String(describing: last))\n"
                + launcher.output)
    }
}

extension FaceView {
    /// Whether the face says that the inputs have been released.
    package var saysStopped: Bool { stopLine == "Stopped — engine released inputs" }
}

import Bus
import CLinux
import FoundationEssentials
import Glibc
import Messages

/// One fault in a group of real processes, and what must be so after it.
///
/// The engine's controller is a table in a file: it stands for a display that outlives the engine.
package final class FaultTrial {
    /// Why a point has failed.
    package struct Failure: Error, CustomStringConvertible {
        /// What was not as promised.
        package let description: String

        init(_ description: String) {
            self.description = description
        }
    }

    let point: FaultPoint
    let directory = RunDirectory()
    let group: TestGroup
    let witness: Witness
    /// Presses, and gets the answers to presses.
    private let presser: Client
    private var press: RequestID?
    /// The answer to the scenario's own press.
    private var pressed: FacePressed?

    /// Whether processes of this build can be held at a step.
    package static var isPossible: Bool {
        #if FAULT_POINTS
            true
        #else
            false
        #endif
    }

    /// Lets a fault happen, and looks at what becomes of it.
    ///
    /// - Throws: A `Failure` that names the point, and says what was not as promised.
    package static func run(_ point: FaultPoint) throws(Failure) {
        do {
            let trial = try FaultTrial(point)
            try trial.run()
        } catch {
            throw Failure("\(point): \(error)")
        }
    }

    private init(_ point: FaultPoint) throws {
        self.point = point
        try FileManager.default.createDirectory(
            atPath: directory.path + "/holds", withIntermediateDirectories: false)
        guard mkfifo(directory.path + "/end", 0o600) == 0 else { throw Failure("no pipe") }
        // Presses a key, holds it, and ends when somebody has opened and closed the pipe.
        let player = #"echo '{\"press\":\"Right\"}'; read end < \#(directory.path)/end"#
        group = try TestGroup(
            limits: "silent: 1.5, watch: 20",
            engine: #"""
                players: { p: { command: ["sh", "-c", "\#(player)"] } },
                controller: { kind: "memory", file: true },
                """#,
            in: directory,
            environment: [
                "HANDRAIL_FAULT_POINTS": directory.path + "/holds",
                Remains.mark: directory.path,
            ])
        var settings = directory.settings(of: "tester")
        settings.limits.silent = 60
        witness = try Witness(settings)
        presser = try Client(settings: settings)
        try group.watcher.subscribe(to: "navigator", topics: [VitalsBeat.type])
    }

    private func run() throws {
        try prepare()
        let hold = try HoldPoint(point.step, in: directory.path + "/holds")
        try begin()
        try wait(for: hold)
        let pid = try pid(of: point.victim)
        try strike(pid, hold.take())
        try recover(from: pid)
        try witness.look(at: display)
        try awaitAnswer()
        try settle()
        try witness.check(receipts: receipts())
        try checkRemains()
    }

    /// What the display shows: the inputs that are down.
    private var display: String { directory.path + "/state/engine.memory" }

    // MARK: The scenario

    private func prepare() throws {
        switch point.scenario {
        case .start: break
        case .deadline: try start(seconds: 3)
        case .playerEnd: try start(seconds: 600)
        case .extend:
            try start(seconds: 600)
            try arm(.extend)
        case .stop:
            try start(seconds: 600)
            try arm(.stop)
        }
    }

    /// Starts a session, and waits until its player has pressed something.
    private func start(seconds: Seconds) throws {
        try group.startSession("fault", seconds: seconds, player: "p")
        let guardian = Guard()
        while !isDown {
            guard !guardian.isOver else { throw Failure("the player has pressed nothing") }
            _ = group.watcher.next(until: Stamp.now + 0.01)
        }
    }

    private var isDown: Bool {
        (try? String(contentsOfFile: display, encoding: .utf8))?.contains("Right") ?? false
    }

    private func arm(_ control: FaceControl) throws {
        let answer = try group.ask(FacePress(control: control, view: "test"), of: "face")
        guard try answer.read(FacePressed.self).outcome == .armed else {
            throw Failure("\(control) cannot be armed")
        }
        // The settle is a span of time by its nature (T1).
        let settled = Stamp.now + 0.45
        while group.client.next(until: settled) != nil {}
    }

    /// Sets off what the fault comes into.
    private func begin() throws {
        switch point.scenario {
        case .start:
            let start = SoloStart(title: "fault", mode: "true", seconds: 600, player: "p")
            presser.request(start, of: "engine", within: 10)
        case .extend: press(.extend)
        case .stop: press(.stop)
        case .deadline: break
        case .playerEnd: try Data().write(to: URL(filePath: directory.path + "/end"))
        }
    }

    private func press(_ control: FaceControl) {
        press = presser.request(FacePress(control: control, view: "test"), of: "face", within: 10)
    }

    private func wait(for hold: HoldPoint) throws {
        let guardian = Guard()
        while !guardian.isOver {
            switch presser.next(until: guardian.moment, watching: hold.descriptor) {
            case .readable: return
            case let input?: try take(input)
            case nil: continue
            }
        }
        throw Failure("the step was never reached\n\(group.launcher.output)")
    }

    private func take(_ input: BusInput) throws {
        switch input {
        case .reply(let incoming, let id):
            guard id == press else { return }
            press = nil
            if incoming.type == FacePressed.type { pressed = try incoming.read() }
        case .failed(let id, _): if id == press { press = nil }
        // Its answer would have come before.
        case .peer("face", .disconnected): press = nil
        case .peer, .event, .request, .vitalsAsked, .stopOrdered, .signal, .readable: break
        }
    }

    private func awaitAnswer() throws {
        let guardian = Guard()
        while press != nil, !guardian.isOver {
            if let input = presser.next(until: guardian.moment) { try take(input) }
        }
    }

    // MARK: The fault

    private func pid(of victim: FaultPoint.Victim) throws -> Int32 {
        switch victim {
        case .engine, .relay, .face: return try group.pid(of: victim.rawValue)
        case .launcher: return group.launcher.pid
        case .player:
            guard let player = Remains.players(of: directory).first else {
                throw Failure("no player runs")
            }
            return player
        }
    }

    private func strike(_ pid: Int32, _ held: consuming HoldPoint.Held) throws {
        switch point.fault {
        case .kill:
            kill(pid, SIGKILL)
            held.goOn()
        case .freeze:
            kill(pid, SIGSTOP)
            held.goOn()
            try letTimePass()
            kill(pid, SIGCONT)
        case .cut: held.cut()
        case .stall:
            try letTimePass()
            held.goOn()
        case .full:
            try limitFiles(of: pid, to: 4_096)
            held.goOn()
            try letTimePass()
            try limitFiles(of: pid, to: UInt64.max)
        }
    }

    /// Lets two seconds pass, by the beats of who has no part in it.
    private func letTimePass() throws {
        for _ in 0..<3 {
            try group.event("a beat of the navigator", of: VitalsBeat.type) { event in
                event.header.source.hasSuffix("/navigator") ? true : nil
            }
        }
    }

    /// Leaves a process so much room in any file: none for a journal, some for the display.
    private func limitFiles(of pid: Int32, to bytes: UInt64) throws {
        guard clinux_limit(pid, Int32(RLIMIT_FSIZE.rawValue), bytes) == 0 else {
            throw Failure("prlimit: \(String(cString: strerror(errno)))")
        }
    }

    private func recover(from pid: Int32) throws {
        switch (point.fault, point.victim) {
        case (.kill, .launcher):
            _ = group.launcher.ending()
            let guardian = Guard()
            while !Remains.all(of: directory).isEmpty {
                guard !guardian.isOver else { throw Failure("left: \(Remains.all(of: directory))") }
                _ = group.watcher.next(until: Stamp.now + 0.05)
            }
            guard !isDown else { throw Failure("the group has gone, and Right is down") }
            try group.relaunch()
        case (.kill, .engine), (.kill, .relay), (.kill, .face):
            try group.waitForRestart(of: point.victim.rawValue, after: pid)
        case (.kill, .player), (.freeze, _), (.cut, _), (.stall, _), (.full, _):
            try group.waitUntilReady()
        }
    }

    // MARK: What must be so

    /// Waits until everything has come to rest: by itself, if a Stop was confirmed and kept, and
    /// otherwise once it is pressed.
    private func settle() throws {
        let mustEndByItself =
            point.scenario == .stop && pressed?.outcome == .confirmed && pressed?.reason == nil
        let guardian = Guard(seconds: 30)
        while true {
            let state = try group.ask(SoloStatus(), of: "engine").read(SoloState.self)
            let view = try group.ask(FaceLook(), of: "face").read(FaceView.self)
            try witness.look(at: display)
            if isSettled(state, view) { return }
            guard !guardian.isOver else {
                throw Failure(
                    "not settled\n\(state)\n\(view)\npress: \(String(describing: pressed))\n"
                        + group.launcher.output)
            }
            if state.open, !mustEndByItself { try group.press(.stop) }
            _ = group.watcher.next(until: Stamp.now + 0.1)
        }
    }

    private func isSettled(_ state: SoloState, _ view: FaceView) -> Bool {
        !state.open && state.closing == nil && state.receipt?.released != false
            && (view.stopLine.isEmpty || view.saysStopped)
    }

    private func receipts() throws -> [SoloReceipt] {
        try group.ask(SoloReceiptsList(), of: "engine").read(SoloReceipts.self).receipts
    }

    /// Ends the group, and looks for what it has left: nothing.
    private func checkRemains() throws {
        guard !isDown else { throw Failure("Right is down though all is settled") }
        let guardian = Guard()
        while !Remains.zombies(of: directory).isEmpty {
            guard !guardian.isOver else {
                throw Failure("zombies: \(Remains.zombies(of: directory))")
            }
            _ = group.watcher.next(until: Stamp.now + 0.05)
        }
        group.launcher.signal(SIGTERM)
        guard group.launcher.ending() == .exited(0) else {
            throw Failure("the group has not ended well\n\(group.launcher.output)")
        }
        let left = Remains.all(of: directory)
        guard left.isEmpty else { throw Failure("left when the group was down: \(left)") }
    }
}

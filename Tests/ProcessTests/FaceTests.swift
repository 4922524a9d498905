import Bus
import FoundationEssentials
import Glibc
import Messages
import TestKit
import Testing

/// A face alone in a run dir; the test itself has the relay's place, and presses.
private final class FaceAlone {
    let directory = RunDirectory()
    let relay: Bus
    private(set) var face: ChildProcess
    private let settings: Settings
    /// What has come and was not waited for yet.
    private var inputs: [BusInput] = []
    /// What the face has published, the newest last.
    private(set) var views: [FaceView] = []

    /// Starts a face.
    ///
    /// - Parameters:
    ///   - silent: After how many seconds a process counts as silent.
    ///   - hasState: Whether there is a folder for its journal.
    /// - Throws: Whatever keeps it from becoming ready.
    init(silent: Seconds = 20, hasState: Bool = true) throws {
        let limits = Limits(silent: silent)
        settings = directory.settings(of: "face", limits: limits)
        if hasState {
            try FileManager.default.createDirectory(
                atPath: settings.stateDirectory, withIntermediateDirectories: true)
        }
        relay = try Bus(
            settings: directory.settings(of: "relay", limits: limits), version: "test",
            thread: BusThread(), signals: .untouched)
        relay.stage = .ready
        try relay.subscribe(
            to: "face", topics: [FaceView.type, OutboxRemoved.type, VitalsBeat.type])
        face = try Self.start(settings, directory)
        try waitUntilReady()
    }

    deinit { face.signal(SIGKILL) }

    private static func start(
        _ settings: Settings, _ directory: RunDirectory
    ) throws -> ChildProcess {
        let text = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
        return ChildProcess(
            "face", [], environment: [Settings.variable: text],
            output: "\(directory.path)/output")
    }

    func restart(_ signal: Int32) throws {
        face.signal(signal)
        _ = face.ending()
        views = []
        inputs = []
        face = try Self.start(settings, directory)
        try waitUntilReady()
    }

    private func waitUntilReady() throws {
        let pid = face.pid
        try wait("the face ready") { input -> Bool? in
            guard case .event(let incoming, _) = input, incoming.type == VitalsBeat.type else {
                return nil
            }
            let beat = try incoming.read(VitalsBeat.self)
            return beat.pid == pid && beat.state == .ready ? true : nil
        }
    }

    /// Turns the relay's place until something is found in what has come.
    @discardableResult
    func wait<Found>(_ what: String, for find: (BusInput) throws -> Found?) throws -> Found {
        let guardian = Guard(seconds: 20)
        var seen = 0
        while !guardian.isOver {
            while seen < inputs.count {
                if let found = try find(inputs[seen]) {
                    inputs.remove(at: seen)
                    return found
                }
                seen += 1
            }
            relay.wait(until: guardian.moment)
            while let input = relay.next() {
                inputs.append(input)
                guard case .event(let incoming, _) = input, incoming.type == FaceView.type else {
                    continue
                }
                views.append(try incoming.read())
            }
        }
        throw Problem(.internal, "never came: \(what)", detail: face.output)
    }

    /// Waits until the face has published what is looked for.
    @discardableResult
    func waitForView(_ what: String, _ isIt: (FaceView) -> Bool) throws -> FaceView {
        if let view = views.last, isIt(view) { return view }
        return try wait(what) { _ in views.last.flatMap { isIt($0) ? $0 : nil } }
    }

    func tell(_ state: FaceState) {
        relay.publish(state, subject: "face")
    }

    func ask(_ message: some Message) throws -> Incoming {
        let id = relay.request(message, of: "face", within: 20)
        return try reply(to: id)
    }

    func reply(to id: RequestID) throws -> Incoming {
        try wait("a reply") { input in
            if case .reply(let incoming, id) = input { incoming } else { nil }
        }
    }

    func openTake() -> RequestID {
        relay.request(OutboxTake(wait: 20, boot: relay.boot), of: "face", within: 30)
    }
}

private func running(_ session: SessionID) -> FaceState {
    FaceState(
        open: .open, boot: "e1", revision: 1, session: session, performer: "Pippa",
        mode: .coached, title: "Tetris", expiresAt: 1_000, now: 400)
}

@Suite("The face, as a process", .serialized)
struct FaceTests {
    private let requested = "Stop requested — engine release not confirmed"

    @Test("a Stop goes to the open take at once, and the newest view is the last one published")
    func takenAtOnce() throws {
        let place = try FaceAlone()
        place.tell(running("s"))
        try place.waitForView("the session") { $0.title == "Tetris" }
        let take = place.openTake()
        // Answered after the take, which therefore waits by now.
        _ = try place.ask(FaceLook())
        let pressed = try place.ask(FaceStop(view: "test")).read(FacePressed.self)
        #expect(pressed == FacePressed(.confirmed))
        let item = try place.reply(to: take).read(OutboxItem.self)
        #expect(item.source == "/test/face")
        #expect(item.request == .stop(SoloStop(.session("s"), view: "test")))
        let looked = try place.ask(FaceLook()).read(FaceView.self)
        #expect(looked.detail == "taken")
        var other = running("s")
        other.title = "Go"
        place.tell(other)
        try place.waitForView("the next change") { $0.title == "Go" }
        #expect(place.views.dropLast().last?.detail == "taken")
    }

    @Test("F14: a confirmed Stop survives a kill: its id, its session, its words")
    func killed() throws {
        let place = try FaceAlone()
        place.tell(running("s"))
        try place.waitForView("the session") { $0.title == "Tetris" }
        let reply = try place.ask(FaceStop(view: "test")).read(FacePressed.self)
        #expect(reply == FacePressed(.confirmed))
        let before = try place.reply(to: place.openTake()).read(OutboxItem.self)
        try place.restart(SIGKILL)
        let after = try place.reply(to: place.openTake()).read(OutboxItem.self)
        #expect(after.id == before.id)
        #expect(after.request == before.request)
        let view = try place.waitForView("the Stop's line") { $0.stopLine == requested }
        #expect(view.title == "Tetris")
    }

    @Test("F14: without a journal a Stop goes out all the same, and is told as not kept")
    func notKept() throws {
        let place = try FaceAlone(hasState: false)
        let reply = try place.ask(FaceStop(view: "test")).read(FacePressed.self)
        #expect(reply == FacePressed(.confirmed, reason: "not kept"))
        let item = try place.reply(to: place.openTake()).read(OutboxItem.self)
        #expect(item.request == .stop(SoloStop(.whateverRuns, view: "test")))
        let view = try place.waitForView("the Stop's line") { $0.stopLine == requested }
        #expect(view.lines.contains("Stop not kept: it would not survive a restart of the face"))
    }

    @Test("F12: a frozen relay is told, and what it said counts again once it goes on")
    func frozenRelay() throws {
        let place = try FaceAlone(silent: 1)
        place.tell(running("s"))
        try place.waitForView("the session") { $0.title == "Tetris" }
        // The relay's place gets no turns: another client asks meanwhile.
        let client = try Client(settings: place.directory.settings(of: "shell"))
        let guardian = Guard(seconds: 20)
        var view: FaceView?
        // On a loaded machine the connection may go before the silence is long enough.
        let reasons = [["state unknown: relay silent"], ["state unknown: relay unreachable"]]
        while !reasons.contains(view?.lines ?? []), !guardian.isOver {
            view = try client.ask(FaceLook(), of: "face", within: 5).read(FaceView.self)
        }
        #expect(reasons.contains(view?.lines ?? []))
        #expect(view?.controls.first { $0.id == .stop }?.enabled == true)
        let known = try place.waitForView("the silence") { !$0.lines.isEmpty }
        #expect(reasons.contains(known.lines))
        try place.waitForView("the session again") { $0.lines.isEmpty && $0.timeLeft != nil }
    }

    @Test("what the relay tells another face is nothing to this one")
    func anotherFace() throws {
        let place = try FaceAlone()
        place.relay.publish(running("other"), subject: "face2")
        var mine = running("mine")
        mine.title = "Go"
        place.tell(mine)
        try place.waitForView("its own session") { $0.title == "Go" }
        #expect(!place.views.contains { $0.title == "Tetris" })
    }

    @Test("O6: what was not sent is published, with its reason")
    func removed() throws {
        let place = try FaceAlone()
        _ = try place.ask(FaceStop(view: "test"))
        _ = try place.ask(FaceStop(view: "test"))
        let removed = try place.wait("the removal") { input -> OutboxRemoved? in
            guard case .event(let incoming, _) = input, incoming.type == OutboxRemoved.type else {
                return nil
            }
            return try incoming.read()
        }
        #expect(removed.action == .stop)
        #expect(removed.reason == .superseded)
    }
}

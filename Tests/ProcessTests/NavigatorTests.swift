import Bus
import FoundationEssentials
import Glibc
import Messages
import TestKit
import Testing

/// A navigator alone in a run dir, and a visitor who asks it.
private final class Place {
    let directory = RunDirectory()
    let client: Client
    private(set) var process: ChildProcess
    private let settings: Settings

    init(provider: String = "beeline") throws {
        var settings = directory.settings(of: "navigator")
        settings.navigator.provider = provider
        try FileManager.default.createDirectory(
            atPath: settings.stateDirectory, withIntermediateDirectories: true)
        self.settings = settings
        process = try Self.start(settings, directory)
        var visitor = settings
        visitor.process = "shell"
        client = try Client(settings: visitor)
        try client.subscribe(
            to: "navigator", topics: [NavigatorState.type, TripEnded.type, RouteAsked.type])
        try waitUntilReady()
    }

    deinit { process.signal(SIGKILL) }

    private static func start(
        _ settings: Settings, _ directory: RunDirectory
    ) throws -> ChildProcess {
        let text = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
        return ChildProcess(
            "navigator", [], environment: [Settings.variable: text],
            output: "\(directory.path)/output")
    }

    func restart(_ signal: Int32) throws {
        process.signal(signal)
        _ = process.ending()
        process = try Self.start(settings, directory)
        try waitUntilReady()
    }

    func waitUntilReady() throws {
        let guardian = Guard(seconds: 10)
        while !guardian.isOver {
            if let answer = try? client.ask(VitalsGet(), of: "navigator", on: .control, within: 2),
                try answer.read(VitalsBeat.self).state == .ready
            {
                return
            }
        }
        Issue.record("never ready: \(process.output)")
    }

    func ask<Reply: Message>(_ message: some Message, _ reply: Reply.Type) throws -> Reply {
        try client.ask(message, of: "navigator", within: 5).read(Reply.self)
    }

    func state(until isIt: (NavigatorState) -> Bool) throws -> NavigatorState {
        let guardian = Guard(seconds: 10)
        while !guardian.isOver {
            let state = try ask(NavStatus(), NavigatorState.self)
            if isIt(state) { return state }
            _ = client.next(until: guardian.moment)
        }
        throw Problem(.internal, "never came")
    }
}

@Suite("The navigator, as a process", .serialized)
struct NavigatorTests {
    private let station = Messages.Place(name: "Station", lat: 43.7317, lon: 7.4174)
    private let casino = Messages.Place(
        name: "Casino", lat: 43.7396, lon: 7.4286, door: Coordinates(lat: 43.74, lon: 7.43))

    @Test("the reference run: a drive goes on, and a pin is walked to when accepted")
    func referenceRun() throws {
        let place = try Place()
        let drive = OfferHandoff(place: station, mode: "driving")
        #expect(try place.ask(drive, OfferAnswer.self).outcome == .taken)
        let driving = try place.state { $0.stage == .guiding }
        #expect(driving.notice == "straight line, no street route; where it starts is not known")
        let answer = try place.ask(OfferPin(place: casino), OfferAnswer.self)
        #expect(answer.outcome == .pending)
        #expect(answer.notice == "Pippa sent Casino")
        #expect(try place.ask(NavStatus(), NavigatorState.self).trip == driving.trip)
        let pending = try #require(answer.pending)
        _ = try place.ask(NavAccept(pending: pending), NavigatorState.self)
        let walking = try place.state { $0.stage == .guiding }
        #expect(walking.trip?.mode == "walking")
        #expect(walking.trip?.destination == casino)
        #expect(try place.ask(NavEnd(), NavigatorState.self).stage == .browse)
    }

    @Test("pins survive a kill and an order to end", arguments: [SIGKILL, SIGTERM])
    func pins(_ signal: Int32) throws {
        let place = try Place()
        let first = try place.ask(PinsAdd(place: station, trip: "Riviera"), PinsAdded.self).pin
        let second = try place.ask(PinsAdd(place: casino), PinsAdded.self).pin
        #expect(first.provider == "Pippa")
        try place.restart(signal)
        #expect(try place.ask(PinsList(), PinsListed.self).pins == [first, second])
        _ = try place.ask(PinsRemove(pin: first.id), PinsRemoved.self)
        try place.restart(signal)
        #expect(try place.ask(PinsList(), PinsListed.self).pins == [second])
        #expect(try place.ask(PinsWalk(pin: second.id), OfferAnswer.self).outcome == .taken)
    }

    @Test("a link is previewed, one that can't be read is refused")
    func links() throws {
        let place = try Place()
        let problem = #expect(throws: Problem.self) {
            try place.ask(OfferLink(url: "geo:0,0?q=Vienna"), OfferAnswer.self)
        }
        #expect(problem?.field == "url")
        #expect(try place.ask(OfferLink(url: "geo:48.2,16.3"), OfferAnswer.self).outcome == .chosen)
        let preview = try #require(try place.state { $0.stage == .preview }.preview)
        let state = try place.ask(NavStart(preview: preview.id), NavigatorState.self)
        #expect(state.trip?.destination.lat == 48.2)
    }

    @Test("a provider that there is not keeps it from starting, with the reason")
    func settings() throws {
        let directory = RunDirectory()
        var settings = directory.settings(of: "navigator")
        settings.navigator.provider = "nobody"
        let text = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
        let child = ChildProcess(
            "navigator", [], environment: [Settings.variable: text],
            output: "\(directory.path)/output")
        #expect(child.ending() == .exited(1))
        #expect(child.output.contains("there is no provider nobody"))
    }
}

import Bus
import Messages
import TestKit
import Testing
import ZeroMQ

/// Some places on one bus, driven by turns on the test's own thread.
final class Places {
    let directory = RunDirectory()
    private(set) var buses: [String: Bus] = [:]
    private var inputs: [String: [BusInput]] = [:]
    private var frozen: Set<String> = []

    init(_ names: String..., limits: Limits = Limits()) throws {
        for name in names { try open(name, limits: limits) }
    }

    /// Takes places by settings of their own, each under the name of its process.
    init(_ settings: [Settings]) throws {
        for settings in settings { try open(settings) }
    }

    subscript(name: String) -> Bus {
        get throws { try #require(buses[name]) }
    }

    /// Takes a place; one that had the name before is closed first.
    @discardableResult
    func open(_ name: String, limits: Limits = Limits()) throws -> Bus {
        try open(directory.settings(of: name, limits: limits))
    }

    /// Takes a place by settings of its own; see the other `open`.
    @discardableResult
    func open(_ settings: Settings, as name: String? = nil) throws -> Bus {
        let name = name ?? settings.process
        buses[name] = nil
        let bus = try Bus(
            settings: settings, version: "test", thread: BusThread(), signals: .untouched)
        buses[name] = bus
        return bus
    }

    func close(_ name: String) {
        buses[name] = nil
    }

    /// Leaves a place open, and gives it no more turns.
    func freeze(_ name: String) {
        frozen.insert(name)
    }

    /// Gives a frozen place its turns again.
    func thaw(_ name: String) {
        frozen.remove(name)
    }

    /// Turns every place, and a visitor where there is one, until a place has got what is looked
    /// for; before each turn something may be done.
    @discardableResult
    func wait<Found>(
        _ what: Comment, at name: String, within seconds: Double = 20,
        turning visitor: Client? = nil, doing act: () throws -> Void = {},
        for find: (BusInput) throws -> Found?
    ) throws -> Found {
        let guardian = Guard(seconds: seconds)
        while !guardian.isOver {
            try act()
            turn()
            _ = visitor?.next(until: Stamp.now)
            while let input = inputs[name]?.first {
                inputs[name]?.removeFirst()
                if let found = try find(input) { return found }
            }
        }
        return try #require(nil as Found?, "never came: \(what)")
    }

    /// Gives each place a turn, and keeps what comes of it for those who wait.
    func turn() {
        for (name, bus) in buses where !frozen.contains(name) {
            bus.wait(until: bus.now + 0.002)
            while let input = bus.next() { inputs[name, default: []].append(input) }
        }
    }

    /// Asks from one place, and answers nothing: what becomes of it.
    func outcome(
        of message: some Message, from name: String, to process: String,
        on channel: Channel = .requests, within patience: Seconds = 20
    ) throws -> Result<Incoming, Problem> {
        let id = try self[name].request(message, of: process, on: channel, within: patience)
        return try wait("an outcome", at: name, within: patience + 20) { $0.outcome(of: id) }
    }

    /// What has come to a place so far, and was not waited for.
    func inputs(of name: String) -> [BusInput] { inputs[name] ?? [] }

    /// Turns until a place is connected to another one.
    func connect(_ name: String, to other: String) throws {
        try wait("a connection to \(other)", at: name) { input in
            if case .peer(other, .connected) = input { true } else { nil }
        }
    }
}

extension BusInput {
    /// The request that came, with the way back.
    var request: (incoming: Incoming, token: ReplyToken)? {
        if case .request(let incoming, _, let token) = self { (incoming, token) } else { nil }
    }

    /// The event that came.
    var event: Incoming? {
        if case .event(let incoming, _) = self { incoming } else { nil }
    }

    /// The answer or failure of a request.
    func outcome(of id: RequestID) -> Result<Incoming, Problem>? {
        switch self {
        case .reply(let incoming, id): .success(incoming)
        case .failed(id, let problem): .failure(problem)
        case .reply, .failed, .event, .request, .peer, .vitalsAsked, .stopOrdered, .signal,
            .readable:
            nil
        }
    }
}

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

    subscript(name: String) -> Bus {
        get throws { try #require(buses[name]) }
    }

    /// Takes a place; one that had the name before is closed first.
    @discardableResult
    func open(_ name: String, limits: Limits = Limits()) throws -> Bus {
        buses[name] = nil
        let bus = try Bus(
            settings: directory.settings(of: name, limits: limits), version: "test",
            thread: BusThread(), signals: .untouched)
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
    /// for.
    @discardableResult
    func wait<Found>(
        _ what: Comment, at name: String, within seconds: Double = 20,
        turning visitor: Client? = nil,
        for find: (BusInput) throws -> Found?
    ) throws -> Found {
        let guardian = Guard(seconds: seconds)
        while !guardian.isOver {
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

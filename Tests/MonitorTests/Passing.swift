import Bus
import Messages
import Monitor
import Testing

/// Makes messages as a tap hears them.
enum Passing {
    /// An event of a process's boot `b1`.
    static func event(
        _ topic: String, of process: String = "engine", sequence: Int? = nil, boot: Boot = "b1",
        _ data: JSONValue = .object([:])
    ) throws -> Overheard {
        let parts = topic.split(separator: "/").map(String.init)
        let type = try #require(parts.first)
        let header = Header(
            id: "00e0", source: "/test/\(process)", type: type,
            subject: parts.count > 1 ? parts[1] : nil, boot: boot, sequence: sequence)
        return try message(header, on: topic, of: process, data)
    }

    /// A request that its receiver mirrors.
    static func request(
        _ type: String, id: RequestID, from source: String = "/test/relay",
        to process: String = "engine", _ data: JSONValue = .object([:])
    ) throws -> Overheard {
        let header = Header(id: id, source: source, type: type)
        return try message(header, on: "tap.request/\(type)", of: process, data)
    }

    /// The reply to a request, as its sender mirrors it.
    static func reply(
        _ type: String, to request: String, id: RequestID, from process: String = "engine",
        _ data: JSONValue = .object([:])
    ) throws -> Overheard {
        let header = Header(
            id: "00f0", source: "/test/\(process)", type: type, boot: "b1", correlationid: id)
        return try message(header, on: "tap.reply/\(request)", of: process, data)
    }

    /// The beat that ends what a newcomer is told of a process.
    static func beat(
        of process: String = "engine", sequence: Int = 5, states: [String: Int] = [:]
    ) throws -> Overheard {
        let beat = VitalsBeat(
            boot: "b1", version: "0", now: 1, state: .ready, pid: 1, states: states)
        let data = try #require(JSONValue(text: try JSONText.line(beat)))
        return try event("vitals.beat", of: process, sequence: sequence, data)
    }

    private static func message(
        _ header: Header, on topic: String, of process: String, _ data: JSONValue
    ) throws -> Overheard {
        let codec = Codec()
        let bytes = try codec.encode(data, header: header)
        return .message(
            try Incoming(parts: [Array(topic.utf8), bytes], codec: codec), from: process)
    }
}

extension Tap {
    /// Takes several things in, and gives a plain line for each that is shown.
    mutating func lines(_ overheard: Overheard...) -> [String] {
        let text = TapText(.monochrome)
        return overheard.flatMap { receive($0) }.map { text.line($0, at: "12:00:00.000") }
    }

    /// A tap that shows everything that passes.
    static func everything(showsStanding: Bool = false) -> Tap {
        Tap(on: "test", TapPattern([], processes: []), showsStanding: showsStanding)
    }
}

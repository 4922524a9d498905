import Bus
import Messages
import TestKit
import Testing
import ZeroMQ

/// Something that is no request, as frames.
struct Garbage: CustomTestStringConvertible {
    let testDescription: String
    let frames: [[UInt8]]

    init(_ name: String, _ frames: [[UInt8]]) {
        testDescription = name
        self.frames = frames
    }

    private static let type = Array("solo.status".utf8)
    private static func json(_ text: String) -> [UInt8] { Array(text.utf8) }

    static let all = [
        Garbage("one frame", [type]),
        Garbage("an empty message", [[]]),
        Garbage("four frames", [type, type, type, type]),
        Garbage("a type that is not UTF-8", [[0xff, 0xfe], json("{}")]),
        Garbage("no JSON", [type, json("stop!")]),
        Garbage("JSON that is not UTF-8", [type, [0x7b, 0xff, 0x7d]]),
        Garbage("half a JSON", [type, json(#"{"specversion":"1.0","#)]),
        Garbage("endless nesting", [type, Array(repeating: UInt8(ascii: "["), count: 60_000)]),
        Garbage("an array", [type, json("[]")]),
        Garbage(
            "no id", [type, json(#"{"specversion":"1.0","source":"/x","type":"solo.status"}"#)]),
        Garbage(
            "a number as id",
            [type, json(#"{"specversion":"1.0","id":7,"source":"/x","type":"solo.status"}"#)]),
        Garbage(
            "another CloudEvents version",
            [type, json(#"{"specversion":"9","id":"a","source":"/x","type":"solo.status"}"#)]),
        Garbage(
            "two types that differ",
            [type, json(#"{"specversion":"1.0","id":"a","source":"/x","type":"solo.stop"}"#)]),
    ]
}

@Suite("Malformed input")
struct MalformedTests {
    @Test("B5: what is no request is answered as malformed and counted", arguments: Garbage.all)
    func answered(garbage: Garbage) throws {
        let places = try Places("engine")
        let visitor = try Visitor(places, "engine.requests")
        try visitor.send(garbage.frames)
        let reply = try visitor.reply(from: "engine")
        #expect(reply.first == Array("problem".utf8))
        let text = String(decoding: reply[1], as: UTF8.self)
        #expect(text.contains("urn:handrail:malformed"), "\(text)")
        try visitor.send(
            [
                Array("vitals.get".utf8),
                Array(
                    #"{"specversion":"1.0","id":"b","source":"/x","type":"vitals.get","data":{}}"#
                        .utf8),
            ])
        let beat = String(decoding: try visitor.reply(from: "engine")[1], as: UTF8.self)
        #expect(beat.contains(#""malformed":1"#), "\(beat)")
        #expect(beat.contains(#""correlationid":"b""#))
    }

    @Test(
        "B5: a known field of the wrong type is named",
        arguments: [
            (#"{"session":7}"#, "session"), (#"{"session":"a","seconds":"x"}"#, "seconds"),
            (#"{"seconds":1}"#, "session"),
        ])
    func wrongField(data: String, field: String) throws {
        let places = try Places("engine")
        let visitor = try Visitor(places, "engine.requests")
        let event =
            #"{"specversion":"1.0","id":"a","source":"/x","type":"solo.extend","data":\#(data)}"#
        try visitor.send([Array("solo.extend".utf8), Array(event.utf8)])
        let request = try places.wait("the request", at: "engine") { $0.request }
        let engine = try places["engine"]
        #expect(engine.read(SoloRequest.self, from: request.incoming, token: request.token) == nil)
        let reply = String(decoding: try visitor.reply(from: "engine")[1], as: UTF8.self)
        #expect(reply.contains(#""field":"\#(field)""#), "\(reply)")
        #expect(reply.contains("urn:handrail:malformed"), "\(reply)")
    }

    @Test("B5: a message over the limit is cut off, and other peers are served")
    func tooLong() throws {
        let places = try Places("engine", "relay")
        let visitor = try Visitor(places, "engine.requests")
        try visitor.send([Array("solo.status".utf8), Array(repeating: 0x20, count: 70_000)])
        let id = try places["relay"].request(VitalsGet(), of: "engine", within: 10)
        _ = try places.wait("the others' answer", at: "relay") { $0.outcome(of: id) }.get()
    }

    @Test("B5: what another process publishes and cannot be read is counted and passed over")
    func garbageFromPeer() throws {
        let places = try Places("relay")
        let path = "ipc://\(places.directory.path)/engine.events"
        let rogue = try Socket(.pub, in: Context())
        try rogue.bind(path)
        try places["relay"].subscribe(to: "engine", topics: [SoloState.type])
        let guardian = Guard()
        var counted = 0
        while counted == 0, !guardian.isOver {
            _ = try rogue.send([Array("solo.state".utf8), Array("{".utf8)])
            let relay = try places["relay"]
            relay.wait(until: relay.now + 0.01)
            while relay.next() != nil {}
            counted = relay.vitals.malformed
        }
        #expect(counted > 0)
    }
}

/// A peer that is not ours: a plain DEALER.
private final class Visitor {
    private let socket: Socket
    private let places: Places

    init(_ places: Places, _ endpoint: String) throws {
        self.places = places
        socket = try Socket(.dealer, in: Context())
        try socket.connect("ipc://\(places.directory.path)/\(endpoint)")
    }

    func send(_ frames: [[UInt8]]) throws {
        #expect(try socket.send([[]] + frames) == .sent)
    }

    /// The reply's frames without the delimiter, while a place is given turns.
    func reply(from name: String) throws -> [[UInt8]] {
        let guardian = Guard()
        while !guardian.isOver {
            let bus = try places[name]
            bus.wait(until: bus.now + 0.01)
            while bus.next() != nil {}
            if case .message(let message) = try socket.receive() {
                return Array(message.frames.dropFirst())
            }
        }
        return try #require(nil as [[UInt8]]?, "no reply came")
    }
}

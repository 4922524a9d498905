import Bus
import Glibc
import Messages
import TestKit
import Testing
import ZeroMQ

@Suite("Listening in")
struct ListenerTests {
    /// What is heard while the places are turned, until something is found in it.
    private func hear<Found>(
        _ listener: Listener, _ places: Places? = nil, watching descriptors: [Int32] = [],
        _ find: (Overheard) throws -> Found?
    ) throws -> Found {
        let guardian = Guard()
        while !guardian.isOver {
            places?.turn()
            let overheard = try listener.next(
                until: Stamp.now + 0.01, watching: descriptors)
            if let overheard, let found = try find(overheard) { return found }
        }
        return try #require(nil as Found?, "it was never heard")
    }

    @Test("B1, B7: who listens hears states, events, requests and replies, each of its process")
    func everything() throws {
        let places = try Places("engine", "relay")
        let settings = try places["relay"].settings
        let listener = try Listener(to: ["engine", "relay"], settings: settings)
        _ = try hear(listener, places) { overheard in
            if case .message(let incoming, "engine") = overheard, incoming.type == VitalsBeat.type {
                true
            } else {
                nil
            }
        }
        try places["relay"].request(SoloStatus(), of: "engine", within: 10)
        let request = try places.wait("a request", at: "engine") { $0.request }
        try places["engine"].reply(Problem(.refused, "no"), to: request.token)
        var topics: [String] = []
        _ = try hear(listener, places) { overheard -> Bool? in
            guard case .message(let incoming, "engine") = overheard,
                Topic.isMirrored(incoming.topic)
            else { return nil }
            topics.append(incoming.topic)
            return topics.count == 2 ? true : nil
        }
        #expect(topics == ["tap.request/solo.status", "tap.reply/solo.status"])
    }

    @Test(
        "B5: what cannot be read is heard as it came, with why",
        arguments: [
            ([0xFF, 0x00], "a message's JSON is not UTF-8"),
            (Array("{}".utf8), "a field is missing"),
            (
                Array(#"{"specversion":"1.0","id":"1","source":"/","type":"solo.input","x":""#.utf8)
                    + [0xFF] + Array("\"}".utf8), "a message's JSON is not UTF-8"
            ),
        ] as [([UInt8], String)])
    func unreadable(bytes: [UInt8], why: String) throws {
        let directory = RunDirectory()
        let settings = directory.settings(of: "shell")
        let context = Context()
        let publisher = try Socket(.xpub, in: context)
        try publisher.bind(Endpoints(of: "engine", in: directory.path).events)
        let listener = try Listener(to: ["engine"], settings: settings)
        let guardian = Guard()
        while try publisher.receive() == nil, !guardian.isOver {}
        _ = try publisher.send([Array("solo.input".utf8), bytes])
        let heard = try hear(listener) { overheard in
            if case .unreadable(let topic, let bytes, let why, "engine") = overheard {
                return (topic, bytes, why)
            }
            return nil
        }
        #expect(heard.0 == "solo.input")
        #expect(heard.1 == bytes)
        #expect(heard.2.title == why)
    }

    @Test("A visitor asks with any JSON, under the type that it names")
    func anyJSON() throws {
        let places = try Places("engine")
        let client = try Client(settings: places.directory.settings(of: "shell"))
        client.request(
            type: "solo.start", data: ["title": "x"], of: "engine", on: .requests, within: 10)
        // A request leaves once the connection stands, which the client sees in its own turns.
        let answered = try places.wait("the request", at: "engine", turning: client) { $0.request }
        #expect(answered.incoming.type == "solo.start")
        #expect(answered.incoming.header.source == "/test/shell")
        #expect(throws: Problem.self) { try answered.incoming.read(SoloStart.self) }
    }

    @Test("A watched descriptor ends the wait: one to read from, and a pipe that nobody reads")
    func descriptors() throws {
        let directory = RunDirectory()
        let listener = try Listener(to: ["engine"], settings: directory.settings(of: "shell"))
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[1]) }
        #expect(try listener.next(until: Stamp.now, watching: ends) == nil)
        _ = write(ends[1], "x", 1)
        let readable = try hear(listener, watching: ends) { overheard in
            if case .ready(let descriptor) = overheard { descriptor } else { nil }
        }
        #expect(readable == ends[0])
        close(ends[0])
        let broken = try hear(listener, watching: [ends[1]]) { overheard in
            if case .ready(let descriptor) = overheard { descriptor } else { nil }
        }
        #expect(broken == ends[1])
    }
}

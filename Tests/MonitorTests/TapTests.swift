import Bus
import Messages
package import Monitor
import Testing

@Suite("What a tap shows")
struct TapTests {
    @Test("Events, requests and replies are a line each, with who, whom, what and the facts")
    func lines() throws {
        var tap = Tap.everything()
        let lines = tap.lines(
            try Passing.event("outbox.removed", of: "face", ["id": "1", "reason": "expired"]),
            try Passing.request("solo.stop", id: "0a", ["session": "s1"]),
            try Passing.reply("solo.receipt", to: "solo.stop", id: "0a", ["released": true]),
            try Passing.reply("problem", to: "solo.start", id: "0b", ["title": "session open"]))
        #expect(
            lines == [
                "12:00:00.000 event   face →                outbox.removed   id=1 reason=expired",
                "12:00:00.000 request relay → engine        solo.stop        session=s1",
                "12:00:00.000 reply   engine → relay        solo.stop: solo.receipt released=true",
                "12:00:00.000 reply   engine → ?            solo.start: problem title="
                    + "\"session open\"",
            ])
    }

    @Test("How things stood is shown only where it is asked for", arguments: [false, true])
    func standing(showsStanding: Bool) throws {
        var tap = Tap.everything(showsStanding: showsStanding)
        let before = tap.lines(
            try Passing.event("solo.state", sequence: 7, ["open": false]),
            try Passing.beat(sequence: 40))
        let after = tap.lines(try Passing.event("solo.state", sequence: 8, ["open": true]))
        #expect(before.count == (showsStanding ? 2 : 0))
        #expect(before.allSatisfy { $0.contains("state   engine →") })
        #expect(after == ["12:00:00.000 event   engine →              solo.state       open=true"])
    }

    @Test("What a beat of the very moment overtakes stood there, what it does not name is new")
    func overtaken() throws {
        var tap = Tap.everything()
        let beat = try Passing.beat(states: ["solo.state": 7])
        #expect(tap.lines(beat, try Passing.event("solo.state", sequence: 7)).isEmpty)
        #expect(tap.lines(try Passing.event("solo.receipt", sequence: 1)).count == 1)
    }

    @Test("A process that never beats is heard from its second message on")
    func withoutBeat() throws {
        var tap = Tap.everything()
        #expect(tap.lines(try Passing.event("solo.state", sequence: 7)).isEmpty)
        #expect(tap.lines(try Passing.event("solo.state", sequence: 8)).count == 1)
    }

    @Test("B1: states that come again because somebody else subscribed are not shown again")
    func repeated() throws {
        var tap = Tap.everything()
        let state = try Passing.event("solo.state", sequence: 8)
        #expect(tap.lines(try Passing.beat(), state).count == 1)
        #expect(tap.lines(state, try Passing.beat()).isEmpty)
    }

    @Test("B2: what was missed is told before what came after it")
    func gap() throws {
        var tap = Tap.everything()
        let lines = tap.lines(
            try Passing.beat(sequence: 1), try Passing.beat(sequence: 5))
        #expect(
            lines.first
                == "12:00:00.000 missed  engine →              vitals.beat 3 of them did not come here"
        )
        #expect(lines.count == 2)
    }

    @Test("Another boot of a process starts new numbers, and its states are news")
    func restart() throws {
        var tap = Tap.everything()
        let beat = try Passing.beat(sequence: 9, states: ["solo.state": 8])
        #expect(tap.lines(try Passing.event("solo.state", sequence: 8), beat).isEmpty)
        let lines = tap.lines(try Passing.event("solo.state", sequence: 1, boot: "b2"))
        #expect(lines.count == 1)
    }

    @Test("The numbers of one boot's beat say nothing about another boot")
    func beatOfAnotherBoot() throws {
        var tap = Tap.everything()
        let beat = try Passing.beat(sequence: 9, states: ["solo.state": 8])
        #expect(tap.lines(beat).isEmpty)
        #expect(tap.lines(try Passing.event("solo.state", sequence: 1, boot: "b2")).count == 1)
    }

    @Test("What cannot be read is shown as hex, with its length and why")
    func unreadable() throws {
        var tap = Tap.everything()
        let lines = tap.lines(
            .unreadable(
                topic: "solo.state", bytes: [0, 255, 16],
                why: Problem(.malformed, "a message's JSON is not UTF-8"), from: "engine"))
        #expect(
            lines == [
                "12:00:00.000 unread  engine →              solo.state "
                    + "a message's JSON is not UTF-8; 3 bytes: 00ff10"
            ])
    }

    @Test("V11: text from outside cannot act on the terminal")
    func controlCharacters() throws {
        var tap = Tap.everything()
        let lines = tap.lines(
            try Passing.request(
                "solo.start", id: "0a", from: "/test/\u{1B}[2J", ["title": "a\u{1B}]0;b\u{7}\nc"]))
        #expect(lines.count == 1)
        #expect(!lines[0].unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test("Colours are there for a terminal, and only there")
    func colors() throws {
        var tap = Tap.everything()
        let entry = try #require(tap.receive(try Passing.request("solo.stop", id: "0a")).first)
        #expect(TapText(.colored).line(entry, at: "t").hasPrefix("\u{1B}[2mt\u{1B}[0m \u{1B}[33m"))
        #expect(!TapText(.monochrome).line(entry, at: "t").contains("\u{1B}"))
    }

    @Test(
        "NO_COLOR and a dumb terminal are heeded",
        arguments: [
            (true, [:], Palette.colored), (false, [:], .monochrome),
            (true, ["NO_COLOR": "1"], .monochrome), (true, ["NO_COLOR": ""], .colored),
            (true, ["TERM": "dumb"], .monochrome),
        ])
    func palette(isTerminal: Bool, environment: [String: String], expected: Palette) {
        #expect(Palette(isTerminal: isTerminal, environment: environment) == expected)
    }
}

@Suite("A tap's lines for programs")
struct TapJSONTests {
    private func json(_ overheard: Overheard) throws -> [JSONValue] {
        var tap = Tap.everything()
        return try tap.receive(overheard).map { try #require(JSONValue(text: TapText.json($0))) }
    }

    @Test("A CloudEvent keeps all it had, and gets its topic")
    func event() throws {
        let json = try json(Passing.event("face.state/face", of: "relay", ["open": .null]))
        #expect(json.first?["topic"] == "face.state/face")
        #expect(json.first?["type"] == "face.state")
        #expect(json.first?["subject"] == "face")
        #expect(json.first?["specversion"] == "1.0")
        #expect(json.first?["data"] == ["open": .null])
    }

    @Test("A mirrored request has the topic that it is mirrored on")
    func request() throws {
        let json = try json(Passing.request("solo.stop", id: "0a"))
        #expect(json.first?["topic"] == "tap.request/solo.stop")
        #expect(json.first?["id"] == "0a")
    }

    @Test("A gap is a line of its own")
    func gap() throws {
        var tap = Tap.everything()
        _ = tap.receive(try Passing.beat(sequence: 1))
        let entries = tap.receive(try Passing.beat(sequence: 5))
        #expect(
            TapText.json(try #require(entries.first))
                == #"{"missed":3,"source":"/test/engine","topic":"vitals.beat","type":"tap.gap"}"#)
    }

    @Test("What cannot be read is whole, as hex")
    func unreadable() throws {
        let bytes = [UInt8](repeating: 0xFE, count: 100)
        let json = try json(
            .unreadable(topic: nil, bytes: bytes, why: Problem(.malformed, "no"), from: "face"))
        #expect(json.first?["hex"] == .string(String(repeating: "fe", count: 100)))
        #expect(json.first?["bytes"] == .integer(100))
        #expect(json.first?["source"] == "/test/face")
        #expect(json.first?["type"] == "tap.unreadable")
    }

    @Test("One message is one line without control characters, however its sender wrote it")
    func oneLine() throws {
        let header = #"{"specversion":"1.0","id":"1","source":"/x","type":"t.t","#
        let bytes = Array("\(header)\n\t\"data\":{\"x\":\"a\u{7F}\u{9B}b\"}\r\n}\n".utf8)
        let incoming = try Incoming(parts: [Array("t.t".utf8), bytes], codec: Codec())
        var tap = Tap.everything()
        let entry = try #require(tap.receive(.message(incoming, from: "x")).first)
        let line = TapText.json(entry)
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value })
        let json = try #require(JSONValue(text: line))
        #expect(json["data"] == ["x": "a\u{7F}\u{9B}b"])
        #expect(json["topic"] == "t.t")
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral fields: (String, JSONValue)...) {
        self = .object(Dictionary(fields, uniquingKeysWith: { one, _ in one }))
    }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    package init(booleanLiteral value: Bool) {
        self = .bool(value)
    }
}

import Bus
import Messages
import Monitor
import Testing

@Suite("What a tap's patterns select")
struct PatternTests {
    private static let names = ["engine", "relay", "face", "navigator", "group"]

    private func shows(_ words: [String], _ overheard: Overheard) -> Bool {
        var tap = Tap(on: "test", TapPattern(words, processes: Self.names), showsStanding: true)
        return !tap.receive(overheard).isEmpty
    }

    @Test("A process's name: what it publishes, is asked and answers, and what it asks of others")
    func process() throws {
        let event = try Passing.event("solo.input")
        let request = try Passing.request("solo.stop", id: "0a", from: "/test/relay")
        #expect(shows(["engine"], event))
        #expect(!shows(["face"], event))
        #expect(shows(["engine"], request))
        #expect(shows(["relay"], request))
        #expect(!shows(["face"], request))
    }

    @Test(
        "A glob: the topic, its type, or the type of the request that passes or is answered",
        arguments: [
            ("solo.*", true), ("*", true), ("solo.sto?", true), ("tap.request/*", true),
            ("solo.stop", true), ("solo", false), ("face.*", false), ("solo.sto", false),
        ])
    func topic(glob: String, expected: Bool) throws {
        #expect(shows([glob], try Passing.request("solo.stop", id: "0a")) == expected)
    }

    @Test("A glob of a request's type selects its reply, too")
    func reply() throws {
        let reply = try Passing.reply("problem", to: "solo.start", id: "0a")
        #expect(shows(["solo.start"], reply))
        #expect(shows(["problem"], reply))
        #expect(!shows(["solo.stop"], reply))
    }

    @Test("A type selects all its subjects")
    func subject() throws {
        let state = try Passing.event("face.state/face", of: "relay")
        #expect(shows(["face.state"], state))
        #expect(shows(["face.state/face"], state))
        #expect(!shows(["face.state/other"], state))
    }

    @Test("A session: whatever names it, however deep, by its id or the beginning of it")
    func session() throws {
        let nested = try Passing.event(
            "outbox.item", of: "face", ["body": ["session": "abcd12"], "id": "ffff"])
        #expect(shows(["session:abcd12"], nested))
        #expect(shows(["session:abc"], nested))
        #expect(shows(["session:*12"], nested))
        #expect(!shows(["session:ffff"], nested))
        let state = try Passing.event("solo.state", ["session": ["id": "abcd12", "title": "x"]])
        #expect(shows(["session:abcd12"], state))
        #expect(!shows(["session:x"], state))
    }

    @Test("Patterns of one sort are alternatives, sorts together must all be met")
    func together() throws {
        let event = try Passing.event("solo.input", ["session": "s1"])
        #expect(shows(["face", "engine"], event))
        #expect(shows(["face.*", "solo.*"], event))
        #expect(shows(["engine", "solo.*", "session:s1"], event))
        #expect(!shows(["relay", "solo.*"], event))
        #expect(!shows(["engine", "face.*"], event))
        #expect(!shows(["engine", "session:s2"], event))
    }

    @Test("What is not selected still tells later what is new")
    func hiddenGap() throws {
        var tap = Tap(
            on: "test", TapPattern(["solo.*"], processes: Self.names), showsStanding: false)
        #expect(tap.lines(try Passing.beat(), try Passing.beat(sequence: 9)).isEmpty)
    }

    @Test(
        "Globs",
        arguments: [
            ("", "", true), ("", "a", false), ("*", "", true), ("a*b*c", "axxbyyc", true),
            ("a*b*c", "axxbyy", false), ("*.state", "solo.state", true), ("?", "", false),
            ("**", "anything", true), ("*a", "aaaaab", false), ("a?c", "abc", true),
        ])
    func globs(pattern: String, text: String, expected: Bool) {
        #expect(Glob(pattern).matches(text) == expected)
    }
}

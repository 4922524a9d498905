import Messages
import TestKit
import Testing

// Several fingers, other screens, and networks that lose what is said.
extension BrowserTests {
    @Test("V2: Stop is there for the other hand of whoever holds the microphone")
    func twoFingers() throws {
        let group = try pagedGroup()
        try browse("two_fingers", group, by: "more.py")
        try group.view("`Stopped`") { $0.saysStopped }
    }

    @Test("a hand on the microphone is told of as it is, and cancelled by all that takes it away")
    func microphone() throws {
        try browse("microphone", try pagedGroup(), by: "more.py")
    }

    @Test("V4: what another screen has armed is said, and not confirmed from here")
    func elsewhere() throws {
        let group = try pagedGroup()
        try browse("elsewhere", group, by: "more.py")
        try group.view("the session still under way") { $0.timeLeft != nil && $0.stopLine.isEmpty }
    }

    @Test("V3: a screen reader's click is one press")
    func reader() throws {
        try browse("reader", try pagedGroup(), by: "more.py")
    }

    @Test("V8: a machine that wakes confirms nothing of before it slept")
    func sleep() throws {
        let group = try pagedGroup()
        try browse("sleep", group, by: "more.py")
        try group.view("the session still under way") { $0.timeLeft != nil && $0.stopLine.isEmpty }
    }

    @Test("what can be done about the way and the places: in order, once for a held key")
    func places() throws {
        let group = try pagedGroup()
        for (name, place) in [("<b>Library</b>", "52.52,13.40"), ("Garden", "52.53,13.41")] {
            let added = try group.handrail("pins", "add", name, "--at", place)
            #expect(added.code == 0, "\(added.output)")
        }
        try browse("places", group, by: "more.py")
    }

    @Test("V8, V4: a network that swallows everything is told of within 3 s, lost touches too")
    func lostNetwork() throws {
        let group = try pagedGroup()
        try browse("lost", group, by: "network.py")
        try group.view("the session still under way") { $0.timeLeft != nil && $0.stopLine.isEmpty }
    }

    @Test("V8: Stop goes without a socket: armed, confirmed, and on the page when that is back")
    func postedStop() throws {
        let group = try pagedGroup()
        try browse("posted", group, by: "network.py")
        try group.view("`Stopped`") { $0.saysStopped }
    }

    @Test("V4: an arming ends on a page that nobody tells of it")
    func expiry() throws {
        try browse("expired", try pagedGroup(), by: "network.py")
    }
}

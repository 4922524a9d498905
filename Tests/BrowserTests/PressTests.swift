import Messages
import TestKit
import Testing

/// What counts as a press, and what is told of a hold.
@Suite("Hands, keys and screen readers, in Chromium", .serialized)
struct PressTests {
    @Test("T3, V2: two touches of Stop end the session, and Stopped is on the page")
    func stop() throws {
        let group = try pagedGroup()
        try browse("stop", group, by: "presses.py")
        try group.view("`Stopped`") { $0.saysStopped }
    }

    @Test("V2: sliding off is no press; one graze that arrives as two touches only arms")
    func graze() throws {
        let group = try pagedGroup()
        try browse("graze", group, by: "presses.py")
        try group.view("the session still under way") { $0.timeLeft != nil && $0.stopLine.isEmpty }
    }

    @Test("V3: a held key is one press")
    func heldKey() throws {
        let group = try pagedGroup()
        try browse("held_key", group, by: "presses.py")
        try group.view("the session still under way") { $0.timeLeft != nil && $0.stopLine.isEmpty }
    }

    @Test("V4: another tab in front, a lost focus and a hidden page each disarm")
    func disarm() throws {
        let group = try pagedGroup()
        try browse("disarm", group, by: "presses.py")
        try group.view("nothing armed") { $0.armings.isEmpty }
    }

    @Test("V2: Stop is there for the other hand of whoever holds the microphone")
    func twoFingers() throws {
        let group = try pagedGroup()
        try browse("two_fingers", group, by: "presses.py")
        try group.view("`Stopped`") { $0.saysStopped }
    }

    @Test("V4: what another screen has armed is said, and not confirmed from here")
    func elsewhere() throws {
        let group = try pagedGroup()
        try browse("elsewhere", group, by: "presses.py")
        try group.view("the session still under way") { $0.timeLeft != nil && $0.stopLine.isEmpty }
    }

    @Test("V3: a screen reader's click is one press")
    func reader() throws {
        try browse("reader", try pagedGroup(), by: "presses.py")
    }

    @Test("what can be done about the way and the places: in order, once for a held key")
    func places() throws {
        let group = try pagedGroup()
        for (name, place) in [("<b>Library</b>", "52.52,13.40"), ("Garden", "52.53,13.41")] {
            let added = try group.handrail("pins", "add", name, "--at", place)
            #expect(added.code == 0, "\(added.output)")
        }
        try browse("places", group, by: "presses.py")
    }

    @Test("a hand on the microphone is told of as it is, and cancelled by all that takes it away")
    func microphone() throws {
        try browse("microphone", try pagedGroup(), by: "presses.py")
    }

    @Test("H1 to H8: of each sequence the page tells what one hand does, and nothing else")
    func sequences() throws {
        try browse("sequences", try pagedGroup(), by: "gestures.py")
    }

    @Test("H2: a hold ends by its lift wherever that comes, and by all that takes the hand away")
    func taken() throws {
        try browse("taken", try pagedGroup(), by: "gestures.py")
    }
}

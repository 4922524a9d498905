import Messages
import TestKit
import Testing

// What is on the screen, and in the tree that screen readers follow.
extension BrowserTests {
    @Test("V9, V5: each control's label can be read in each state, and nothing moves")
    func labels() throws {
        try browse("controls", try pagedGroup(), "en", by: "looks.py")
    }

    @Test("V9, V12: so it is in Korean")
    func koreanLabels() throws {
        try browse("controls", try pagedGroup(language: "ko"), "ko", by: "looks.py")
    }

    @Test("V5, V10: what is left of an arming is a bar, or a number where nothing may move")
    func motion() throws {
        try browse("motion", try pagedGroup(), by: "looks.py")
    }

    @Test("V9, V11: a title from the right, on a page from the right, twice as large")
    func rightToLeft() throws {
        let title = "שלום עולם " + String(repeating: "x", count: 60)
        try browse("right_to_left", try pagedGroup(title: title), by: "looks.py")
    }

    @Test("V5: roles, names, values and live regions, as a screen reader finds them")
    func tree() throws {
        try browse("tree", try pagedGroup(), by: "more.py")
    }

    @Test("kept as an app, the page opens by its whole address")
    func installed() throws {
        try browse("installed", try pagedGroup(), by: "more.py")
    }

    @Test("V13: an alert is told once, where a phone's browser forbids it as well")
    func alerts() throws {
        try browse("alerts", try pagedGroup(), by: "more.py")
    }
}

import Messages
import TestKit
import Testing

/// What the page is made of, what it looks like, and how it reads.
@Suite("The page itself, in Chromium", .serialized)
struct PageTests {
    @Test("V9: controls are large enough, and Stop is in reach at any size of window and text")
    func sizes() throws {
        try browse("sizes", try pagedGroup(), by: "page.py")
    }

    @Test("the page is light, and the browser has nothing to complain of")
    func clean() throws {
        try browse("clean", try pagedGroup(), by: "page.py")
    }

    @Test("V5: roles, names, values and live regions, as a screen reader finds them")
    func tree() throws {
        try browse("tree", try pagedGroup(), by: "page.py")
    }

    @Test("kept as an app, the page opens by its whole address")
    func installed() throws {
        try browse("installed", try pagedGroup(), by: "page.py")
    }

    @Test("V13: an alert is told once, where a phone's browser forbids it as well")
    func alerts() throws {
        try browse("alerts", try pagedGroup(), by: "page.py")
    }

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
}

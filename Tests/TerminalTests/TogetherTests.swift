import Bus
import Glibc
import Messages
import TestKit
import Testing

/// A phone, a desktop and a terminal, all of them views of one face.
@Suite("Several screens at once", .serialized)
struct TogetherTests {
    private let group: TestGroup
    private let tmux: Tmux
    private let phone: PageSocket
    private let desk: PageSocket

    init() throws {
        group = try TestGroup(face: "armed_for: 60", web: "port: 0")
        try group.startSession("Tetris")
        tmux = try Tmux(for: group)
        try tmux.enter("handrail face --view sofa")
        try tmux.wait("the face") { $0.contains("Tetris") && $0.contains("Stop ") }
        phone = try Self.page("phone", of: group)
        desk = try Self.page("desk", of: group)
    }

    private static func page(_ view: String, of group: TestGroup) throws -> PageSocket {
        let address = try group.ask(WebPageGet(), of: "web").read(WebPage.self).address
        let parts = try #require(address.firstMatch(of: /:(\d+)\/#(\w{32})/))
        let port = try #require(Int(parts.1))
        let page = try #require(PageSocket(port: port, token: String(parts.2), view: view))
        page.showsViews = true
        #expect(page.text("view", with: "Tetris") != nil)
        return page
    }

    /// A press of Stop, whose finger came down at a moment of the page's clock.
    private func press(_ page: PageSocket, _ id: Int, down: Double) {
        page.say(
            #"{"type":"press","id":\#(id),"control":"stop","down":\#(down),"up":\#(down + 0.1)}"#)
    }

    private func expect(_ outcome: String, _ page: PageSocket, _ id: Int) {
        #expect(page.text("pressed", with: #""id":\#(id),"outcome":"\#(outcome)""#) != nil)
    }

    /// Lets the settle pass on the face's clock, a span of time by its nature.
    private func waitUntilSettled() {
        let settled = Stamp.now + 0.5
        while group.client.next(until: settled) != nil {}
    }

    @Test("V4: all see what one has armed, and none of the others confirms it")
    func armings() throws {
        press(phone, 1, down: 10)
        expect("armed", phone, 1)
        #expect(desk.text("view", with: #""elsewhere":"armed on phone""#) != nil)
        try tmux.wait("what the phone has armed") { $0.contains("armed on phone") }
        waitUntilSettled()
        try tmux.type("y")
        press(desk, 1, down: 20)
        expect("armed", desk, 1)
        try tmux.wait("what both have armed") { $0.contains("desk") && $0.contains("phone") }
        try group.view("the session still under way") { view in
            view.stopLine.isEmpty && view.armings.map(\.view).sorted() == ["desk", "phone"]
        }
    }

    @Test("two people press Stop at once: both are heard, and all see it stopped")
    func stops() throws {
        press(phone, 1, down: 10)
        press(desk, 1, down: 20)
        expect("armed", phone, 1)
        expect("armed", desk, 1)
        waitUntilSettled()
        // So that the first Stop is not through before the second one is pressed.
        let relay = try group.signal("relay", SIGSTOP)
        press(phone, 2, down: 11)
        press(desk, 2, down: 21)
        expect("confirmed", phone, 2)
        expect("confirmed", desk, 2)
        kill(relay, SIGCONT)
        for page in [phone, desk] {
            #expect(page.text("view", with: "Stopped — engine released inputs") != nil)
        }
        try tmux.wait("Stopped") { $0.contains("Stopped — engine released inputs") }
        let state = try group.ask(SoloStatus(), of: "engine").read(SoloState.self)
        #expect(state.receipt?.released == true)
    }

    @Test("a Stop from the terminal is on every page, also past one that is frozen")
    func fromTheTerminal() throws {
        // It shows nothing any more, and so gets nothing any more.
        desk.showsViews = false
        try tmux.type("s")
        try tmux.wait("the question") { $0.contains("Tap again: Stop") }
        waitUntilSettled()
        try tmux.type("y")
        #expect(phone.text("view", with: "Stopped — engine released inputs") != nil)
        try tmux.wait("Stopped") { $0.contains("Stopped — engine released inputs") }
    }
}

import Messages
import Testing
import WebCore

@Suite("Pages and what they are told")
struct PageTests {
    private let hello = PageMessage.hello(token: Desk.text, view: "phone")

    @Test("whoever shows the secret is welcome, and gets the newest view as of now")
    func welcome() throws {
        var desk = try Desk.showing(at: 10)
        #expect(desk.send(.opened(1), at: 12) == [])
        #expect(
            desk.send(.said(1, hello), at: 13) == [
                .send(.welcome, to: 1),
                .send(.view(number: 1, FaceView.sample.after(3)), to: 1),
            ])
    }

    @Test("before the face has said anything a page is told that it is not there")
    func nothing() throws {
        var desk = try Desk()
        _ = desk.send(.opened(1), at: 0)
        #expect(
            desk.send(.said(1, hello), at: 0) == [
                .send(.welcome, to: 1), .send(.lost(.disconnected), to: 1),
            ])
    }

    @Test("whoever does not show the secret first is sent away")
    func strangers() throws {
        let strange: [PageMessage] = [
            .hello(token: String(repeating: "0", count: 32), view: "phone"),
            .hello(token: "", view: "phone"), .disarm, .shown(number: 1),
            .press(id: 1, control: .stop, down: 0, up: 0),
        ]
        for message in strange {
            var desk = try Desk.showing()
            _ = desk.send(.opened(1), at: 0)
            let effects = desk.send(.said(1, message), at: 0)
            #expect(effects.count == 2 && effects.last == .drop(1, .stranger), "\(message)")
            // What it says until its socket is closed is not heard any more.
            #expect(desk.send(.said(1, hello), at: 0) == [])
            #expect(desk.send(.closed(1), at: 0) == [])
            #expect(desk.deadline == nil)
        }
    }

    @Test("a view session's name is checked", arguments: ["", "Phone", "a b", "ä", "a/b"])
    func names(name: String) throws {
        var desk = try Desk.showing()
        _ = desk.send(.opened(1), at: 0)
        let effects = desk.send(.said(1, .hello(token: Desk.text, view: name)), at: 0)
        #expect(effects.last == .drop(1, .stranger))
    }

    @Test("who has said nothing for 5 s is dropped, and not a moment sooner")
    func late() throws {
        var desk = try Desk.showing()
        _ = desk.send(.opened(1), at: 2)
        #expect(desk.deadline == 7)
        #expect(desk.send(.tick, at: 6.9) == [])
        #expect(desk.send(.tick, at: 7) == [.drop(1, .late)])
    }

    @Test("one view is under way at most, and the newest comes after it")
    func credit() throws {
        var desk = try Desk.showing()
        _ = desk.send(.opened(1), at: 0)
        _ = desk.send(.said(1, hello), at: 0)
        for title in ["a", "b", "c"] {
            #expect(desk.send(.view(.sample.titled(title)), at: 0.5) == [])
        }
        // Of another view than the one under way nothing follows.
        for number in [0, 2, -1, .max] {
            #expect(desk.send(.said(1, .shown(number: number)), at: 0.5) == [])
        }
        #expect(
            desk.send(.said(1, .shown(number: 1)), at: 0.75) == [
                .send(.view(number: 2, FaceView.sample.titled("c").after(0.25)), to: 1)
            ])
        #expect(desk.send(.said(1, .shown(number: 1)), at: 0.75) == [])
        #expect(desk.send(.said(1, .shown(number: 2)), at: 0.75) == [])
    }

    @Test("who does not show a view for 10 s is dropped")
    func slow() throws {
        var desk = try Desk.showing()
        _ = desk.send(.opened(1), at: 0)
        _ = desk.send(.said(1, hello), at: 0)
        #expect(!desk.send(.tick, at: 9.9).contains(.drop(1, .slow)))
        #expect(desk.send(.tick, at: 10).first == .drop(1, .slow))
    }

    @Test("a beat goes to each greeted page every second, and none is made up for")
    func beats() throws {
        var desk = try Desk.showing()
        #expect(desk.deadline == nil)
        desk.greet(1, "phone", at: 0)
        _ = desk.send(.opened(2), at: 0.5)
        #expect(desk.send(.tick, at: 0.9) == [])
        #expect(desk.send(.tick, at: 1) == [.send(.beat, to: 1)])
        #expect(desk.send(.tick, at: 4.5) == [.send(.beat, to: 1)])
        #expect(desk.send(.tick, at: 5) == [])
        #expect(desk.deadline == 5.5)
    }

    @Test("a second page of one view session takes the place of the first, which arms nothing new")
    func replaced() throws {
        var desk = try Desk.showing()
        desk.greet(1, "phone", at: 0)
        _ = desk.send(.opened(2), at: 0)
        #expect(
            desk.send(.said(2, hello), at: 0) == [
                .drop(1, .replaced), .send(.welcome, to: 2),
                .send(.view(number: 1, .sample), to: 2),
            ])
        _ = desk.send(.said(2, .shown(number: 1)), at: 0)
        #expect(desk.send(.closed(1), at: 0.5) == [])
        let later = (1...8).flatMap { desk.send(.tick, at: Seconds($0)) }
        #expect(later.allSatisfy { $0 == .send(.beat, to: 2) })
    }

    @Test("two view sessions are two")
    func two() throws {
        var desk = try Desk.showing()
        desk.greet(1, "phone", at: 0)
        desk.greet(2, "desk", at: 0)
        #expect(
            desk.send(.view(.sample.titled("b")), at: 0) == [
                .send(.view(number: 2, .sample.titled("b")), to: 1),
                .send(.view(number: 2, .sample.titled("b")), to: 2),
            ])
    }

    @Test("V8: a lost face is told once for each reason, and the newest view when it is back")
    func lost() throws {
        var desk = try Desk.showing()
        desk.greet(1, "phone", at: 0)
        #expect(desk.send(.face(.silent), at: 0.1) == [.send(.lost(.silent), to: 1)])
        #expect(desk.send(.face(.silent), at: 0.1) == [])
        #expect(desk.send(.face(.disconnected), at: 0.2) == [.send(.lost(.disconnected), to: 1)])
        #expect(desk.send(.face(.heard), at: 0.3) == [.ask(.look)])
        #expect(
            desk.send(.answered(.look, .view(.sample.titled("b"))), at: 0.4) == [
                .send(.view(number: 2, .sample.titled("b")), to: 1)
            ])
        #expect(desk.send(.face(.heard), at: 0.5) == [])
        #expect(desk.send(.viewNotUnderstood, at: 0.6) == [.send(.lost(.notUnderstood), to: 1)])
    }

    @Test("V8: who comes while the face is lost sees what there is, and that it is old")
    func old() throws {
        var desk = try Desk.showing()
        _ = desk.send(.face(.disconnected), at: 1)
        _ = desk.send(.opened(1), at: 2)
        #expect(
            desk.send(.said(1, hello), at: 2) == [
                .send(.welcome, to: 1), .send(.view(number: 1, FaceView.sample.after(2)), to: 1),
                .send(.lost(.disconnected), to: 1),
            ])
        // A view that became old meanwhile does not look like news.
        #expect(desk.send(.said(1, .shown(number: 1)), at: 2) == [])
    }

    @Test("V8: what was behind when the face was lost is not sent as news")
    func behind() throws {
        var desk = try Desk.showing()
        _ = desk.send(.opened(1), at: 0)
        _ = desk.send(.said(1, hello), at: 0)
        _ = desk.send(.view(.sample.titled("b")), at: 0)
        _ = desk.send(.face(.silent), at: 0.1)
        #expect(desk.send(.said(1, .shown(number: 1)), at: 0.2) == [])
        #expect(
            desk.send(.view(.sample.titled("c")), at: 0.3) == [
                .send(.view(number: 2, .sample.titled("c")), to: 1)
            ])
    }
}

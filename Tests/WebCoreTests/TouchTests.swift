import Messages
import Testing
import WebCore

@Suite("Touches on their way to the face and the navigator")
struct TouchTests {
    private let press = PageMessage.press(id: 7, control: .stop, down: 1, up: 1.1)
    private let facePress = FacePress(control: .stop, view: "phone", down: 1, up: 1.1)
    private var ask: Ask { .press(facePress, .page(1, id: 7)) }
    private let gone = Problem(.unreachable, "nobody")

    private func desk() throws -> Desk {
        var desk = try Desk.showing()
        desk.greet(1, "phone", at: 0)
        return desk
    }

    @Test("a press goes to the face with its times, and its answer back under its number")
    func pressed() throws {
        var desk = try desk()
        #expect(desk.send(.said(1, press), at: 0) == [.ask(ask)])
        let refused = FacePressed(.refused, reason: "nothing to stop")
        #expect(
            desk.send(.answered(ask, .pressed(refused)), at: 0) == [
                .send(.pressed(id: 7, refused), to: 1)
            ])
    }

    @Test("a finger on the microphone goes to the face, and what came of it back")
    func pointed() throws {
        var desk = try desk()
        let said = PageMessage.pointer(
            id: 8, PagePointer(pointer: 2, phase: .down, x: 3, y: 4, at: 5))
        let ask = Ask.point(
            FacePointer(view: "phone", pointer: 2, phase: .down, x: 3, y: 4, at: 5),
            .page(1, id: 8))
        #expect(desk.send(.said(1, said), at: 0) == [.ask(ask)])
        let refused = FacePointed(.refused, reason: "the red eye is dark")
        #expect(
            desk.send(.answered(ask, .pointed(refused)), at: 0) == [
                .send(.pointed(id: 8, refused), to: 1)
            ])
    }

    @Test("V4: a touch that was not delivered is told as a problem, and forgotten")
    func forgotten() throws {
        var desk = try desk()
        _ = desk.send(.said(1, press), at: 0)
        #expect(
            desk.send(.failed(ask, gone), at: 0) == [
                .send(.problem(id: 7, gone), to: 1),
                // Should a face that stood still take it after all, it arms nothing.
                .ask(.disarm(FaceDisarm(view: "phone"), nil)),
            ])
        _ = desk.send(.face(.disconnected), at: 0)
        // Nothing is asked now, and nothing when the face is back but for its view.
        let effects = desk.send(.said(1, press), at: 0)
        guard case .send(.problem(7, let problem), 1) = effects.first, effects.count == 1 else {
            Issue.record("\(effects)")
            return
        }
        #expect(problem.type == .unreachable)
        #expect(desk.send(.face(.heard), at: 0.1) == [.ask(.look)])
        #expect(
            desk.send(.view(.sample), at: 0.2) == [.send(.view(number: 2, .sample), to: 1)])
    }

    @Test("what a page asked that is gone is answered to nobody")
    func gonePage() throws {
        var desk = try desk()
        _ = desk.send(.said(1, press), at: 0)
        _ = desk.send(.closed(1), at: 0)
        #expect(desk.send(.answered(ask, .pressed(FacePressed(.armed))), at: 0) == [])
    }

    @Test("a page that hides disarms, and hears of a failure only")
    func disarm() throws {
        var desk = try desk()
        let ask = Ask.disarm(FaceDisarm(view: "phone"), 1)
        #expect(desk.send(.said(1, .disarm), at: 0) == [.ask(ask)])
        #expect(desk.send(.answered(ask, .done), at: 0) == [])
        #expect(desk.send(.failed(ask, gone), at: 0) == [.send(.problem(id: nil, gone), to: 1)])
    }

    @Test("a choice about the way goes to the navigator, be the face there or not")
    func action() throws {
        var desk = try desk()
        _ = desk.send(.face(.silent), at: 0)
        let ask = Ask.action(.accept("abc"), .page(1, id: 3))
        #expect(desk.send(.said(1, .action(id: 3, .accept("abc"))), at: 0) == [.ask(ask)])
        #expect(desk.send(.answered(ask, .done), at: 0) == [.send(.done(id: 3), to: 1)])
    }

    @Test("a page has 32 questions under way at most")
    func many() throws {
        var desk = try desk()
        for id in 0..<32 {
            let press = PageMessage.press(id: id, control: .extend, down: 0, up: 0)
            #expect(desk.send(.said(1, press), at: 0).count == 1)
        }
        guard case .send(.problem(7, let problem), 1) = desk.send(.said(1, press), at: 0).first
        else {
            Issue.record("one more is asked")
            return
        }
        #expect(problem.type == .busy)
        let first = FacePress(control: .extend, view: "phone", down: 0, up: 0)
        _ = desk.send(.failed(.press(first, .page(1, id: 0)), gone), at: 0)
        #expect(desk.send(.said(1, press), at: 0) == [.ask(ask)])
    }

    @Test("what cannot be read is answered under its number where it has one")
    func garbled() throws {
        var desk = try desk()
        #expect(
            desk.send(.garbled(1, id: 4, gone), at: 0) == [.send(.problem(id: 4, gone), to: 1)])
        #expect(desk.send(.garbled(9, id: 4, gone), at: 0) == [])
    }
}

@Suite("V4: an arming outlives its socket for 5 s")
struct ArmingTests {
    private let disarm = WebCore.Effect.ask(.disarm(FaceDisarm(view: "phone"), nil))
    private let post = StopPost(view: "phone", down: 1, up: 1.1)

    private func desk() throws -> Desk {
        var desk = try Desk.showing()
        desk.greet(1, "phone", at: 0)
        return desk
    }

    @Test("5 s after the loss the arming is ended, once")
    func lost() throws {
        var desk = try desk()
        #expect(desk.send(.closed(1), at: 2) == [])
        #expect(desk.deadline == 7)
        #expect(desk.send(.tick, at: 6.999) == [])
        #expect(desk.send(.tick, at: 7) == [disarm])
        #expect(desk.send(.tick, at: 100) == [])
        #expect(desk.deadline == nil)
    }

    @Test("not where the same view session is back, even at the last moment")
    func back() throws {
        var desk = try desk()
        _ = desk.send(.closed(1), at: 2)
        _ = desk.send(.opened(2), at: 6.9)
        let hello = PageMessage.hello(token: Desk.text, view: "phone")
        #expect(!desk.send(.said(2, hello), at: 7).contains(disarm))
        #expect(!desk.send(.tick, at: 7.5).contains(disarm))
    }

    @Test("another view session that comes saves nobody's arming")
    func other() throws {
        var desk = try desk()
        _ = desk.send(.closed(1), at: 2)
        desk.greet(2, "desk", at: 3)
        #expect(desk.send(.tick, at: 7).contains(disarm))
    }

    @Test(
        "it is ended as well where the face is out of reach: it may be out of reach from here only")
    func unreachable() throws {
        var desk = try desk()
        _ = desk.send(.face(.silent), at: 1)
        _ = desk.send(.closed(1), at: 2)
        #expect(desk.send(.tick, at: 7) == [disarm])
    }

    @Test("a post of Stop is one press, and its answer is the face's")
    func posted() throws {
        var desk = try desk()
        _ = desk.send(.closed(1), at: 2)
        let press = FacePress(control: .stop, view: "phone", down: 1, up: 1.1)
        let ask = Ask.press(press, .post(PostID(1)))
        #expect(desk.send(.posted(PostID(1), post), at: 4) == [.ask(ask)])
        // The page is there still: its arming may last for another 5 s.
        #expect(desk.send(.tick, at: 7) == [])
        #expect(
            desk.send(.answered(ask, .pressed(FacePressed(.armed))), at: 7) == [
                .answer(.pressed(FacePressed(.armed)), to: PostID(1))
            ])
        #expect(desk.send(.tick, at: 9) == [disarm])
    }

    @Test("a post that cannot be delivered is answered with a problem, and so is one of no name")
    func undelivered() throws {
        var desk = try desk()
        _ = desk.send(.face(.disconnected), at: 1)
        let nameless = StopPost(view: "", down: 0, up: 0)
        for (stop, status) in [(post, 503), (nameless, 400)] {
            guard
                case .answer(let answer, PostID(1))? =
                    desk.send(.posted(PostID(1), stop), at: 1).first
            else {
                Issue.record("no answer")
                continue
            }
            #expect(answer.status == status)
        }
    }
}

@Suite("The page's address")
struct AddressTests {
    private let token = ReplyToken(1)
    private let page = WebPage(address: "http://127.0.0.1:7464/#x")

    @Test("who asks before it is known waits; the process is ready when it is")
    func early() throws {
        var desk = try Desk()
        #expect(desk.send(.addressAsked(token), at: 0) == [])
        #expect(
            desk.send(.listening(address: page.address), at: 0) == [
                .ready, .reply(.page(page), to: token),
            ])
        #expect(desk.send(.addressAsked(token), at: 0) == [.reply(.page(page), to: token)])
    }

    @Test("a server that cannot listen is ready to say so, and may come after all")
    func taken() throws {
        let problem = Problem(.unreachable, "the port is taken")
        var desk = try Desk()
        #expect(desk.send(.notListening(problem), at: 0) == [.ready])
        #expect(desk.send(.addressAsked(token), at: 0) == [.reply(.problem(problem), to: token)])
        #expect(desk.send(.listening(address: page.address), at: 0) == [])
        #expect(desk.send(.addressAsked(token), at: 0) == [.reply(.page(page), to: token)])
    }
}

import Messages
import TestKit
import Testing
import WebCore

/// A core at literal times, with what it is told and asked written short.
struct Desk {
    static let text = "0123456789abcdef0123456789abcdef"

    private(set) var core: WebCore

    /// A core that knows nothing yet.
    init() throws {
        core = WebCore(token: try #require(Token(Self.text)))
    }

    /// A core that has a view of the face.
    static func showing(_ view: FaceView = .sample, at now: Seconds = 0) throws -> Desk {
        var desk = try Desk()
        _ = desk.send(.view(view), at: now)
        return desk
    }

    /// When time alone matters to it.
    var deadline: Seconds? { core.deadline }

    mutating func send(_ event: WebCore.Event, at now: Seconds) -> [WebCore.Effect] {
        core.receive(event, at: now)
    }

    /// Has a page come, say hello, and show what it is sent.
    mutating func greet(_ client: ClientID, _ view: String, at now: Seconds) {
        _ = send(.opened(client), at: now)
        _ = send(.said(client, .hello(token: Self.text, view: view)), at: now)
        _ = send(.said(client, .shown(number: 1)), at: now)
    }
}

extension FaceView {
    /// A face with an hour left, an arming and something unsent.
    static let sample = FaceView(
        headline: "PIPPA SOLO · true", title: "Tetris", stopLine: "", timeLeft: 3_600,
        controls: [],
        armings: [.init(view: "phone", control: .stop, left: 5, elsewhere: "armed on phone")],
        rules: .init(armedFor: 5, settle: 0.4, minimumHold: 0.15, maximumDrift: 12),
        unsent: [.init(kind: "+", age: 1, reason: "nobody took it")], watching: false,
        microphone: "closed", health: "all ready", language: "en", words: Sample.words)

    /// The same so many seconds later.
    func after(_ elapsed: Seconds) -> FaceView {
        var view = self
        view.carryForward(by: elapsed)
        return view
    }

    /// The same with another title.
    func titled(_ title: String) -> FaceView {
        var view = self
        view.title = title
        return view
    }
}

extension ClientID: ExpressibleByIntegerLiteral {
    package init(integerLiteral number: UInt64) {
        self.init(number)
    }
}

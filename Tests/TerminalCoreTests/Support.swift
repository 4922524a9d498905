import Messages

@testable import TerminalCore

extension FaceView {
    /// A session on the screen, in English.
    static func playing(
        title: String = "Tetris", stopLine: String = "", timeLeft: Int? = 599,
        armings: [Arming] = [], armedFor: Seconds = 5, way: Way? = nil, places: [Card] = [],
        alerts: [Alert] = []
    ) -> FaceView {
        FaceView(
            headline: "PIPPA SOLO · true", title: title, stopLine: stopLine, timeLeft: timeLeft,
            controls: [
                Control(
                    id: .stop, label: "Stop", armedLabel: "Tap again: Stop",
                    name: "Stop solo play", enabled: true),
                Control(
                    id: .extend, label: "+5 min", armedLabel: "Tap again: +5 min",
                    name: "Add time: +5 min", enabled: true),
                Control(
                    id: .onAir, role: .switch, label: "On Air", armedLabel: "Tap again: On Air",
                    name: "Start the broadcast", enabled: true),
                Control(
                    id: .wrapUp, label: "Wrap up", armedLabel: "Tap again: Wrap up",
                    name: "Wrap up the broadcast", enabled: false, reason: "not on air"),
                Control(
                    id: .eye, role: .switch, label: "lit", armedLabel: "Tap again",
                    name: "Red eye, lit", value: "on", isOn: true, enabled: true),
            ],
            armings: armings,
            rules: Rules(armedFor: armedFor, settle: 0.4, minimumHold: 0.35, maximumDrift: 30),
            watching: true, microphone: "closed", way: way, places: places, health: "all ready",
            alerts: alerts, language: "en", words: Shared(.english))
    }

    /// The same in Korean.
    static func korean() -> FaceView {
        var view = playing(title: "테트리스")
        view.headline = "피파 솔로 · true"
        view.controls[0].label = "정지"
        view.controls[0].armedLabel = "다시 누르기: 정지"
        view.controls[1].label = "+5분"
        view.controls[1].armedLabel = "다시 누르기: +5분"
        view.controls[2].label = "방송 시작"
        view.controls[2].armedLabel = "다시 누르기: 방송 시작"
        view.controls[3].label = "마무리"
        view.controls[3].armedLabel = "다시 누르기: 마무리"
        view.controls[3].reason = "방송 중이 아님"
        view.controls[4].name = "빨간 눈, 켜짐"
        view.controls[4].label = "켜짐"
        view.controls[4].armedLabel = "다시 누르기"
        view.health = "모두 준비됨"
        view.language = "ko"
        view.words.left = "{} 남음"
        view.words.armed = "준비됨"
        view.words.old = "소식이 없음; 마지막으로 알려진 모습"
        view.words.microphone = "누르고 말하기"
        view.microphone = "닫힘"
        view.words.keys = ["s 정지", "? 도움말, q 나가기"]
        return view
    }

    /// The same, armed in the view session of these tests or in another one.
    func armed(
        _ control: FaceControl, in session: String = "here", left: Seconds = 5
    ) -> FaceView {
        var view = self
        view.armings.append(
            Arming(view: session, control: control, left: left, elsewhere: "armed on \(session)"))
        return view
    }
}

extension FaceView.Words {
    static let english = FaceView.Words(
        left: "{} left", armed: "armed", armedFor: "", notSent: "Not sent: {}, {} ago ({})",
        microphone: "Hold to talk", places: "Places", old: "Nothing heard; this is how it was",
        notDelivered: "That touch did not arrive", insecure: "", notify: "",
        keys: ["s Stop", "y confirms what is armed, n or Esc disarms", "? help, q leaves"],
        confirmKey: "y confirms, n does not", tooSmall: "The window is too small")
}

extension FaceView.Action {
    static func to(_ deed: Deed, _ label: String, _ target: String = "o1") -> FaceView.Action {
        FaceView.Action(deed: deed, target: target, label: label, name: "\(label): Cafe")
    }
}

/// A terminal in a test: what it shows, and what its core wants beside that.
struct TerminalUnderTest {
    private var core: TerminalCore
    /// What it shows.
    private(set) var frame = Frame(columns: 0, rows: 0)

    /// A terminal to which nothing has come yet at 100 s.
    init(
        _ size: Size = Size(columns: 80, rows: 24), manner: TerminalCore.Manner = .screen,
        view: FaceView? = .playing()
    ) {
        core = TerminalCore(session: "here", manner: manner, waiting: "waiting", at: 100)
        _ = receive(.began(size), at: 100)
        if let view { _ = receive(.view(view), at: 100) }
    }

    var deadline: Seconds? { core.deadline }
    var text: String { frame.text }

    /// Hands over an event, and gives what follows, pictures aside.
    mutating func receive(
        _ event: TerminalCore.Event, at now: Seconds
    ) -> [TerminalCore.Effect] {
        core.receive(event, at: now).filter { effect in
            guard case .draw(let frame) = effect else { return true }
            self.frame = frame
            return false
        }
    }

    /// Types something.
    mutating func type(_ text: String, at now: Seconds) -> [TerminalCore.Effect] {
        receive(.bytes(Array(text.utf8)), at: now)
    }

    /// Has the mouse do something at the middle of what can be pressed.
    mutating func mouse(
        _ button: Int, _ end: Character, at place: (row: Int, column: Int), _ now: Seconds
    ) -> [TerminalCore.Effect] {
        type("\u{1B}[<\(button);\(place.column + 1);\(place.row + 1)\(end)", at: now)
    }

    /// The middle of what is pressed to reach a target.
    func middle(of target: Target) -> (row: Int, column: Int) {
        let part = frame.areas.first { $0.target == target }?.rectangle
        return (
            (part?.row ?? -9) + (part?.rows ?? 0) / 2,
            (part?.column ?? -9) + (part?.columns ?? 0) / 2
        )
    }
}

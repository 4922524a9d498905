import Messages
import Testing

@testable import TerminalCore

@Suite("Where everything stands on the screen")
struct LayoutTests {
    private func text(_ view: FaceView, _ columns: Int, _ rows: Int, old: Bool = false) -> String {
        var scene = Scene(session: "here")
        scene.view = view
        scene.isOld = old
        return Layout.frame(of: scene, Size(columns: columns, rows: rows)).text
    }

    private static let way = FaceView.Way(
        lines: ["On the way to Museum · driving by beeline · 1.2 km · 3 min"],
        question: "Pippa sent Cafe",
        actions: [
            .to(.accept, "Go there"), .to(.decline, "Not now"), .to(.end, "End trip", "t1"),
        ])
    private static let places = [
        FaceView.Card(
            name: "Bakery", note: "rye on Fridays", action: .to(.walk, "Go here on foot", "p1"))
    ]

    @Test("V1: 40 by 12")
    func least() {
        #expect(
            text(.playing(), 40, 12) == """
                PIPPA SOLO · true              9:59 left
                Tetris
                ┌──────────────────────────────┐
                │            +5 min            │
                └──────────────────────────────┘
                ┌──────────────────────────────┐
                │            On Air            │
                └──────────────────────────────┘       ↓
                ? help, q leaves
                ┌──────────────────┐┌─Red eye, lit─────┐
                │       Stop       ││      ● lit       │
                └──────────────────┘└──────────────────┘
                """)
    }

    @Test("80 by 24, armed, with a question and a place")
    func usual() {
        let view = FaceView.playing(way: Self.way, places: Self.places).armed(.extend, left: 2.5)
            .armed(.stop, in: "phone")
        #expect(
            text(view, 80, 24) == """
                PIPPA SOLO · true                                                      9:59 left
                Tetris
                ╔═armed══════════════════╗┌────────────────────────┐┌╌not on air╌╌╌╌╌╌╌╌╌╌╌╌╌┐
                ║   Tap again: +5 min    ║│         On Air         │╎        Wrap up         ╎
                ╚████████████════════════╝└────────────────────────┘└╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┘
                On the way to Museum · driving by beeline · 1.2 km · 3 min
                Pippa sent Cafe
                [ Go there ] [ Not now ] [ End trip ]
                Places
                Bakery · rye on Fridays
                [ Go here on foot ]
                Hold to talk: closed
                all ready







                Pippa sent Cafe
                ┌─armed on phone───────────────┐┌─Red eye, lit─────────────────┐
                │             Stop             ││            ● lit             │
                └──────────────────────────────┘└──────────────────────────────┘
                """)
    }

    @Test("120 by 40, old")
    func large() {
        let view = FaceView.playing(stopLine: "Stopped — engine released inputs", timeLeft: nil)
        #expect(
            text(view, 120, 40, old: true) == """
                PIPPA SOLO · true
                Tetris
                Stopped — engine released inputs
                ┌──────────────────────────────┐┌──────────────────────────────┐┌╌not on air╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┐
                │            +5 min            ││            On Air            │╎           Wrap up            ╎
                └──────────────────────────────┘└──────────────────────────────┘└╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┘
                Hold to talk: closed
                all ready



























                ! Nothing heard; this is how it was
                ? help, q leaves
                ┌──────────────────────────────┐┌─Red eye, lit─────────────────┐
                │             Stop             ││            ● lit             │
                └──────────────────────────────┘└──────────────────────────────┘
                """)
    }

    @Test("Korean at 40 by 12, armed and old")
    func korean() {
        let view = FaceView.korean().armed(.stop, left: 1)
        #expect(
            text(view, 40, 12, old: true) == """
                피파 솔로 · true               9:59 남음
                테트리스
                ┌──────────────────────────────┐
                │             +5분             │
                └──────────────────────────────┘
                ┌──────────────────────────────┐
                │          방송 시작           │       ↓
                ! 소식이 없음; 마지막으로 알려진 모습
                ? 도움말, q 나가기
                ╔═준비됨═══════════╗┌─빨간 눈, 켜짐────┐
                ║다시 누르기: 정지 ║│      ● 켜짐      │
                ╚████══════════════╝└──────────────────┘
                """)
    }

    @Test("long titles are cut, the Stop's line is broken, and both leave Stop where it was")
    func long() {
        let long = String(repeating: "아주 긴 제목 and more ", count: 9)
        var view = FaceView.playing(
            title: long, stopLine: "Stop not confirmed: " + long, timeLeft: 35_999)
        view.headline = long
        #expect(
            text(view, 40, 12) == """
                아주 긴 제목 and more 아주… 9:59:59 left
                아주 긴 제목 and more 아주 긴 제목 and…
                Stop not confirmed: 아주 긴 제목 and
                more 아주 긴 제목 and more 아주 긴 제목
                and more 아주 긴 제목 and more 아주 긴…
                ┌──────────────────────────────┐
                │            +5 min            │
                └──────────────────────────────┘       ↓
                ? help, q leaves
                ┌──────────────────┐┌─Red eye, lit─────┐
                │       Stop       ││      ● lit       │
                └──────────────────┘└──────────────────┘
                """)
    }

    @Test("V1: Stop and the eye are there, beside each other, on every size from 40 by 12 on")
    func pinned() {
        for columns in [40, 41, 63, 80, 400] {
            for rows in [12, 13, 24, 200] {
                for view in [FaceView.playing(way: Self.way, places: Self.places), .korean()] {
                    var scene = Scene(session: "here")
                    scene.view = view
                    let size = Size(columns: columns, rows: rows)
                    let areas = Layout.frame(of: scene, size).areas
                    let stop = areas.last { $0.target == .control(.stop) }?.rectangle
                    let eye = areas.last { $0.target == .control(.eye) }?.rectangle
                    #expect(stop?.row == rows - 3 && eye?.row == rows - 3)
                    #expect(stop.map { $0.column + $0.columns } == eye?.column)
                    #expect(eye.map { $0.column + $0.columns <= columns } == true)
                }
            }
        }
    }
}

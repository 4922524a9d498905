import Messages
import TestKit
import Testing

@Suite("B1: what is sent later than it was made")
struct DatedTests {
    private let receipt = SoloReceipt(
        session: "s", boot: "e", revision: 1,
        made: SoloReceipt.Made(boot: "e", revision: 1, now: 50), controller: "memory",
        released: true, cause: .stop, now: 100)

    @Test("an engine's clock is carried forward, the receipt's within a state too; `made` stays")
    func clocks() {
        var state = SoloState(boot: "e", now: 100, revision: 1, open: false, receipt: receipt)
        state.carryForward(by: 7)
        #expect(state.now == 107)
        #expect(state.receipt?.now == 107)
        #expect(state.receipt?.made.now == 50)
        var face = FaceState(open: .closed, now: 100, receipt: receipt)
        face.carryForward(by: 7)
        #expect(face.now == 107)
        #expect(face.receipt?.now == 107)
    }

    @Test("a clock that is unknown stays so")
    func unknown() {
        var state = SoloState(boot: "e", now: nil, revision: 1, open: false)
        let before = state
        state.carryForward(by: 7)
        #expect(state == before)
    }

    @Test("a view's times are as of sending, and none goes below 0")
    func view() {
        var view = FaceView(
            headline: "", title: "", stopLine: "", timeLeft: 600, controls: [],
            armings: [.init(view: "a", control: .stop, left: 4, elsewhere: "armed on a")],
            rules: .init(armedFor: 5, settle: 0.4, minimumHold: 0.35, maximumDrift: 30),
            unsent: [.init(kind: "Stop", age: 1, reason: "r")], watching: false,
            microphone: "closed", health: "", language: "en", words: Sample.words)
        view.carryForward(by: 2.5)
        #expect(view.timeLeft == 598)
        #expect(view.armings.map(\.left) == [1.5])
        #expect(view.unsent.map(\.age) == [3.5])
        view.carryForward(by: 1_000)
        #expect(view.timeLeft == 0)
        #expect(view.armings.map(\.left) == [0])
    }

    @Test("a group's times are as of sending")
    func group() {
        var status = GroupStatus(
            name: "g",
            processes: [
                .init(name: "a", pid: 1, state: .ready, restarts: 0, since: 10, lastBeat: 0.5),
                .init(name: "b", pid: nil, state: .dead, restarts: 1, since: 0, lastBeat: nil),
            ])
        status.carryForward(by: 2)
        #expect(status.processes.map(\.since) == [12, 2])
        #expect(status.processes.map(\.lastBeat) == [2.5, nil])
    }
}

import Messages
import Testing

/// The clock that leaves out what was not lived through (B4).
@Suite struct RunningTimeTests {
    @Test("Turns within a step are counted whole")
    func running() {
        var time = RunningTime()
        time.advance(to: 100)
        #expect(time.elapsed == 0)
        for turn in 1...8 { time.advance(to: 100 + Double(turn) * 0.25) }
        #expect(time.elapsed == 2)
    }

    @Test("A gap counts as one step, however long it was", arguments: [0.5, 0.75, 60, 1e9])
    func gap(_ gap: Seconds) {
        var time = RunningTime()
        time.advance(to: 0)
        time.advance(to: gap)
        #expect(time.elapsed == RunningTime.step)
        time.advance(to: gap + 0.25)
        #expect(time.elapsed == RunningTime.step + 0.25)
    }

    @Test("A clock that stands or goes back counts nothing, and nothing twice")
    func backwards() {
        var time = RunningTime()
        time.advance(to: 10)
        time.advance(to: 10)
        time.advance(to: 9)
        #expect(time.elapsed == 0)
        time.advance(to: 10.25)
        #expect(time.elapsed == 0.25)
    }
}

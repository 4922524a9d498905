import Messages
import Testing

@testable import FaceCore

@Suite("The bar: time left")
struct SoloBarTimeTests {
    private func timeLeft(
        expiresAt: Seconds?, now: Seconds?, received: Seconds = 10, asked: Seconds = 10
    ) -> Int? {
        var bar = SoloBar()
        _ = bar.hear(.open(expiresAt: expiresAt, now: now), at: received)
        return bar.timeLeft(at: asked)
    }

    @Test("F1: what is left by the engine's clock, less the local time since the receipt")
    func difference() {
        #expect(timeLeft(expiresAt: 1_000, now: 400) == 600)
        #expect(timeLeft(expiresAt: 1_000, now: 400, received: 10, asked: 70) == 540)
    }

    @Test(
        "F1: rounded to the nearest second, halves away from zero",
        arguments: zip(
            [100.4, 100.5, 101.5, 102.5, 0.5, 0.499_999_999_999_999_94, 0],
            [100, 101, 102, 103, 1, 0, 0]))
    func rounding(expiresAt: Seconds, left: Int) {
        #expect(timeLeft(expiresAt: expiresAt, now: 0) == left)
    }

    @Test("F1: never below 0", arguments: [0, 5, 1_000_000])
    func notNegative(later: Seconds) {
        #expect(timeLeft(expiresAt: 400, now: 400, received: 0, asked: later) == 0)
        #expect(timeLeft(expiresAt: -1e300, now: 1e300) == 0)
    }

    @Test("F1: local time that went back adds nothing")
    func localTimeBack() {
        #expect(timeLeft(expiresAt: 1_000, now: 400, received: 10, asked: 5) == 600)
    }

    @Test("F1: shown for an open session only")
    func openOnly() {
        #expect(SoloBar().timeLeft(at: 0) == nil)
        #expect(bar(after: .open(), .unknown()).timeLeft(at: 2) == nil)
        #expect(bar(after: .open(), .closed(.of("s"))).timeLeft(at: 2) == nil)
        #expect(bar(after: .open(), .unknown(), .open()).timeLeft(at: 2) == 600)
    }

    @Test(
        "F2: unknown without an engine's clock or a deadline",
        arguments: [(nil, 400), (1_000, nil), (nil, nil)] as [(Seconds?, Seconds?)])
    func absent(expiresAt: Seconds?, now: Seconds?) {
        #expect(timeLeft(expiresAt: expiresAt, now: now) == nil)
    }

    @Test("F2: unknown with any of the three not finite", arguments: [Seconds.nan, .infinity])
    func notFinite(value: Seconds) {
        #expect(timeLeft(expiresAt: value, now: 0) == nil)
        #expect(timeLeft(expiresAt: 0, now: -value) == nil)
        #expect(timeLeft(expiresAt: 1, now: 0, received: 0, asked: value) == nil)
    }

    @Test(
        "F2: unknown with a result beyond Int", arguments: [1e19, 1e308, 9_223_372_036_854_775_808])
    func beyondInt(expiresAt: Seconds) {
        #expect(timeLeft(expiresAt: expiresAt, now: 0) == nil)
        #expect(timeLeft(expiresAt: 1e308, now: -1e308) == nil)
    }

    @Test("F2: the greatest that fits is shown")
    func greatest() {
        let greatest = (9_223_372_036_854_775_808.0).nextDown
        #expect(timeLeft(expiresAt: greatest, now: 0) == Int(greatest))
    }
}

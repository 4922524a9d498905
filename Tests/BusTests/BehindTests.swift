import Bus
import Messages
import TestKit
import Testing
import ZeroMQ

@Suite("A process that is behind with its reading")
struct BehindTests {
    /// Has a relay fall far behind an engine, and read on.
    ///
    /// With libzmq's heartbeats the engine gave the connection up, as no answer came from behind
    /// the full queue; the relay's next ping found it broken, and reading on ended the relay by an
    /// assertion.
    private static func fallBehind() throws {
        let places = try Places("engine", "relay")
        try places["relay"].subscribe(to: "engine", topics: [SoloInput.type, SoloState.type])
        try places.connect("relay", to: "engine")
        let engine = try places["engine"]
        flood(from: engine)
        engine.publish(SoloState(boot: engine.boot, now: nil, revision: 1, open: false))
        try places.wait("the newest state, behind all that was queued", at: "relay") { input in
            input.event?.type == SoloState.type ? true : nil
        }
    }

    /// Publishes far more than is read; whoever listens gets no turn, while the library's own
    /// thread goes on for it.
    private static func flood(from engine: Bus) {
        for number in 1...20_000 {
            engine.publish(SoloInput(session: "s", press: "\(number)", now: 0))
            if number.isMultiple(of: 50) { turn(engine, until: engine.now + 0.001) }
        }
        // Longer than a heartbeat took to give a connection up.
        let later = engine.now + 3
        while engine.now < later { turn(engine, until: later) }
    }

    private static func turn(_ bus: Bus, until moment: Seconds) {
        bus.wait(until: moment)
        while bus.next() != nil {}
    }

    @Test("B5: who falls far behind reads on, and is told the newest state")
    func survives() async {
        await #expect(processExitsWith: .success) { try Self.fallBehind() }
    }
}

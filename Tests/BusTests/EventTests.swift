import Bus
import Messages
import TestKit
import Testing
import ZeroMQ

private func state(_ revision: Int, now: Seconds? = nil) -> SoloState {
    SoloState(boot: "b", now: now, revision: revision, open: false)
}

@Suite("Events")
struct EventTests {
    @Test("B1: who comes late gets the newest value at once, and only that")
    func lateJoiner() throws {
        let places = try Places("engine", "relay")
        let engine = try places["engine"]
        for revision in 1...3 { engine.publish(state(revision)) }
        try places["relay"].subscribe(to: "engine", topics: [SoloState.type])
        let first = try places.wait("the newest state", at: "relay") { $0.event }
        #expect(try first.read(SoloState.self).revision == 3)
        #expect(first.header.sequence == 3)
        engine.publish(state(4))
        let second = try places.wait("the next state", at: "relay") { $0.event }
        #expect(try second.read(SoloState.self).revision == 4)
    }

    @Test("B1: a late joiner's value is nothing to those who have had it")
    func toItAlone() throws {
        let places = try Places("engine", "relay", "face")
        let engine = try places["engine"]
        engine.publish(state(1))
        try places["relay"].subscribe(to: "engine", topics: [SoloState.type])
        _ = try places.wait("the first", at: "relay") { $0.event }
        try places["face"].subscribe(to: "engine", topics: [SoloState.type])
        _ = try places.wait("the same", at: "face") { $0.event }
        engine.publish(state(2))
        let next = try places.wait("the next", at: "relay") { $0.event }
        #expect(next.header.sequence == 2)
    }

    @Test("of the states that a turn leaves to publish only the newest of each topic goes out")
    func newest() throws {
        let places = try Places("engine", "relay")
        let engine = try places["engine"]
        try places["relay"].subscribe(to: "engine", topics: [SoloState.type])
        engine.publish(state(1))
        _ = try places.wait("the first", at: "relay") { $0.event }
        engine.publishNewest(state(2), subject: "a")
        for revision in 3...9 { engine.publishNewest(state(revision)) }
        var came: Set<[Int]> = []
        while came.count < 2 {
            let event = try places.wait("the newest", at: "relay") { $0.event }
            came.insert([
                try event.read(SoloState.self).revision, try #require(event.header.sequence),
            ])
        }
        #expect(came == [[2, 1], [9, 2]])
    }

    @Test("B1: who joins, and who leaves, takes no event away from others")
    func comingAndGoing() throws {
        let places = try Places("engine", "relay", "face")
        let engine = try places["engine"]
        try places["relay"].subscribe(to: "engine", topics: [SoloState.type])
        engine.publish(state(1))
        _ = try places.wait("the first state", at: "relay") { $0.event }
        for revision in 2...20 {
            // Neither topic is a state, so nothing is sent for either subscription.
            let topic = "\(SoloInput.type)\(revision)"
            try places["face"].subscribe(to: "engine", topics: [topic])
            if revision.isMultiple(of: 5) { try places.open("face") }
            let relay = try places["relay"]
            relay.wait(until: relay.now)
            engine.wait(until: engine.now + 0.005)
            while engine.next() != nil {}
            engine.publish(state(revision))
            let event = try places.wait("state \(revision)", at: "relay") { $0.event }
            #expect(try event.read(SoloState.self).revision == revision)
        }
    }

    @Test("B1: a foreign now is carried forward by the time it was held")
    func nowIsCarriedForward() throws {
        let places = try Places("engine", "relay")
        let engine = try places["engine"]
        let published = engine.now
        engine.publish(state(1, now: 1_000))
        let later = published + 0.3
        while engine.now < later { engine.wait(until: later) }
        try places["relay"].subscribe(to: "engine", topics: [SoloState.type])
        let event = try places.wait("the state", at: "relay") { $0.event }
        let now = try #require(event.read(SoloState.self).now)
        #expect(now >= 1_000.3)
        #expect(now <= 1_000 + engine.now - published)
    }

    @Test("B1: events that are no states are not kept")
    func eventsAreNotKept() throws {
        let places = try Places("engine", "relay")
        let engine = try places["engine"]
        engine.publish(SoloInput(session: "s", press: "Right", now: 1))
        try places["relay"].subscribe(to: "engine", topics: [SoloInput.type, SoloState.type])
        engine.publish(state(1))
        let first = try places.wait("the first event", at: "relay") { $0.event }
        #expect(first.type == SoloState.type)
    }

    @Test("B2: a restarted process is heard as another boot, and its state comes by itself")
    func anotherBoot() throws {
        let places = try Places("engine", "relay")
        try places["engine"].publish(state(7))
        try places["relay"].subscribe(to: "engine", topics: [SoloState.type])
        _ = try places.wait("the state", at: "relay") { $0.event }
        let former = try places["engine"].boot
        try places.open("engine").publish(state(1))
        let next = try places.wait("the new state", at: "relay") { input in
            input.event.flatMap { $0.header.boot == former ? nil : $0 }
        }
        #expect(try next.read(SoloState.self).revision == 1)
    }

    @Test("B4: a process that is gone is told of, and again when it is back")
    func connectionAndReturn() throws {
        let places = try Places("engine", "relay")
        try places["relay"].subscribe(to: "engine", topics: [VitalsBeat.type])
        try places.connect("relay", to: "engine")
        places.close("engine")
        try places.wait("the loss", at: "relay") { input in
            if case .peer("engine", .disconnected) = input { true } else { nil }
        }
        let boot = try places.open("engine").boot
        try places.wait("the return", at: "relay") { input in
            if case .peer("engine", .heard(boot)) = input { true } else { nil }
        }
    }

    @Test("B4: a process that is there and silent is told of, by the listener's running time")
    func silence() throws {
        let places = try Places("engine", "relay", limits: Limits(silent: 0.5))
        try places["relay"].subscribe(to: "engine", topics: [VitalsBeat.type])
        _ = try places.wait("a beat", at: "relay") { $0.event }
        // The engine keeps its place and turns no more: frozen, as far as the others can see.
        places.freeze("engine")
        try places.wait("the silence", at: "relay") { input in
            if case .peer("engine", .silent) = input { true } else { nil }
        }
    }

    @Test("B2: after a silence the newest state comes again, though it has not changed")
    func stateAfterSilence() throws {
        let places = try Places("engine", "relay", limits: Limits(silent: 0.5))
        try places["engine"].publish(state(7))
        try places["relay"].subscribe(to: "engine", topics: [SoloState.type, VitalsBeat.type])
        let isState = { (input: BusInput) in
            input.event.flatMap { $0.type == SoloState.type ? $0 : nil }
        }
        let before = try places.wait("the state", at: "relay", for: isState)
        places.freeze("engine")
        try places.wait("the silence", at: "relay") { input in
            if case .peer("engine", .silent) = input { true } else { nil }
        }
        places.thaw("engine")
        let after = try places.wait("the state again", at: "relay", for: isState)
        #expect(after.header.sequence == before.header.sequence)
        #expect(try after.read(SoloState.self).revision == 7)
    }

    @Test("B7: requests and replies are mirrored unchanged, and only for who listens")
    func tap() throws {
        let places = try Places("engine", "relay", "face")
        try places["face"].subscribe(to: "engine", topics: ["tap.request/", "tap.reply/"])
        try places["face"].subscribe(to: "engine", topics: [VitalsBeat.type])
        _ = try places.wait("a beat, after the subscriptions", at: "face") { $0.event }
        let id = try places["relay"].request(SoloStatus(), of: "engine", within: 10)
        let request = try places.wait("the request", at: "engine") { $0.request }
        try places["engine"].reply(state(1), to: request.token)
        let mirrored = try places.wait("its mirror", at: "face") { input in
            input.event.flatMap { $0.topic == "tap.request/solo.status" ? $0 : nil }
        }
        #expect(mirrored.bytes == request.incoming.bytes)
        let reply = try places.wait("the reply's mirror", at: "face") { input in
            input.event.flatMap { $0.topic.hasPrefix("tap.reply/") ? $0 : nil }
        }
        #expect(reply.header.correlationid == id)
    }

    @Test("B11: a living process's place is refused to another one, a dead one's is taken over")
    func places() throws {
        let places = try Places("engine")
        let settings = places.directory.settings(of: "engine")
        let second = #expect(throws: BusError.self) {
            _ = try Bus(
                settings: settings, version: "test", thread: BusThread(), signals: .untouched)
        }
        #expect(second?.code == .endpointTaken)
        places.close("engine")
        try places.open("engine")
    }
}

import Bus
import Messages
import TestKit
import Testing
import ZeroMQ

@Suite("Requests and replies")
struct RequestTests {
    @Test("B3: a request is answered, matched by its id, whichever order answers come in")
    func answersInAnyOrder() throws {
        let places = try Places("engine", "relay")
        let relay = try places["relay"]
        let first = relay.request(SoloStatus(), of: "engine", within: 10)
        let second = relay.request(SoloDismiss(why: "seen to"), of: "engine", within: 10)
        var tokens: [(String, ReplyToken)] = []
        while tokens.count < 2 {
            let request = try places.wait("a request", at: "engine") { $0.request }
            tokens.append((request.incoming.type, request.token))
        }
        for (type, token) in tokens.reversed() {
            try places["engine"].reply(Problem(.refused, type), to: token)
        }
        var titles: [RequestID: String] = [:]
        while titles.count < 2 {
            let (incoming, id) = try places.wait("an answer", at: "relay") { input in
                if case .reply(let incoming, let id) = input { (incoming, id) } else { nil }
            }
            titles[id] = try incoming.read(Problem.self).title
        }
        #expect(titles == [first: SoloStatus.type, second: SoloDismiss.type])
    }

    @Test("B3: who asks 300 times before it reads gets every answer")
    func manyAtOnce() throws {
        let places = try Places("engine")
        let asker = try Socket(.dealer, in: Context())
        // It takes in nothing that it does not read, so the answers wait at the engine.
        try asker.set(.receiveHighWaterMark, 1)
        try asker.connect("ipc://\(places.directory.path)/engine.requests")
        let engine = try places["engine"]
        let guardian = Guard()
        for number in 0..<300 {
            let json =
                #"{"specversion":"1.0","id":"\#(number)","source":"/x","type":"vitals.get","data":{}}"#
            while try asker.send([[], Array("vitals.get".utf8), Array(json.utf8)]) != .sent {
                try #require(!guardian.isOver)
            }
        }
        while engine.vitals.received < 300, !guardian.isOver { places.turn() }
        var answers = 0
        while answers < 300, !guardian.isOver {
            places.turn()
            while case .message? = try asker.receive() { answers += 1 }
        }
        #expect(answers == 300)
    }

    @Test("B3: a deadline ends in a named problem when nobody is there, and none comes later")
    func deadline() throws {
        let places = try Places("relay")
        let id = try places["relay"].request(SoloStatus(), of: "engine", within: 0.05)
        let outcome = try places.wait("the end of its time", at: "relay") { $0.outcome(of: id) }
        #expect(throws: Problem.self) { try outcome.get() }
        if case .failure(let problem) = outcome { #expect(problem.type == .unreachable) }
    }

    @Test("F13 of the facts: a request whose time was over is not given to the next process")
    func nothingIsQueuedForTheNextProcess() throws {
        let places = try Places("relay")
        let relay = try places["relay"]
        let late = relay.request(SoloStatus(), of: "engine", within: 0.05)
        _ = try places.wait("the end of its time", at: "relay") { $0.outcome(of: late) }
        try places.open("engine")
        relay.request(SoloDismiss(why: "a later one"), of: "engine", within: 10)
        let request = try places.wait("a request", at: "engine") { $0.request }
        #expect(request.incoming.type == SoloDismiss.type)
    }

    @Test("R7: a request keeps the source and id that it was asked under")
    func foreignKey() throws {
        let places = try Places("engine", "relay")
        let key = RequestKey(source: "/test/face", id: "00ff")
        try places["relay"].request(
            SoloStop(.whateverRuns), of: "engine", on: .control, key: key, within: 10)
        let request = try places.wait("the Stop", at: "engine") { $0.request }
        #expect(request.incoming.key == key)
        #expect(try request.incoming.read(SoloStop.self) == SoloStop(.whateverRuns))
    }

    @Test("R8: the same id asked twice is answered twice")
    func askedTwice() throws {
        let places = try Places("engine", "relay")
        let key = RequestKey(source: "/test/face", id: "00ff")
        for round in 1...2 {
            try places["relay"].request(
                SoloStop(.whateverRuns), of: "engine", on: .control, key: key, within: 10)
            let request = try places.wait("ask \(round)", at: "engine") { $0.request }
            try places["engine"].reply(Problem(.refused, "\(round)"), to: request.token)
        }
        for round in 1...2 {
            let outcome = try places.wait("answer \(round)", at: "relay") { $0.outcome(of: key.id) }
            #expect(try outcome.get().read(Problem.self).title == "\(round)")
        }
    }

    @Test("B6: a Stop is served before more than 64 requests that came before it")
    func fairness() throws {
        let places = try Places("engine", "relay", "navigator")
        let flood = try places["navigator"]
        let relay = try places["relay"]
        try places.connect("navigator", to: "engine", by: flood)
        try places.connect("relay", to: "engine", by: relay)
        for _ in 0..<60 { flood.request(SoloStatus(), of: "engine", within: 10) }
        relay.request(SoloStop(.whateverRuns), of: "engine", on: .control, within: 10)
        var before = 0
        try places.wait("the Stop", at: "engine") { input in
            guard let request = input.request else { return nil as Bool? }
            before += 1
            return request.incoming.type == SoloStop.type ? true : nil
        }
        #expect(before <= 64)
    }

    @Test("B5: what a process does not know is answered as unsupported, and it goes on")
    func unsupported() throws {
        let places = try Places("engine", "relay")
        let id = try places["relay"].request(FaceLook(), of: "engine", within: 10)
        let request = try places.wait("the request", at: "engine") { $0.request }
        let engine = try places["engine"]
        #expect(engine.read(SoloRequest.self, from: request.incoming, token: request.token) == nil)
        let outcome = try places.wait("its answer", at: "relay") { $0.outcome(of: id) }
        #expect(try outcome.get().read(Problem.self).type == .unsupported)
    }

    @Test("E14: vitals on control are answered by the bus, and the process is told")
    func vitals() throws {
        let places = try Places("engine", "relay")
        let id = try places["relay"].request(
            VitalsGet(), of: "engine", on: .control, within: 10)
        let outcome = try places.wait("the beat", at: "relay") { $0.outcome(of: id) }
        #expect(try outcome.get().read(VitalsBeat.self).boot == places["engine"].boot)
        try places.wait("the word of it", at: "engine") { input in
            if case .vitalsAsked = input { true } else { nil }
        }
    }
}

extension Places {
    /// Turns until a place can reach another one, by asking it for its vitals.
    func connect(_ name: String, to other: String, by bus: Bus) throws {
        let id = bus.request(VitalsGet(), of: other, within: 10)
        _ = try wait("\(other)'s vitals", at: name) { $0.outcome(of: id) }
    }
}

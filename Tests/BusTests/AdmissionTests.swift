import Bus
import Foundation
import Messages
import TestKit
import Testing
import ZeroMQ

/// How somebody comes who does not belong.
enum Stranger: String, CaseIterable, Sendable {
    case noKey
    case password
    case unknownKey
    case wrongServerKey
    /// As the relay's events are heard with it, and the engine is asked.
    case keyInTheWrongRole

    /// Where it is tried: a key is in the wrong role at some doors only.
    var targets: [(process: String, door: String)] {
        switch self {
        case .noKey, .password, .unknownKey, .wrongServerKey:
            [("engine", "events"), ("engine", "requests"), ("engine", "control")]
        case .keyInTheWrongRole:
            [("engine", "events"), ("relay", "requests"), ("relay", "control")]
        }
    }

    func dress(_ socket: borrowing Socket, at hosts: Hosts) throws {
        let server = try #require(try hosts.keys("den").list().list["den"]?.key)
        switch self {
        case .noKey: break
        case .password:
            try socket.set(.plainUser, "sofa")
            try socket.set(.plainPassword, "sofa")
        case .unknownKey: try socket.show(CurveKeys(), to: server.text)
        case .wrongServerKey: try socket.show(CurveKeys(), to: CurveKeys().publicKey)
        case .keyInTheWrongRole:
            let path = hosts.keys("sofa").secretPath("sofa")
            let secret = try String(contentsOfFile: path, encoding: .utf8).dropLast()
            try socket.show(CurveKeys(secretKey: String(secret)), to: server.text)
        }
    }
}

extension Socket {
    fileprivate func show(_ keys: CurveKeys, to server: String) throws {
        try set(.curveServerKey, server)
        try set(.curvePublicKey, keys.publicKey)
        try set(.curveSecretKey, keys.secretKey)
    }
}

@Suite("Who may come in")
struct AdmissionTests {
    private static let step = BroadcastState(onAir: true, wrapping: false)

    /// A place that answers `solo.status` whenever it is asked.
    private func ask(_ places: Places, from name: String, _ process: String) throws {
        let id = try places[name].request(SoloStatus(), of: process, within: 20)
        let request = try places.wait("the request", at: process) { $0.request }
        try places[process].reply(SoloReceipts(receipts: []), to: request.token)
        _ = try places.wait("the answer", at: name) { $0.outcome(of: id) }.get()
    }

    /// Publishes until a place hears it, after a number where one is given.
    private func hear(
        _ places: Places, from process: String, at name: String, after sequence: Int = 0
    ) throws {
        let publish: () throws -> Void = { try places[process].publish(Self.step) }
        try places.wait("an event of \(process)", at: name, doing: publish) { input -> Bool? in
            guard let event = input.event, event.type == BroadcastState.type else { return nil }
            return (event.header.sequence ?? 0) > sequence ? true : nil
        }
    }

    @Test("processes of one group ask and hear each other over the network, by keys")
    func friends() throws {
        let hosts = try Hosts()
        let places = try Places(["engine", "relay", "face"].map { hosts.settings(of: $0) })
        try places["face"].subscribe(to: "relay", topics: [BroadcastState.type, VitalsBeat.type])
        try hear(places, from: "relay", at: "face")
        try ask(places, from: "face", "engine")
        try ask(places, from: "relay", "engine")
        try ask(places, from: "relay", "face")
        for name in ["engine", "relay", "face"] { #expect(try places[name].vitals.refused == 0) }
    }

    @Test(
        "a stranger gets nothing, is counted, and keeps nobody else out",
        arguments: Stranger.allCases, 0...2)
    func strangers(stranger: Stranger, index: Int) throws {
        let hosts = try Hosts()
        let places = try Places(["engine", "relay", "face"].map { hosts.settings(of: $0) })
        let (process, door) = stranger.targets[index]
        let endpoints = hosts.endpoints(of: process)
        let socket = try Socket(door == "events" ? .sub : .dealer, in: Context())
        try stranger.dress(socket, at: hosts)
        if door == "events" { try socket.subscribe([]) }
        let endpoint = door == "requests" ? endpoints.requests : endpoints.control
        try socket.connect(door == "events" ? endpoints.events : endpoint)
        if door != "events" {
            let event = #"{"specversion":"1.0","id":"a","source":"/test/relay","type":"solo.stop"}"#
            #expect(try socket.send([[], Array("solo.stop".utf8), Array(event.utf8)]) == .sent)
        }
        let guardian = Guard()
        while try places[process].vitals.refused == 0, !guardian.isOver { places.turn() }
        #expect(try places[process].vitals.refused > 0)
        // Somebody who belongs is served, and hears, after the stranger has had its time.
        try ask(places, from: process == "engine" ? "face" : "engine", process)
        try places[process].publish(Self.step)
        places.turn()
        #expect(try socket.receive() == nil)
        #expect(places.inputs(of: process).allSatisfy { $0.request == nil })
    }

    @Test("a revoked key is cut at its next message, in both directions; others are not")
    func revoked() throws {
        let hosts = try Hosts()
        let places = try Places(["engine", "relay", "face"].map { hosts.settings(of: $0) })
        try places["face"].subscribe(to: "relay", topics: [BroadcastState.type])
        try places["engine"].subscribe(to: "relay", topics: [BroadcastState.type])
        try hear(places, from: "relay", at: "face")
        try ask(places, from: "face", "engine")

        try hosts.keys("den").revoke("sofa")
        let before = try places["relay"].vitals.states[BroadcastState.type] ?? 0
        let asked = try places.outcome(of: SoloStatus(), from: "face", to: "engine", within: 1)
        #expect(throws: Problem.self) { try asked.get() }
        #expect(places.inputs(of: "engine").allSatisfy { $0.request == nil })
        #expect(try places["engine"].vitals.refused > 0)
        // Everybody was sent away from the events, and those who may have come back.
        try hear(places, from: "relay", at: "engine", after: before)
        #expect(places.inputs(of: "face").allSatisfy { ($0.event?.header.sequence ?? 0) <= before })
    }

    @Test("what was asked by a key that is revoked meanwhile is not answered")
    func revokedBeforeReply() throws {
        let hosts = try Hosts()
        let places = try Places(["relay", "face"].map { hosts.settings(of: $0) })
        let take = OutboxTake(wait: 25, boot: try places["relay"].boot)
        let id = try places["relay"].request(take, of: "face", within: 2)
        let request = try places.wait("the request", at: "face") { $0.request }
        try hosts.keys("sofa").revoke("den")
        // As to somebody who has gone: what would have been handed over stays.
        #expect(try places["face"].reply(OutboxEmpty(), to: request.token) == false)
        let outcome = try places.wait("an outcome", at: "relay") { $0.outcome(of: id) }
        #expect(throws: Problem.self) { try outcome.get() }
    }

    @Test(
        "whose own list no longer knows a process hears it no more, and reads none of its answers")
    func revokedServer() throws {
        let hosts = try Hosts()
        let places = try Places(["engine", "relay", "face"].map { hosts.settings(of: $0) })
        try places["face"].subscribe(to: "relay", topics: [BroadcastState.type])
        try places["engine"].subscribe(to: "relay", topics: [BroadcastState.type])
        try hear(places, from: "relay", at: "face")
        try hosts.keys("sofa").revoke("den")
        let before = try places["relay"].vitals.states[BroadcastState.type] ?? 0
        try hear(places, from: "relay", at: "engine", after: before + 5)
        #expect(places.inputs(of: "face").allSatisfy { ($0.event?.header.sequence ?? 0) <= before })
        let asked = try places.outcome(of: SoloStatus(), from: "face", to: "engine", within: 1)
        guard case .failure(let problem) = asked else {
            Issue.record("it was answered")
            return
        }
        #expect(problem.detail.contains("engine is not known here by a key"))
    }

    @Test("who is allowed later comes in, with nothing started anew on either side")
    func allowedLater() throws {
        let hosts = try Hosts()
        let den = hosts.keys("den")
        let sofa = try #require(try den.list().list["sofa"]?.key)
        try den.revoke("sofa")
        let places = try Places(["relay", "face"].map { hosts.settings(of: $0) })
        try places["face"].subscribe(to: "relay", topics: [BroadcastState.type])
        let guardian = Guard()
        while try places["relay"].vitals.refused == 0, !guardian.isOver { places.turn() }
        _ = try den.allow("sofa", key: sofa, observe: .processes(["relay"]), act: .nowhere)
        try hear(places, from: "relay", at: "face")
    }

    @Test("a list that is broken by hand allows nobody of the broken lines, and does so at once")
    func broken() throws {
        let hosts = try Hosts()
        let places = try Places(["engine", "face"].map { hosts.settings(of: $0) })
        try ask(places, from: "face", "engine")
        let path = hosts.keys("den").listPath
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try Data(text.replacingOccurrences(of: "act=engine", with: "act:engine").utf8)
            .write(to: URL(filePath: path))
        let asked = try places.outcome(of: SoloStatus(), from: "face", to: "engine", within: 1)
        #expect(throws: Problem.self) { try asked.get() }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        try Data(text.utf8).write(to: URL(filePath: path))
        try ask(places, from: "face", "engine")
    }
}

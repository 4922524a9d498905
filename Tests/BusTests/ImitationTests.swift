import Foundation
import Messages
import TestKit
import Testing
import ZeroMQ

@testable import Bus

@Suite("Those who stand in for somebody else")
struct ImitationTests {
    private static let step = BroadcastState(onAir: true, wrapping: false)

    /// A host that knows everybody by the right keys, and has none of their secrets.
    private func evil(_ hosts: Hosts) throws -> KeyFolder {
        let folder = hosts.keys("evil")
        _ = try folder.makeKeys("evil")
        for name in ["den", "sofa"] {
            let key = try #require(try hosts.keys(name).list().list[name]?.key)
            _ = try folder.allow(name, key: key, observe: .everywhere, act: .everywhere)
        }
        return folder
    }

    /// How somebody stands at the relay's endpoints who is not the relay.
    enum Impostor: String, CaseIterable, Sendable {
        /// With keys, only not the relay's.
        case otherKeys
        /// Without any, open to everybody.
        case noKeys
    }

    @Test(
        "F8: a false relay says nothing to the face, and the right one is heard when it is back",
        arguments: Impostor.allCases)
    func falseRelay(impostor: Impostor) throws {
        let hosts = try Hosts(limits: Limits(silent: 0.5))
        _ = try evil(hosts)
        let places = try Places([hosts.settings(of: "face")])
        try places["face"].subscribe(to: "relay", topics: [BroadcastState.type])
        var settings = hosts.settings(of: "relay", on: "evil")
        if impostor == .noKeys { settings.keys = nil }
        try places.open(settings)
        let asked = try places.outcome(of: SoloStatus(), from: "face", to: "relay", within: 1)
        #expect(throws: Problem.self) { try asked.get() }
        for _ in 0..<20 {
            try places["relay"].publish(Self.step)
            places.turn()
        }
        #expect(places.inputs(of: "face").allSatisfy { $0.event == nil })
        #expect(places.inputs(of: "relay").allSatisfy { $0.request == nil })
        places.close("relay")
        try places.reopen(hosts.settings(of: "relay"))
        let publish: () throws -> Void = { try places["relay"].publish(Self.step) }
        try places.wait("the relay's event", at: "face", doing: publish) { $0.event }
    }

    @Test("a false face gets nothing that the relay asks, and nothing of the relay's by asking")
    func falseFace() throws {
        let hosts = try Hosts()
        _ = try evil(hosts)
        let places = try Places([hosts.settings(of: "relay"), hosts.settings(of: "engine")])
        try places.open(hosts.settings(of: "face", on: "evil"))
        try places["face"].subscribe(to: "relay", topics: [BroadcastState.type])
        let take = OutboxTake(wait: 0, boot: try places["relay"].boot)
        let asked = try places.outcome(of: take, from: "relay", to: "face", within: 1)
        #expect(throws: Problem.self) { try asked.get() }
        let stop = SoloStop(.whateverRuns, view: nil)
        let stopped = try places.outcome(
            of: stop, from: "face", to: "engine", on: .control, within: 1)
        #expect(throws: Problem.self) { try stopped.get() }
        try places["relay"].publish(Self.step)
        places.turn()
        for name in ["engine", "relay", "face"] {
            #expect(places.inputs(of: name).allSatisfy { $0.request == nil && $0.event == nil })
        }
        #expect(try places["engine"].vitals.refused > 0)
        #expect(try places["relay"].vitals.refused > 0)
    }

    @Test("a second process on one endpoint does not start, and the first one keeps it")
    func secondOnEndpoint() throws {
        let hosts = try Hosts()
        let places = try Places([hosts.settings(of: "engine"), hosts.settings(of: "face")])
        let error = #expect(throws: BusError.self) {
            try places.open(hosts.settings(of: "engine"), as: "second")
        }
        #expect(error?.code == .endpointTaken)
        let id = try places["face"].request(VitalsGet(), of: "engine", within: 20)
        _ = try places.wait("the answer", at: "face") { $0.outcome(of: id) }.get()
    }

    @Test("plain tcp is for loopback alone, at one's own endpoints and at others'")
    func plain() throws {
        let directory = RunDirectory()
        func settings(_ endpoint: String) -> Settings {
            var settings = directory.settings(of: "engine")
            let endpoints = Endpoints(events: endpoint, requests: endpoint, control: endpoint)
            settings.processes["relay"] = Peer(executable: "relay", endpoints: endpoints)
            return settings
        }
        for endpoint in [
            "tcp://0.0.0.0:7001", "tcp://192.168.1.10:7001", "tcp://*:7001", "tcp://127.evil.org:1",
            "tcp://localhost:7001", "tcp://[::]:7001", "udp://127.0.0.1:1",
        ] {
            let client = try Client(settings: settings(endpoint))
            let asked = #expect(throws: BusError.self, "\(endpoint)") {
                try client.subscribe(to: "relay", topics: [])
            }
            #expect(asked?.code == .endpointInvalid)
            var own = settings(endpoint)
            own.process = "relay"
            let bound = #expect(throws: BusError.self) {
                _ = try Bus(settings: own, version: "", thread: BusThread(), signals: .untouched)
            }
            #expect(bound?.code == .endpointInvalid)
        }
        try Client(settings: settings("tcp://127.1.2.3:7001")).subscribe(to: "relay", topics: [])
    }

    @Test(
        "a process that has no key of its own, or an open one, does not start and says what to do")
    func noKey() throws {
        let hosts = try Hosts()
        let path = hosts.keys("den").secretPath("den")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let open = #expect(throws: BusError.self) {
            _ = try Places([hosts.settings(of: "engine")])
        }
        #expect(open?.message == "\(path) is open to others (mode 644); `chmod 600 \(path)`")
        try FileManager.default.removeItem(atPath: path)
        let none = #expect(throws: BusError.self) {
            _ = try Places([hosts.settings(of: "engine")])
        }
        #expect(none?.message.hasSuffix("make one with `handrail keys new den`") == true)
    }

    @Test("F2: the self-test finds an endpoint that lets strangers in")
    func selfTest() throws {
        let context = Context()
        let keys = try CurveKeys()
        let desk = AdmissionDesk(of: "engine", AccessList())
        let router = try Socket(.router, in: context)
        try router.set(.curveServer, true)
        try router.set(.curveSecretKey, keys.secretKey)
        // No domain is named, and nobody is asked.
        try router.bind("tcp://127.0.0.1:*")
        let test = SelfTest(
            doors: [(.control, try router.lastEndpoint)], server: keys.publicKey,
            context: context)
        let error = #expect(throws: BusError.self) { try test.run(desk: desk) { [] } }
        #expect(error?.code == .unguarded)
        #expect(error?.message.contains("lets strangers in") == true)
    }
}

extension Places {
    /// Takes a place as soon as the port is free again: the library lets go of it on its own thread.
    fileprivate func reopen(_ settings: Settings) throws {
        let guardian = Guard()
        while true {
            do {
                try open(settings)
                return
            } catch let error as BusError where error.code == .endpointTaken {
                guard !guardian.isOver else { throw error }
            }
        }
    }
}

import Bus
import Foundation
import Group
import Messages
import TestKit
import Testing

@Suite("A group on several hosts")
struct HostsTests {
    private let directory = RunDirectory()
    private var directories: Directories {
        Directories(run: directory.path, state: "\(directory.path)/state")
    }

    private func twoHosts() throws -> Topology {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try Topology(file: root.appending(path: "Topology/two-hosts.json5").path)
    }

    private func refusal(of topology: Topology) -> GroupError? {
        do throws(GroupError) {
            _ = try LaunchPlan(topology, in: directories, environment: [:])
            return nil
        } catch {
            return error
        }
    }

    @Test("a host is the one whose secret key it has, and runs what the file gives it")
    func host() throws {
        var topology = try twoHosts()
        #expect(topology.hosts == ["den", "sofa"])
        _ = try KeyFolder(directories.keys).makeKeys("sofa")
        topology.settle(in: directories)
        #expect(topology.host == "sofa")
        #expect(topology.local.map(\.name) == ["face", "navigator"])
        let settings = topology.settings(in: directories)
        #expect(settings.host == "sofa")
        #expect(settings.keys == directories.keys)
        #expect(settings.processes["engine"]?.host == "den")
        #expect(settings.processes["group"]?.host == "sofa")
        // Programs aside, which are not beside this test's own, there is nothing to refuse.
        #expect(refusal(of: topology)?.code != .keys)
    }

    @Test("without a key, or with two hosts' keys, nothing is started")
    func unknownHost() throws {
        var topology = try twoHosts()
        topology.settle(in: directories)
        #expect(refusal(of: topology)?.code == .keys)
        #expect(refusal(of: topology)?.message.contains("keys has none; make it with") == true)
        let folder = KeyFolder(directories.keys)
        _ = try folder.makeKeys("den")
        _ = try folder.makeKeys("sofa")
        topology.settle(in: directories)
        #expect(
            refusal(of: topology)?.message.hasSuffix(
                "has the secret keys of den and sofa; leave one")
                == true)
    }

    @Test("a group on one host goes by keys once it has some, and needs none on loopback")
    func oneHost() throws {
        func topology(at host: String) throws -> Topology {
            let endpoints = ["events", "requests", "control"].enumerated()
                .map { "\($1): 'tcp://\(host):\(7_001 + $0)'" }.joined(separator: ", ")
            var topology = try Topology(
                json5: Array("{processes: {relay: {endpoints: {\(endpoints)}}}}".utf8),
                named: "g", in: "/")
            topology.settle(in: directories)
            return topology
        }
        #expect(try topology(at: "127.0.0.1").keys == nil)
        #expect(refusal(of: try topology(at: "127.0.0.1"))?.code != .keys)
        let open = refusal(of: try topology(at: "192.168.1.10"))
        #expect(open?.code == .keys)
        #expect(
            open?.message.hasPrefix("tcp://192.168.1.10:7001 is open to everybody on the network")
                == true)
        _ = try KeyFolder(directories.keys).makeKeys("laptop")
        #expect(try topology(at: "127.0.0.1").keys == directories.keys)
        let keyless = refusal(of: try topology(at: "127.0.0.1"))
        #expect(
            keyless?.message.hasSuffix("make one with `handrail keys new relay`") == true)
        _ = try KeyFolder(directories.keys).makeKeys("relay")
        #expect(refusal(of: try topology(at: "192.168.1.10"))?.code != .keys)
    }
}

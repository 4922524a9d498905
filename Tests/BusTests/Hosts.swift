import Bus
import Messages
import TestKit

/// A group on two hosts, by settings.
///
/// The engine and the relay are on `den`, the face on `sofa`. Both are on loopback, each with a
/// folder of keys of its own.
final class Hosts {
    private let directory = RunDirectory()
    /// An address that no other test has.
    private let address =
        "127.\(Int.random(in: 1...254)).\(Int.random(in: 1...254)).\(Int.random(in: 1...254))"
    private let limits: Limits
    private static let hosts = ["engine": "den", "relay": "den", "face": "sofa"]

    /// Makes both hosts' keys, and has each allow what the other one needs.
    init(limits: Limits = Limits()) throws {
        self.limits = limits
        let den = try keys("den").makeKeys("den")
        let sofa = try keys("sofa").makeKeys("sofa")
        _ = try keys("den").allow(
            "sofa", key: sofa, observe: .processes(["relay"]), act: .processes(["engine"]))
        _ = try keys("sofa").allow(
            "den", key: den, observe: .processes(["face"]), act: .processes(["face"]))
    }

    /// The folder of keys of a host.
    func keys(_ host: String) -> KeyFolder { KeyFolder("\(directory.path)/\(host)/keys") }

    /// The settings of a process, on its own host or as if on another one.
    func settings(of process: String, on host: String? = nil) -> Settings {
        let host = host ?? Self.hosts[process] ?? "den"
        let processes = Self.hosts.map { name, host in
            (name, Peer(executable: name, endpoints: endpoints(of: name), host: host))
        }
        return Settings(
            group: "test", process: process, runDirectory: directory.path,
            stateDirectory: "\(directory.path)/\(host)", keys: keys(host).path, host: host,
            processes: Dictionary(uniqueKeysWithValues: processes), limits: limits)
    }

    /// The endpoints of a process.
    func endpoints(of process: String) -> Endpoints {
        let port = 7_000 + 10 * (Self.hosts.keys.sorted().firstIndex(of: process) ?? 9)
        return Endpoints(
            events: "tcp://\(address):\(port)", requests: "tcp://\(address):\(port + 1)",
            control: "tcp://\(address):\(port + 2)")
    }
}

import FoundationEssentials
import Glibc
package import Messages

/// A run dir of a test's own, removed with all that is in it at the end.
package final class RunDirectory: Sendable {
    /// Its path, short enough for a socket's.
    package let path: String

    /// Makes a new, empty directory that only this user may enter.
    package init() {
        var template = Array("/tmp/handrail-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            fatalError("mkdtemp: \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The settings of one process of the usual four.
    package func settings(of process: String, limits: Limits = Limits()) -> Settings {
        let usual = ["engine", "relay", "face", "navigator"]
        return Settings(
            group: "test", process: process, runDirectory: path, stateDirectory: "\(path)/state",
            processes: Dictionary(
                uniqueKeysWithValues: usual.map { ($0, Peer(executable: $0)) }),
            limits: limits)
    }
}

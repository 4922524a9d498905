import Bus
import FoundationEssentials
import Glibc
import Messages

/// Programs of this build, started and ended by the bench.
enum Programs {
    /// The folder that this program is in, and the others with it.
    static func folder() throws -> String {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])
    }

    /// Starts a program that prints to a file.
    static func start(_ name: String, _ arguments: [String], output: String) throws -> pid_t {
        let path = "\(try folder())/\(name)"
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, path, &actions, nil, words, environ)
        guard code == 0 else { throw BenchError("\(path): \(String(cString: strerror(code)))") }
        return pid
    }

    /// Runs the plain C program, and gives the figure that it prints.
    static func baseline(_ part: String, _ count: Int, in directory: String) throws -> Double {
        let output = "\(directory)/baseline"
        try? FileManager.default.removeItem(atPath: output)
        let pid = try start("baseline", [part, "\(count)", directory], output: output)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        let text = try String(contentsOfFile: output, encoding: .utf8)
        guard status == 0, let line = text.split(separator: "\n").first, let value = Double(line)
        else { throw BenchError("baseline \(part): \(text)") }
        return value
    }
}

/// A group of real processes in a folder of its own, ended and removed with the value's owner.
final class LiveGroup {
    /// The run dir.
    let directory: String
    /// How to visit it.
    let settings: Settings
    private let launcher: pid_t

    /// Starts a group and waits until all of it is ready.
    init() throws {
        directory = try Self.newDirectory()
        let usual = ["engine", "relay", "face", "navigator"]
        settings = Settings(
            group: "handrail", process: "bench", runDirectory: directory,
            stateDirectory: "\(directory)/state",
            processes: Dictionary(uniqueKeysWithValues: usual.map { ($0, Peer(executable: $0)) }))
        launcher = try Programs.start(
            "handrail", ["up", "--run-dir", directory], output: "\(directory)/output")
        try waitUntilReady()
    }

    deinit {
        kill(launcher, SIGTERM)
        waitpid(launcher, nil, 0)
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Makes an empty folder that only this user may enter.
    static func newDirectory() throws -> String {
        var template = Array("/tmp/handrail-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BenchError("mkdtemp: \(String(cString: strerror(errno)))")
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The process ids by name.
    func processes() throws -> [(name: String, pid: pid_t)] {
        let client = try Client(settings: settings)
        let status = try client.ask(GroupStatusGet(), of: "group", within: 5)
            .read(GroupStatus.self)
        return [("launcher", launcher)]
            + status.processes.compactMap { process in process.pid.map { (process.name, $0) } }
    }

    private func waitUntilReady() throws {
        let client = try Client(settings: settings)
        try client.subscribe(to: "group", topics: [GroupStatus.type])
        let deadline = Stamp.now + 20
        while case .some(let input) = client.next(until: deadline) {
            guard case .event(let event, _) = input, event.type == GroupStatus.type else {
                continue
            }
            let status = try event.read(GroupStatus.self)
            if status.processes.allSatisfy({ $0.state == .ready }) { return }
        }
        throw BenchError("the group is not ready; see \(directory)/output")
    }
}

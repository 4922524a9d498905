import Bus
import FoundationEssentials
import Glibc
import Messages

/// What a group costs that has nothing to do.
enum IdleBench {
    private static let span: Seconds = 10
    /// How long after its start a group is left to come to rest.
    private static let rest: Seconds = 2

    /// Measures memory, and the processor time of the whole group.
    static func measure(on workbench: Workbench) throws -> [Figure] {
        let group = try LiveGroup(on: workbench)
        let processes = try group.processes()
        try workbench.pause(rest)
        let before = try processes.map { try processorTime(of: $0.pid) }
        let began = Stamp.now
        try workbench.pause(span)
        let elapsed = Stamp.now - began
        let after = try processes.map { try processorTime(of: $0.pid) }
        let used = zip(after, before).reduce(0) { $0 + $1.0 - $1.1 }
        return try processes.flatMap { try memory(of: $0.pid, named: $0.name) } + [
            Figure(
                name: "idle group's processor time", value: used / elapsed * 100, unit: "%",
                aim: Figure.Aim(most: 0.5, of: .value))
        ]
    }

    private static func memory(of pid: pid_t, named name: String) throws -> [Figure] {
        [
            Figure(
                name: "resident memory, \(name)",
                value: try resident(pid), unit: "MB",
                aim: Figure.Aim(most: 20, of: .value)),
            // Pages of libraries that several processes have count once, a share each.
            Figure(
                name: "  its share, \(name)",
                value: try kilobytes("Pss:", in: "/proc/\(pid)/smaps_rollup") / 1_024, unit: "MB"),
        ]
    }

    /// What a process has in memory, in MB.
    static func resident(_ pid: pid_t) throws -> Double {
        try kilobytes("VmRSS:", in: "/proc/\(pid)/status") / 1_024
    }

    /// Processor time that a process has used, in seconds.
    private static func processorTime(of pid: pid_t) throws -> Seconds {
        let text = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        // The name comes in brackets before them, and may hold blanks.
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13])
        else { throw BenchError("/proc/\(pid)/stat cannot be read") }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static func kilobytes(_ key: String, in path: String) throws -> Double {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        guard let number = line?.split(separator: " ").dropFirst().first, let size = Double(number)
        else { throw BenchError("\(path) has no \(key)") }
        return size
    }
}

import Bus
import FoundationEssentials
import Glibc

/// What a group costs that has nothing to do.
enum IdleBench {
    private static let seconds = 10.0

    static func measure() throws -> [Figure] {
        let group = try LiveGroup()
        let processes = try group.processes()
        let before = try processes.map { try ticks(of: $0.pid) }
        let began = Stamp.now
        // Nothing is to happen here, so there is nothing to wait for but time.
        sleep(UInt32(seconds))
        let elapsed = Stamp.now - began
        let after = try processes.map { try ticks(of: $0.pid) }
        let perSecond = Double(sysconf(Int32(_SC_CLK_TCK)))
        let used = Double(zip(after, before).reduce(0) { $0 + $1.0 - $1.1 }) / perSecond
        let memory = try processes.map { process in
            Figure(
                name: "resident memory, \(process.name)", value: try resident(process.pid),
                unit: "MB", aim: "under 20 MB")
        }
        return memory + [
            Figure(
                name: "idle CPU of the whole group", value: used / elapsed * 100, unit: "%",
                aim: "under 0.5 %")
        ]
    }

    /// Processor time that a process has used, in clock ticks.
    private static func ticks(of pid: pid_t) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        guard fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13]) else {
            throw BenchError("/proc/\(pid)/stat cannot be read")
        }
        return user + system
    }

    private static func resident(_ pid: pid_t) throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        guard let number = line?.split(separator: " ").compactMap({ Double($0) }).first else {
            throw BenchError("/proc/\(pid)/status cannot be read")
        }
        return number / 1_024
    }
}

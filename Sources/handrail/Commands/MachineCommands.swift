import Bus
import Messages

/// What concerns the machine and the program itself.
enum MachineCommands {
    static let all = [
        Command(
            name: "doctor",
            summary: "say what of the machine is there, and what to do about the rest",
            options: [.json], run: doctor),
        Command(name: "version", summary: "name the version of the program and the wire") {
            invocation throws(Failure) in
            try invocation.console.line(
                "handrail \(Program.version), protocol \(VitalsBeat.protocolVersion)")
        },
    ]

    private static func doctor(_ invocation: Invocation) throws(Failure) {
        let console = invocation.console
        let findings = Doctor(site: try Site(invocation.arguments)).findings
        for finding in findings {
            if invocation.arguments.has(.json) {
                try console.json(finding)
            } else {
                try console.lines(finding.lines)
            }
        }
        let bad = findings.filter { $0.verdict == .bad }.map(\.what)
        guard bad.isEmpty else {
            throw .refused(
                "a group cannot run before this is seen to: \(bad.joined(separator: ", "))")
        }
    }
}

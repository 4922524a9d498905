import FoundationEssentials
import TestKit
import Testing

@Suite("A peer that is not ours: systemd")
struct SystemdTests {
    @Test(
        "G10: it finds nothing to remark on the units",
        arguments: ["handrail.service", "handrail@play.service"])
    func units(name: String) throws {
        let home = RunDirectory()
        let programs = "\(home.path)/.local/bin"
        try FileManager.default.createDirectory(
            atPath: programs, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(programs)/handrail",
            withDestinationPath: "\(ChildProcess.buildFolder)/handrail")
        let child = ChildProcess(
            "/usr/bin/systemd-analyze",
            ["--user", "verify", "\(Script.root)/Topology/systemd/\(name)"],
            environment: ["HOME": home.path, "XDG_RUNTIME_DIR": home.path],
            output: "\(home.path)/output")
        #expect(child.ending() == .exited(0))
        // What it does not understand it passes over, with a remark and the same exit code.
        #expect(child.output == "")
    }
}

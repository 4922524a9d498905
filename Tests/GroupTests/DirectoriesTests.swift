import Foundation
import Group
import Testing

@Suite("Run dir and state dir")
struct DirectoriesTests {
    private func directories(
        _ environment: [String: String], given: String? = nil
    ) -> Directories {
        Directories(
            of: "g", runDirectory: given, environment: environment, user: 7, working: "/here")
    }

    @Test(
        "the first that is given counts",
        arguments: [
            ([:], "/tmp/handrail-7-g", "/tmp/handrail-7-g/state"),
            (["TMPDIR": "/t"], "/t/handrail-7-g", "/t/handrail-7-g/state"),
            (
                ["XDG_RUNTIME_DIR": "/run/7", "HOME": "/h"], "/run/7/handrail/g",
                "/h/.local/state/handrail/g"
            ),
            (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/tmp/handrail-7-g", "/s/handrail/g"),
            (["HANDRAIL_RUN_DIR": "/r", "HOME": "/h"], "/r", "/r/state"),
            (["HANDRAIL_RUN_DIR": "r"], "/here/r", "/here/r/state"),
            (
                ["HANDRAIL_RUN_DIR": "", "XDG_RUNTIME_DIR": "/x", "HOME": "/h"], "/x/handrail/g",
                "/h/.local/state/handrail/g"
            ),
            (["HANDRAIL_RUN_DIR": "/r", "HANDRAIL_STATE_DIR": "/d"], "/r", "/d"),
        ] as [([String: String], String, String)])
    func order(_ environment: [String: String], _ run: String, _ state: String) {
        #expect(directories(environment) == Directories(run: run, state: state))
    }

    @Test("what the command line gives comes before the variable")
    func given() {
        let environment = ["HANDRAIL_RUN_DIR": "/r", "HOME": "/h"]
        #expect(
            directories(environment, given: "/c") == Directories(run: "/c", state: "/c/state"))
    }

    @Test("both folders are made for their owner alone, and taken again")
    func prepare() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let directories = Directories(run: "\(folder)/a/run", state: "\(folder)/state")
        try directories.prepare()
        try directories.prepare()
        for path in [directories.run, directories.state] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test("a folder that is open to others, or that is none, is refused by name")
    func refused() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o750])
        let open = GroupError(
            .directory, "\(folder): is open to others (mode 750); expected 700")
        #expect(throws: open) { try Directories(run: folder, state: folder).prepare() }
        let none = GroupError(.directory, "/dev/null: is no folder")
        #expect(throws: none) { try Directories(run: "/dev/null", state: folder).prepare() }
    }

    @Test("a link to somebody's folder is no folder of ours")
    func link() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createSymbolicLink(
            atPath: folder, withDestinationPath: "/tmp")
        #expect(throws: GroupError(.directory, "\(folder): is no folder")) {
            try Directories(run: folder, state: folder).prepare()
        }
    }

    @Test("a run dir too deep for a socket is refused with path and limit")
    func length() throws {
        let longest = Directories.longestSocketPath - "/navigator.requests".utf8.count
        let fits = String(repeating: "x", count: longest - 1)
        try Directories(run: "/\(fits)", state: "/s").checkLengths(of: Topology())
        let error = GroupError(
            .directory,
            "/\(fits)x/navigator.requests: is 108 bytes long; a socket's path has at most 107. "
                + "Give a shorter --run-dir")
        #expect(throws: error) {
            try Directories(run: "/\(fits)x", state: "/s").checkLengths(of: Topology())
        }
    }
}

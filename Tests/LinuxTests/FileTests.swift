import Glibc
import Linux
import TestKit
import Testing

@Suite("Files, variables and processes") struct FileTests {
    private let folder = RunDirectory()

    @Test("a file is read as it was written, and written anew as a whole")
    func replaced() {
        let path = "\(folder.path)/file"
        #expect(File.contents(of: path) == nil)
        // More than one read takes.
        let contents = (0..<40_000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(File.replace(path, with: contents))
        #expect(File.contents(of: path) == contents)
        #expect(File.replace(path, with: Array("é".utf8)))
        #expect(File.text(of: path) == "é")
        #expect(File.replace(path, with: []))
        #expect(File.contents(of: path)?.isEmpty == true)
        // No draft is left over.
        #expect(File.names(in: folder.path) == ["file"])
    }

    @Test("what cannot be written leaves the old content, and no draft")
    func notReplaced() {
        let path = "\(folder.path)/folder"
        #expect(mkdir(path, 0o700) == 0)
        #expect(!File.replace(path, with: [1]))
        #expect(File.names(in: folder.path) == ["folder"])
        #expect(!File.replace("\(folder.path)/none/file", with: [1]))
        #expect(File.names(in: "\(folder.path)/none").isEmpty)
    }

    @Test("a link leads where it says")
    func links() {
        let link = "\(folder.path)/link"
        #expect(symlink("/a b/ç", link) == 0)
        #expect(File.target(of: link) == "/a b/ç")
        #expect(File.target(of: folder.path) == nil)
        #expect(File.names(in: File.workingFolder).contains("Package.swift"))
    }

    @Test("a variable's value may hold anything, an equals sign too")
    func variables() {
        setenv("HANDRAIL_TEST", "a=b=", 1)
        defer { unsetenv("HANDRAIL_TEST") }
        #expect(Environment.variables["HANDRAIL_TEST"] == "a=b=")
        #expect(Environment.variables["PATH"] != nil)
        #expect(Environment.variables["HANDRAIL_NONE"] == nil)
    }

    @Test("this process is in the table, with what it was started with")
    func ownEntry() throws {
        let entry = try #require(ProcessTable.entry(of: getpid()))
        #expect(entry.parent == getppid())
        #expect(entry.group == getpgrp())
        #expect(!entry.isZombie)
        #expect(ProcessTable.all.contains { $0.pid == getpid() })
        let path = try #require(Environment.variables["PATH"])
        #expect(entry.hasVariable("PATH", path))
        #expect(!entry.hasVariable("PATH", path + "x"))
        #expect(ProcessTable.entry(of: 0) == nil)
    }
}

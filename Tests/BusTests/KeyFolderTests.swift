import Bus
import Foundation
import Messages
import TestKit
import Testing

@Suite("The folder of keys")
struct KeyFolderTests {
    private let directory = RunDirectory()
    private var folder: KeyFolder { KeyFolder("\(directory.path)/state/keys") }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func refusal(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("new keys are for this user alone, and may do everything here")
    func makeKeys() throws {
        let key = try folder.makeKeys("den")
        #expect(try mode(of: folder.path) == 0o700)
        #expect(try mode(of: folder.secretPath("den")) == 0o600)
        #expect(try mode(of: folder.listPath) == 0o600)
        let (list, mistakes) = try folder.list()
        #expect(list == AccessList([.init("den", key, observe: .everywhere, act: .everywhere)]))
        #expect(mistakes.isEmpty)
        #expect(key.text.first?.isLetter == true || key.text.first?.isNumber == true)
        #expect(
            refusal { _ = try folder.makeKeys("den") }?.hasPrefix("den has a key already") == true)
        // A secret is not overwritten, not even where nobody knows it any more.
        try folder.revoke("den")
        #expect(
            refusal { _ = try folder.makeKeys("den") }?.hasPrefix("den has a key already") == true)
        #expect(refusal { _ = try folder.makeKeys("../x") }?.contains("is no name") == true)
    }

    @Test("somebody is allowed, allowed something else, and revoked; nobody gets another's name")
    func allow() throws {
        let other = KeyFolder("\(directory.path)/other/keys")
        let (one, two) = (try other.makeKeys("one"), try other.makeKeys("two"))
        _ = try folder.allow("sofa", key: one, observe: .processes(["relay"]), act: .nowhere)
        let changed = try folder.allow("sofa", key: nil, observe: .nowhere, act: .everywhere)
        #expect(changed == .init("sofa", one, act: .everywhere))
        #expect(try folder.list().list == AccessList([changed]))
        let another = refusal {
            _ = try folder.allow("sofa", key: two, observe: .nowhere, act: .nowhere)
        }
        #expect(
            another == "sofa is known by another key; `handrail keys revoke sofa` first")
        let twice = refusal {
            _ = try folder.allow("chair", key: one, observe: .nowhere, act: .nowhere)
        }
        #expect(twice == "this is the key of sofa")
        let unknown = refusal {
            _ = try folder.allow("chair", key: nil, observe: .nowhere, act: .nowhere)
        }
        #expect(unknown == "chair is not known here; give its public key")
        try folder.revoke("sofa")
        #expect(try folder.list().list == AccessList())
        #expect(refusal { try folder.revoke("sofa") }?.hasPrefix("sofa is not known here") == true)
    }

    @Test("a secret that others may read is refused, and so is a list that others may write")
    func modes() throws {
        _ = try folder.makeKeys("den")
        let secret = folder.secretPath("den")
        try setMode(0o640, of: secret)
        #expect(
            refusal { try folder.checkKeys(of: "engine", on: "den") }
                == "\(secret) is open to others (mode 640); `chmod 600 \(secret)`")
        try setMode(0o600, of: secret)
        try folder.checkKeys(of: "engine", on: "den")
        try setMode(0o620, of: folder.listPath)
        #expect(
            refusal { _ = try folder.list() }
                == "\(folder.listPath) is open to others (mode 620); "
                + "`chmod 600 \(folder.listPath)`")
    }

    @Test("what is no secret key, a link to one, or none at all, is told as such")
    func wrongSecrets() throws {
        _ = try folder.makeKeys("den")
        #expect(
            refusal { try folder.checkKeys(of: "engine", on: "sofa") }
                == "\(folder.path) has no secret key for engine or sofa; "
                + "make one with `handrail keys new sofa`")
        try FileManager.default.createSymbolicLink(
            atPath: folder.secretPath("sofa"), withDestinationPath: folder.secretPath("den"))
        #expect(
            refusal { try folder.checkKeys(of: "engine", on: "sofa") }?
                .hasPrefix("\(folder.secretPath("sofa")) cannot be read") == true)
        try Data("no key\n".utf8).write(to: URL(filePath: folder.secretPath("den")))
        #expect(
            refusal { try folder.checkKeys(of: "engine", on: "den") }?
                .hasPrefix("\(folder.secretPath("den")) is no secret key; remove it") == true)
    }
}

import CLinux
import Glibc
import ZeroMQ

/// The folder of a host's keys: `NAME.secret`, a file each, and `allowed`, the list of who is known.
///
/// A secret that others may read is none, and a list that others may write allows nobody: both
/// are refused, with what to do about it.
package struct KeyFolder: Sendable, Equatable {
    /// The folder.
    package let path: String

    /// Names a folder; looks at no file.
    package init(_ path: String) {
        self.path = path
    }

    /// The path of the list.
    package var listPath: String { "\(path)/allowed" }

    /// Whether the folder is there.
    package var exists: Bool { access(path, F_OK) == 0 }

    /// The path of a secret.
    package func secretPath(_ name: String) -> String { "\(path)/\(name).secret" }

    /// Whether there is a secret under a name.
    package func hasSecret(_ name: String) -> Bool { access(secretPath(name), F_OK) == 0 }

    /// Reads a pair of keys by its secret half; nil where there is none of the name.
    ///
    /// - Throws: A `BusError` of code `keysInvalid` where the file is open to others, or no key.
    func keys(_ name: String) throws(BusError) -> CurveKeys? {
        let path = secretPath(name)
        guard let text = try OwnFile.read(path, forbidding: 0o077) else { return nil }
        do throws(ZeroMQError) {
            return try CurveKeys(secretKey: String(text.prefix { !$0.isWhitespace }))
        } catch {
            throw BusError(
                .keysInvalid,
                "\(path) is no secret key; remove it, and make one with `handrail keys new \(name)`",
                cause: error)
        }
    }

    /// The pair of keys by which a process is known: its own, or its host's.
    ///
    /// - Throws: A `BusError` of code `keysInvalid` where there is none, or one that is refused.
    func keys(of process: String, on host: String?) throws(BusError) -> CurveKeys {
        let names = [process, host].compactMap(\.self)
        for name in names {
            if let keys = try keys(name) { return keys }
        }
        throw BusError(
            .keysInvalid,
            "\(path) has no secret key for \(names.joined(separator: " or ")); "
                + "make one with `handrail keys new \(host ?? process)`")
    }

    /// Looks whether a process has keys to go by, and whether its list can be read.
    ///
    /// - Parameters:
    ///   - process: The process.
    ///   - host: The host that it runs on, where the group has several.
    /// - Throws: A `BusError` of code `keysInvalid`, with what to do.
    package func checkKeys(of process: String, on host: String?) throws(BusError) {
        _ = try keys(of: process, on: host)
        _ = try list()
    }

    /// Reads the list, and what of it says nothing.
    ///
    /// - Throws: A `BusError` of code `keysInvalid` where others may write the file.
    package func list() throws(BusError) -> (list: AccessList, mistakes: [AccessList.Mistake]) {
        AccessList.read(try OwnFile.read(listPath, forbidding: 0o022) ?? "")
    }

    /// Makes a pair of keys under a name, and lets it do everything here.
    ///
    /// The folder is made where there is none.
    ///
    /// - Returns: The public half.
    /// - Throws: A `BusError` of code `keysInvalid` where the name has keys already.
    package func makeKeys(_ name: String) throws(BusError) -> PublicKey {
        try checkName(name)
        try OwnFile.makeFolder(path)
        let (keys, publicKey) = try Self.freshKeys()
        return try changing { text throws(BusError) in
            guard AccessList.read(text).list[name] == nil, !hasSecret(name) else {
                throw BusError(
                    .keysInvalid,
                    "\(name) has a key already; for another one, `handrail keys revoke \(name)` and "
                        + "remove \(secretPath(name))")
            }
            try OwnFile.write(keys.secretKey + "\n", to: secretPath(name), replacing: false)
            let entry = AccessList.Entry(name, publicKey, observe: .everywhere, act: .everywhere)
            return (AccessList.edited(text, name: name, to: entry), publicKey)
        }
    }

    /// Says who is known by a name, and what it may do.
    ///
    /// - Parameters:
    ///   - name: The name of a host, a process or whoever else.
    ///   - key: Its public key; nil: the one that it is known by.
    ///   - observe: Where it may observe from now on.
    ///   - act: Where it may act from now on.
    /// - Returns: The entry.
    /// - Throws: A `BusError` of code `keysInvalid` where the name is not known, or by another key.
    package func allow(
        _ name: String, key: PublicKey?, observe: AccessList.Reach, act: AccessList.Reach
    ) throws(BusError) -> AccessList.Entry {
        try checkName(name)
        try OwnFile.makeFolder(path)
        return try changing { text throws(BusError) in
            let known = AccessList.read(text).list
            guard let key = key ?? known[name]?.key else {
                throw BusError(.keysInvalid, "\(name) is not known here; give its public key")
            }
            if let other = known.entries.first(where: { ($0.name == name) != ($0.key == key) }) {
                throw BusError(
                    .keysInvalid,
                    other.name == name
                        ? "\(name) is known by another key; `handrail keys revoke \(name)` first"
                        : "this is the key of \(other.name)")
            }
            let entry = AccessList.Entry(name, key, observe: observe, act: act)
            return (AccessList.edited(text, name: name, to: entry), entry)
        }
    }

    /// Takes somebody out of the list: its key is worth nothing from its next message on.
    ///
    /// - Throws: A `BusError` of code `keysInvalid` where the name is not known.
    package func revoke(_ name: String) throws(BusError) {
        try changing { text throws(BusError) in
            let edited = AccessList.edited(text, name: name, to: nil)
            guard edited.utf8.count < text.utf8.count else {
                throw BusError(
                    .keysInvalid, "\(name) is not known here; `handrail keys list` says who is")
            }
            return (edited, ())
        }
    }

    /// Changes the list's text, nobody else doing so meanwhile, and all at once.
    private func changing<Value>(
        _ change: (String) throws(BusError) -> (text: String, Value)
    ) throws(BusError) -> Value {
        let lock = open("\(listPath).lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        defer {
            _ = clinux_unlock(lock)
            close(lock)
        }
        guard clinux_lock(lock) == 0 else {
            throw BusError(
                .keysInvalid, "\(path) is being changed by somebody else, or is not there")
        }
        let (text, value) = try change(try OwnFile.read(listPath, forbidding: 0o022) ?? "")
        try OwnFile.write(text, to: listPath, replacing: true)
        return value
    }

    private func checkName(_ name: String) throws(BusError) {
        guard AccessList.isName(name) else {
            throw BusError(
                .keysInvalid,
                "\(name) is no name: it has at most 32 lower-case letters, digits, - and _")
        }
    }

    /// A pair whose public half begins with a letter or a digit, so that a command line does not
    /// take it for an option.
    private static func freshKeys() throws(BusError) -> (CurveKeys, PublicKey) {
        try BusError.wrapping("There are no keys to be had") { () throws(ZeroMQError) in
            while true {
                let keys = try CurveKeys()
                if let first = keys.publicKey.first, first.isLetter || first.isNumber,
                    let key = PublicKey(keys.publicKey)
                {
                    return (keys, key)
                }
            }
        }
    }
}

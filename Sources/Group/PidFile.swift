internal import CLinux
internal import Glibc

/// The launcher's place in a run dir: one group at a time, held by a lock (G7).
///
/// The lock is the kernel's, so it ends with its holder, however that dies. The file stays: who
/// deletes one may delete the one that another launcher has just locked.
struct PidFile {
    private let file: Descriptor

    /// Takes the place.
    ///
    /// - Throws: `GroupError` of code `running`, with the pid of the group's launcher.
    init(in runDirectory: String, group: String) throws(GroupError) {
        let path = Self.path(in: runDirectory)
        file = try Descriptor.open(path, O_RDWR | O_CREAT)
        guard clinux_lock(file.number) == 0 else {
            let pid = Self.pid(in: runDirectory).map { "with pid \($0)" } ?? "and has no pid yet"
            throw GroupError(
                .running, "\(group) is up already, \(pid); its run dir: \(runDirectory)")
        }
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(file.number, 0) == 0, pwrite(file.number, text, text.count, 0) > 0 else {
            throw GroupError(.system, "\(path): cannot be written", cause: systemMessage())
        }
    }

    /// The pid that the file holds; nil where there is none.
    static func pid(in runDirectory: String) -> Int32? {
        guard let file = try? Descriptor.open(path(in: runDirectory), O_RDONLY),
            let bytes = file.read()
        else { return nil }
        return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    private static func path(in runDirectory: String) -> String { "\(runDirectory)/group.pid" }
}

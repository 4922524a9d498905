import Glibc

/// Small files that belong to this user alone.
enum OwnFile {
    /// More than any file of keys has.
    private static let limit = 1 << 20

    /// Reads a file; nil where there is none.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - mode: The permissions that it must not have.
    /// - Returns: What it holds.
    /// - Throws: A `BusError` of code `keysInvalid` where it is somebody else's, is no plain file,
    ///   or has one of the permissions.
    static func read(_ path: String, forbidding mode: mode_t) throws(BusError) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("\(path) cannot be read")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw BusError(.keysInvalid, "\(path) is no plain file")
        }
        guard status.st_uid == geteuid() else {
            throw BusError(
                .keysInvalid,
                "\(path) belongs to user \(status.st_uid), not to \(geteuid()); chown it")
        }
        guard status.st_mode & mode == 0 else {
            let found = String(status.st_mode & 0o777, radix: 8)
            throw BusError(
                .keysInvalid, "\(path) is open to others (mode \(found)); `chmod 600 \(path)`")
        }
        var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), limit))
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw failure("\(path) cannot be read") }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Writes a file of mode 0600, all at once.
    ///
    /// - Parameters:
    ///   - text: What it is to hold.
    ///   - path: The file.
    ///   - replacing: Whether it takes the place of one that is there.
    /// - Throws: A `BusError` of code `system`, also where it must not replace one.
    static func write(_ text: String, to path: String, replacing: Bool) throws(BusError) {
        let temporary = "\(path).\(getpid()).new"
        unlink(temporary)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(temporary, flags, 0o600)
        guard descriptor >= 0 else { throw failure("\(temporary) cannot be made", .system) }
        defer {
            close(descriptor)
            unlink(temporary)
        }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0
        else { throw failure("\(temporary) cannot be written", .system) }
        // A link never replaces; a rename always does.
        guard (replacing ? rename(temporary, path) : link(temporary, path)) == 0 else {
            throw failure("\(path) cannot be put in its place", .system)
        }
    }

    /// Makes a folder of mode 0700, and those above it, where they are not there.
    ///
    /// - Throws: A `BusError` of code `system`; of code `keysInvalid` where it is open to others.
    static func makeFolder(_ path: String) throws(BusError) {
        var made = ""
        for name in path.split(separator: "/") {
            made += "/\(name)"
            guard mkdir(made, 0o700) == 0 || errno == EEXIST else {
                throw failure("\(made) cannot be made", .system)
            }
        }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            status.st_uid == geteuid(), status.st_mode & 0o077 == 0
        else {
            throw BusError(
                .keysInvalid, "\(path) is no folder of yours alone; `chmod 700 \(path)`")
        }
    }

    private static func failure(
        _ what: String, _ code: BusError.Code = .keysInvalid
    ) -> BusError {
        BusError(code, "\(what): \(String(cString: strerror(errno)))")
    }
}

/// By what a change of a file is noticed without reading it.
struct FileStamp: Equatable {
    private let inode: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// The stamp of a file; nil where there is none.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        inode = UInt(status.st_ino)
        size = Int(status.st_size)
        // Of the last change of any sort: a file's own time can be set back.
        seconds = status.st_ctim.tv_sec
        nanoseconds = status.st_ctim.tv_nsec
    }
}

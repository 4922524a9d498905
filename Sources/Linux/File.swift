internal import Glibc

/// Files and folders, read and written whole.
package enum File {
    /// The content of a file; nil where it cannot be read, and `errno` says why.
    ///
    /// Read to its end, as the files of `/proc` have no length beforehand.
    package static func contents(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var contents: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count == 0 { return contents }
            if count > 0 {
                contents += piece[..<count]
            } else if errno != EINTR {
                return nil
            }
        }
    }

    /// The content of a file as text; nil where it cannot be read.
    package static func text(of path: String) -> String? {
        contents(of: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes a file anew, so that whoever reads it finds either the old content or the new.
    ///
    /// - Returns: False where it cannot be written; the old content is there still.
    @discardableResult
    package static func replace(_ path: String, with contents: [UInt8]) -> Bool {
        let draft = "\(path).\(getpid()).draft"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        var rest = contents[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { break }
            rest = rest.dropFirst(max(count, 0))
        }
        close(descriptor)
        if rest.isEmpty, rename(draft, path) == 0 { return true }
        unlink(draft)
        return false
    }

    /// The names in a folder, in no order; none where it cannot be read.
    package static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Where a symbolic link leads; nil where it is none.
    package static func target(of link: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &target, target.count)
        guard count >= 0 else { return nil }
        return String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The folder that relative paths start from.
    package static var workingFolder: String { target(of: "/proc/self/cwd") ?? "/" }
}

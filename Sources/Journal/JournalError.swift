internal import CSQLite
internal import Glibc

/// Why a journal could not be opened, read or written.
package struct JournalError: Error, Sendable, Equatable {
    /// The kinds of failure that a caller may treat in different ways.
    package enum Code: String, Sendable {
        /// No room is left where the file is.
        case full
        /// The file or its folder may be read only.
        case readOnly
        /// A living process has the file.
        case busy
        /// What the file holds is damaged, or is no journal.
        case corrupt
        /// A later version of the program wrote the file.
        case newer
        /// The file cannot be opened or read.
        case unreadable
        /// The system failed to write; so it does, too, where a quota is used up.
        case unwritable
        /// The journal was closed before.
        case closed
        /// The statement itself is wrong or breaks a constraint.
        case statement
    }

    /// The kind of failure.
    package let code: Code
    /// What was being done, as a phrase: `opening /path`, `INSERT …`.
    package let operation: String
    /// What went wrong, in the library's words or ours.
    package let message: String
    /// SQLite's extended result code; 0 where the failure is not SQLite's.
    package let cause: Int32

    /// Describes a failure that is not SQLite's own.
    package init(_ code: Code, during operation: String, _ message: String) {
        self.code = code
        self.operation = operation
        self.message = message
        cause = 0
    }

    /// Describes the failure of the newest call on a connection.
    ///
    /// - Parameters:
    ///   - result: What the call returned.
    ///   - operation: What was being done.
    ///   - connection: The connection; nil where there was no memory for one.
    init(result: Int32, during operation: String, on connection: OpaquePointer?) {
        code = Code(result: result)
        self.operation = operation
        message = connection.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
        cause = result
    }

    /// Whether the file itself is at fault, so that only another file can help.
    var isFault: Bool {
        switch code {
        case .corrupt, .newer, .unreadable: true
        case .full, .readOnly, .busy, .unwritable, .closed, .statement: false
        }
    }
}

extension JournalError.Code {
    fileprivate init(result: Int32) {
        switch result & 0xff {
        case SQLITE_FULL: self = .full
        case SQLITE_READONLY: self = .readOnly
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: self = .corrupt
        case SQLITE_IOERR where Self.failedReads.contains(result): self = .unreadable
        case SQLITE_IOERR: self = .unwritable
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: self = .unreadable
        default: self = .statement
        }
    }

    /// `SQLITE_IOERR_READ` and `SQLITE_IOERR_SHORT_READ`, sums that Swift does not import.
    private static let failedReads = [SQLITE_IOERR | 1 << 8, SQLITE_IOERR | 2 << 8]

    /// The kind of failure that a system call's error number stands for.
    init(errno number: Int32) {
        switch number {
        case ENOSPC, EDQUOT, EFBIG: self = .full
        case EROFS, EACCES, EPERM: self = .readOnly
        default: self = .unreadable
        }
    }
}

extension JournalError: CustomStringConvertible {
    package var description: String { "\(operation): \(message) (\(code.rawValue))" }
}

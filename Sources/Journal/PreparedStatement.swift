internal import CSQLite

/// A compiled statement of one database.
///
/// Neither Sendable nor seen outside this module: it is used where its database is.
final class PreparedStatement {
    private let statement: OpaquePointer
    private let sql: String

    /// Compiles one statement.
    ///
    /// - Throws: `JournalError` with the statement as its operation.
    init(_ sql: String, for database: OpaquePointer) throws(JournalError) {
        var compiled: OpaquePointer?
        let result = sqlite3_prepare_v3(
            database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
        guard result == SQLITE_OK, let compiled else {
            throw JournalError(result: result, during: sql, on: database)
        }
        statement = compiled
        self.sql = sql
    }

    deinit { sqlite3_finalize(statement) }

    /// Runs the statement from its start to its end.
    ///
    /// - Parameters:
    ///   - values: One for each `?`, in order.
    ///   - row: Called for each row; the row is good during the call only.
    /// - Throws: `JournalError` with the statement as its operation, or what `row` throws.
    // Not inlined: the optimiser of Swift 6.3.1 crashes on inlining this into `Database.run`.
    @inline(never)
    func run(
        _ values: [SQLValue], row: (borrowing Row) throws(JournalError) -> Void = { _ in }
    ) throws(JournalError) {
        // Whatever happens, the statement must not keep a read transaction open, nor the values.
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        guard values.count == Int(sqlite3_bind_parameter_count(statement)) else {
            throw JournalError(
                .statement, during: sql, "takes another number of values than \(values.count)")
        }
        for (index, value) in values.enumerated() {
            try check(bind(value, at: Int32(index + 1)))
        }
        while true {
            let result = sqlite3_step(statement)
            if result == SQLITE_DONE { return }
            guard result == SQLITE_ROW else { throw error(result) }
            try row(Row(statement: statement, sql: sql))
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, Int64(number))
        case .real(let number): sqlite3_bind_double(statement, index, number)
        case .text(let text):
            sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), Self.copied)
        // An empty array has no address, and binding none would make it null.
        case .blob(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(statement, index, 0)
        case .blob(let bytes):
            sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), Self.copied)
        }
    }

    /// `SQLITE_TRANSIENT`, a cast that Swift does not import: SQLite copies what it is given.
    private static var copied: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    private func check(_ result: Int32) throws(JournalError) {
        guard result == SQLITE_OK else { throw error(result) }
    }

    private func error(_ result: Int32) -> JournalError {
        JournalError(result: result, during: sql, on: sqlite3_db_handle(statement))
    }
}

/// One row of an answer; it cannot be kept beyond the call that it is given to.
package struct Row: ~Copyable {
    private let statement: OpaquePointer
    private let sql: String

    fileprivate init(statement: OpaquePointer, sql: String) {
        self.statement = statement
        self.sql = sql
    }

    /// The value in a column, counted from 0.
    ///
    /// - Throws: `JournalError` of code `corrupt` for a text that is not UTF-8.
    package func value(_ column: Int) throws(JournalError) -> SQLValue {
        let index = Int32(column)
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: return .integer(Int(sqlite3_column_int64(statement, index)))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
        case SQLITE_TEXT:
            let bytes = UnsafeBufferPointer(
                start: sqlite3_column_text(statement, index),
                count: Int(sqlite3_column_bytes(statement, index)))
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw JournalError(.corrupt, during: sql, "column \(column) is not UTF-8")
            }
            return .text(text)
        case SQLITE_BLOB:
            let bytes = UnsafeRawBufferPointer(
                start: sqlite3_column_blob(statement, index),
                count: Int(sqlite3_column_bytes(statement, index)))
            return .blob(Array(bytes))
        default: return .null
        }
    }

    /// The integer in a column.
    ///
    /// - Throws: `JournalError` of code `corrupt` where the column holds something else.
    package func integer(_ column: Int) throws(JournalError) -> Int {
        guard case .integer(let number) = try value(column) else {
            throw mismatch(column, wanted: "an integer")
        }
        return number
    }

    /// The number in a column.
    ///
    /// - Throws: `JournalError` of code `corrupt` where the column holds something else.
    package func real(_ column: Int) throws(JournalError) -> Double {
        switch try value(column) {
        case .real(let number): return number
        case .integer(let number): return Double(number)
        case .null, .text, .blob: throw mismatch(column, wanted: "a real")
        }
    }

    /// The text in a column.
    ///
    /// - Throws: `JournalError` of code `corrupt` where the column holds something else.
    package func text(_ column: Int) throws(JournalError) -> String {
        guard case .text(let text) = try value(column) else {
            throw mismatch(column, wanted: "a text")
        }
        return text
    }

    /// The bytes in a column.
    ///
    /// - Throws: `JournalError` of code `corrupt` where the column holds something else.
    package func blob(_ column: Int) throws(JournalError) -> [UInt8] {
        guard case .blob(let bytes) = try value(column) else {
            throw mismatch(column, wanted: "a blob")
        }
        return bytes
    }

    /// Whether a column holds nothing.
    package func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
    }

    private func mismatch(_ column: Int, wanted: String) -> JournalError {
        let found = (try? value(column).kind) ?? "no UTF-8"
        return JournalError(
            .corrupt, during: sql, "column \(column) holds \(found), not \(wanted)")
    }
}

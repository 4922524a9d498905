/// Changes that are written together or not at all.
package struct Batch: Sendable, Equatable {
    /// One statement with the values for its question marks.
    struct Change: Sendable, Equatable {
        var sql: String
        var values: [SQLValue]
    }

    private(set) var changes: [Change] = []

    /// Makes an empty batch.
    package init() {}

    /// Makes a batch of one change.
    package init(_ sql: String, _ values: SQLValue...) {
        changes = [Change(sql: sql, values: values)]
    }

    /// Whether there is nothing to write.
    package var isEmpty: Bool { changes.isEmpty }

    /// Adds a change, to be made after those that are there.
    package mutating func add(_ sql: String, _ values: SQLValue...) {
        changes.append(Change(sql: sql, values: values))
    }
}

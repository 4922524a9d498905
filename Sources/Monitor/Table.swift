/// Rows of text in columns as wide as what stands in them.
package struct Table: Sendable, Equatable {
    private let heads: [String]
    private let rightAligned: Set<Int>
    private var rows: [[String]] = []

    /// Makes an empty table.
    ///
    /// - Parameters:
    ///   - heads: The columns' names.
    ///   - numbers: Those of the columns that are aligned at the right, counted from 0.
    package init(_ heads: [String], numbers: Set<Int> = []) {
        self.heads = heads
        rightAligned = numbers
    }

    /// Adds a row, its text made fit for a terminal.
    package mutating func add(_ cells: [String]) {
        rows.append(cells.map { PlainText.shown($0, limit: 80) })
    }

    /// The lines, the heads first.
    package var lines: [String] {
        let all = [heads] + rows
        let widths = heads.indices.map { column in
            all.map { PlainText.width(of: $0[column]) }.max() ?? 0
        }
        return all.map { row in
            let cells = row.indices.map { column in
                PlainText.padded(
                    row[column], to: widths[column], right: rightAligned.contains(column))
            }
            return cells.joined(separator: "  ").trimmedAtEnd
        }
    }
}

extension String {
    /// The text without spaces at its end.
    var trimmedAtEnd: String {
        String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
    }
}

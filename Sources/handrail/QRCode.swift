import CQREncode

/// A text as a QR code, for a terminal.
struct QRCode {
    /// How many light modules the code needs around it.
    private static let margin = 4

    /// The dark modules, row by row.
    private let rows: [[Bool]]

    /// Makes the code of a text; nil where it is too long for one.
    init?(_ text: String) {
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else {
            return nil
        }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let modules = code.pointee.data else { return nil }
        // The lowest bit of each byte is the module; the others say what it is for.
        rows = (0..<width).map { row in
            (0..<width).map { column in modules[row * width + column] & 1 == 1 }
        }
    }

    /// The code in half blocks, two rows of modules a line.
    ///
    /// - Parameter isColored: Whether it is black on white. Otherwise it is drawn by its light modules
    ///   in the terminal's own colours, which is right on a dark ground.
    /// - Returns: The lines.
    func lines(isColored: Bool) -> [String] {
        let size = rows.count + 2 * Self.margin
        return stride(from: 0, to: size, by: 2).map { row in
            let cells = (0..<size).map { column in
                cell(
                    isDark(row, column) == isColored, isDark(row + 1, column) == isColored)
            }
            return isColored ? "\u{1b}[30;107m\(cells.joined())\u{1b}[0m" : cells.joined()
        }
    }

    private func isDark(_ row: Int, _ column: Int) -> Bool {
        let (row, column) = (row - Self.margin, column - Self.margin)
        guard rows.indices.contains(row), rows.indices.contains(column) else { return false }
        return rows[row][column]
    }

    private func cell(_ upper: Bool, _ lower: Bool) -> String {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}

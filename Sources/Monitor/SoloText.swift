package import Messages

/// The engine's states and receipts, a line each.
package enum SoloText {
    /// What is open, closing or neither.
    ///
    /// - Parameters:
    ///   - state: As it came.
    ///   - elapsed: For how long it has been here, in seconds.
    /// - Returns: A line fit for a terminal.
    package static func line(_ state: SoloState, after elapsed: Seconds = 0) -> String {
        if let session = state.session {
            let left = state.now.map { max(0, session.expiresAt - $0 - max(0, elapsed)) }
            let time = left.map { "\(Figure.clock($0)) left" } ?? "time left unknown"
            return "open: \(shown(session.title)), \(session.mode.rawValue), "
                + "\(PlainText.shown(session.performer, limit: 40)), \(time) "
                + "(session \(PlainText.shown(session.id.text, limit: 40)))"
        }
        if let closing = state.closing {
            let stage = closing.stage.rawValue.replacing("_", with: " ")
            return "closing: \(stage) (session \(PlainText.shown(closing.session.text, limit: 40)))"
        }
        return "nothing is open" + (state.receipt.map { "; last: " + line($0) } ?? "")
    }

    /// What a receipt says.
    package static func line(_ receipt: SoloReceipt) -> String {
        let verdict = receipt.released ? "released" : "NOT released"
        let title = receipt.title.map { " " + shown($0) } ?? ""
        let held = receipt.held.isEmpty ? "" : "; held: \(list(receipt.held))"
        let others =
            receipt.heldByOthers.isEmpty ? "" : "; held by others: \(list(receipt.heldByOthers))"
        let reason = receipt.reason.map { "; \(PlainText.shown($0, limit: 200))" } ?? ""
        let stops = receipt.stops.map { stop in
            let process = stop.source.split(separator: "/").last.map(String.init) ?? stop.source
            return ([process] + [stop.view].compactMap(\.self)).joined(separator: "/")
        }
        let asked = stops.isEmpty ? "" : "; Stop from \(list(stops))"
        let cause = receipt.cause.rawValue.replacing("_", with: " ")
        return "\(verdict)\(title), \(cause), \(PlainText.shown(receipt.controller, limit: 40))"
            + held + others + reason + asked
    }

    private static func shown(_ title: String) -> String {
        "\"\(PlainText.shown(title, limit: 60))\""
    }

    private static func list(_ names: [String]) -> String {
        PlainText.shown(names.joined(separator: ", "), limit: 120)
    }
}

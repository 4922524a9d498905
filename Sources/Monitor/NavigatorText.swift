package import Messages

/// The navigator's states and answers as lines.
package enum NavigatorText {
    /// What the navigator is doing, and what it asks.
    package static func lines(_ state: NavigatorState) -> [String] {
        var first = "\(state.stage.rawValue), \(state.mode) by \(state.provider)"
        if state.simulating { first += ", simulating" }
        var lines = [first]
        if let trip = state.trip {
            let next = trip.next.map { ", next: \($0.text) in \(metres($0.inMetres))" } ?? ""
            lines.append(
                "trip to \(name(trip.destination)) (\(trip.id)): "
                    + left(trip.remainingMetres, trip.remainingSeconds) + next)
        }
        if let preview = state.preview {
            lines.append(
                "preview to \(name(preview.destination)) (\(preview.id)): "
                    + left(preview.metres, preview.seconds))
        }
        if let pending = state.pending {
            lines.append(
                "pending: \(name(pending.place)), a \(pending.source.rawValue) (\(pending.id))")
        }
        return lines + [state.notice].compactMap(\.self)
    }

    /// What has become of an offer.
    package static func line(_ answer: OfferAnswer) -> String {
        let pending = answer.pending.map { " (\($0))" } ?? ""
        let notice = answer.notice.map { ": \($0)" } ?? ""
        let replaced = answer.replaced.map { "; it replaces \($0)" } ?? ""
        return answer.outcome.rawValue + pending + notice + replaced
    }

    /// A saved place.
    package static func line(_ pin: Pin) -> String {
        let place = pin.place
        let note = place.note.map { ", \($0)" } ?? ""
        let trip = pin.trip.map { " [\($0)]" } ?? ""
        return "\(pin.id)  \(name(place)) \(place.lat),\(place.lon)\(note)\(trip)"
    }

    /// A place's name in quotes.
    package static func name(_ place: Place) -> String {
        "\"\(PlainText.shown(place.name, limit: 60))\""
    }

    private static func left(_ distance: Double?, _ time: Seconds?) -> String {
        let parts = [distance.map(metres), time.map(Figure.clock)].compactMap(\.self)
        return parts.isEmpty ? "distance unknown" : parts.joined(separator: ", ")
    }

    private static func metres(_ distance: Double) -> String {
        distance < 1_000
            ? "\(Figure.of(distance.rounded())) m" : "\(Figure.of(distance / 1_000)) km"
    }
}

import Messages

/// A destination that comes from outside, checked (N8).
struct Offer: Sendable, Equatable {
    /// The one mode of a pin (N9).
    static let onFoot: TravelMode = "walking"

    /// Where it came from.
    let source: OfferSource
    /// Where it goes.
    let place: Place
    /// How one goes there; the current mode where nil (N10).
    let mode: TravelMode?

    /// Makes an offer of a place that stands in a field of the request.
    ///
    /// - Throws: A `Problem` that names the place's wrong field.
    init(
        _ source: OfferSource, _ place: Place, mode: TravelMode? = nil, in holder: String? = nil
    ) throws(Problem) {
        try place.check(in: holder)
        self.source = source
        self.place = place
        self.mode = source == .pin ? Self.onFoot : mode
    }

    /// What becomes of the route: a pin and a handoff start (N1), a link and a guide's place are only
    /// looked at (N2, N13).
    var purpose: Ticket.Purpose {
        switch source {
        case .pin, .handoff: .guide
        case .link, .guide: .preview
        }
    }

    /// What the person is told while it waits (N3).
    func notice(companion: String) -> String {
        switch source {
        case .pin, .handoff: "\(companion) sent \(place.name)"
        case .link, .guide: "\(place.name) is waiting"
        }
    }
}

/// An offer that waits for the person's answer.
struct PendingOffer: Sendable, Equatable {
    /// Its id.
    let id: OfferID
    /// The offer.
    let offer: Offer
    /// The name of the offer whose place it took (N4).
    let replaced: String?
}

/// How one goes; a provider says which of these it has.
package typealias TravelMode = String

/// Where an offer came from (`navigator.md`).
package enum OfferSource: String, Codable, Sendable {
    case pin
    case link
    case handoff
    case guide
}

/// Offers a saved or a given place; answered by `OfferAnswer`.
package struct OfferPin: Message {
    package static let type = "offer.pin"

    /// A saved place.
    package var pin: PlaceID?
    /// A place that is given whole.
    package var place: Place?

    /// Offers a saved place.
    package init(pin: PlaceID) {
        self.pin = pin
    }

    /// Offers a place that is given whole.
    package init(place: Place) {
        self.place = place
    }
}

/// Offers what a link names; answered by `OfferAnswer`.
package struct OfferLink: Message {
    package static let type = "offer.link"

    /// The link as it was given.
    package var url: String

    /// Offers.
    package init(url: String) {
        self.url = url
    }
}

/// Offers a place that a companion sends; answered by `OfferAnswer`.
package struct OfferHandoff: Message {
    package static let type = "offer.handoff"

    /// The place.
    package var place: Place
    /// How to go there; the current mode where absent.
    package var mode: TravelMode?
    /// Who sends it.
    package var from: String?

    /// Offers.
    package init(place: Place, mode: TravelMode? = nil, from: String? = nil) {
        self.place = place
        self.mode = mode
        self.from = from
    }
}

/// What has become of an offer.
package struct OfferAnswer: Message {
    package static let type = "offer.answer"

    /// The three outcomes of an offer.
    package enum Outcome: String, Codable, Sendable {
        /// A route is asked and guidance will start (N1).
        case taken
        /// A route is asked and will be previewed (N2).
        case chosen
        /// It is a question now (N3).
        case pending
    }

    /// What has become of it.
    package var outcome: Outcome
    /// The id by which to accept or decline it.
    package var pending: OfferID?
    /// What the person is told.
    package var notice: String?
    /// The name of the offer whose place it took (N4).
    package var replaced: String?

    /// Answers an offer.
    package init(
        _ outcome: Outcome, pending: OfferID? = nil, notice: String? = nil,
        replaced: String? = nil
    ) {
        self.outcome = outcome
        self.pending = pending
        self.notice = notice
        self.replaced = replaced
    }
}

/// Takes the pending offer; answered by `NavigatorState` (N5).
package struct NavAccept: Message {
    package static let type = "nav.accept"

    /// The pending offer.
    package var pending: OfferID

    /// Accepts.
    package init(pending: OfferID) {
        self.pending = pending
    }
}

/// Drops the pending offer; answered by `NavigatorState` (N6).
package struct NavDecline: Message {
    package static let type = "nav.decline"

    /// The pending offer.
    package var pending: OfferID

    /// Declines.
    package init(pending: OfferID) {
        self.pending = pending
    }
}

/// Starts guidance on a preview; answered by `NavigatorState` (N11).
package struct NavStart: Message {
    package static let type = "nav.start"

    /// The preview.
    package var preview: PreviewID

    /// Asks.
    package init(preview: PreviewID) {
        self.preview = preview
    }
}

/// Leaves a preview or a routing; answered by `NavigatorState`.
package struct NavCancel: Message {
    package static let type = "nav.cancel"

    /// The preview; what is being asked for where absent.
    package var preview: PreviewID?

    /// Asks.
    package init(preview: PreviewID? = nil) {
        self.preview = preview
    }
}

/// Ends the trip; answered by `NavigatorState`.
package struct NavEnd: Message {
    package static let type = "nav.end"

    /// The trip; the one that runs where absent.
    package var trip: TripID?

    /// Asks.
    package init(trip: TripID? = nil) {
        self.trip = trip
    }
}

/// Sets how one goes; answered by `NavigatorState` (N15).
package struct NavMode: Message {
    package static let type = "nav.mode"

    /// The wanted mode.
    package var mode: TravelMode

    /// Asks.
    package init(mode: TravelMode) {
        self.mode = mode
    }
}

/// Selects who is asked for routes; answered by `NavigatorState` (N15).
package struct NavProvider: Message {
    package static let type = "nav.provider"

    /// The wanted provider.
    package var provider: String

    /// Asks.
    package init(provider: String) {
        self.provider = provider
    }
}

/// Switches the simulated walk on or off; answered by `NavigatorState` (N7).
package struct NavSimulate: Message {
    package static let type = "nav.simulate"

    /// The wanted value.
    package var on: Bool

    /// Asks.
    package init(on: Bool) {
        self.on = on
    }
}

/// Asks for the navigator's state; answered by `NavigatorState`.
package struct NavStatus: Message {
    package static let type = "nav.status"

    /// Asks.
    package init() {}
}

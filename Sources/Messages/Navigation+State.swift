/// What the navigator is doing, as a state topic.
package struct NavigatorState: Message {
    package static let type = "navigator.state"

    /// The four stages.
    package enum Stage: String, Codable, Sendable {
        case browse
        case routing
        case preview
        case guiding
    }

    /// The next thing to do on a trip.
    package struct Maneuver: Codable, Sendable, Equatable {
        /// What to do, in words.
        package var text: String
        /// How far away it is, in metres.
        package var inMetres: Double

        enum CodingKeys: String, CodingKey {
            case text
            case inMetres = "in_m"
        }

        /// Describes a maneuver.
        package init(text: String, inMetres: Double) {
            self.text = text
            self.inMetres = inMetres
        }
    }

    /// A trip under guidance.
    package struct Trip: Codable, Sendable, Equatable {
        /// Its id.
        package var id: TripID
        /// Where it goes.
        package var destination: Place
        /// How one goes.
        package var mode: TravelMode
        /// Whose route it is.
        package var provider: String
        /// What is left of the way, in metres; absent while nobody knows where one is.
        package var remainingMetres: Double?
        /// What is left of the time, in seconds; absent while nobody knows where one is.
        package var remainingSeconds: Seconds?
        /// The next thing to do.
        package var next: Maneuver?

        enum CodingKeys: String, CodingKey {
            case id
            case destination
            case mode
            case provider
            case remainingMetres = "remaining_m"
            case remainingSeconds = "remaining_s"
            case next
        }

        /// Describes a trip.
        package init(
            id: TripID, destination: Place, mode: TravelMode, provider: String,
            remainingMetres: Double? = nil, remainingSeconds: Seconds? = nil,
            next: Maneuver? = nil
        ) {
            self.id = id
            self.destination = destination
            self.mode = mode
            self.provider = provider
            self.remainingMetres = remainingMetres
            self.remainingSeconds = remainingSeconds
            self.next = next
        }
    }

    /// A route that the person looks at.
    package struct Preview: Codable, Sendable, Equatable {
        /// Its id.
        package var id: PreviewID
        /// Where it goes.
        package var destination: Place
        /// How one goes.
        package var mode: TravelMode
        /// Whose route it is.
        package var provider: String
        /// How long the way is, in metres; absent while nobody knows where one is.
        package var metres: Double?
        /// How long it takes, in seconds; absent while nobody knows where one is.
        package var seconds: Seconds?

        enum CodingKeys: String, CodingKey {
            case id
            case destination
            case mode
            case provider
            case metres = "distance_m"
            case seconds = "duration_s"
        }

        /// Describes a preview.
        package init(
            id: PreviewID, destination: Place, mode: TravelMode, provider: String,
            metres: Double? = nil, seconds: Seconds? = nil
        ) {
            self.id = id
            self.destination = destination
            self.mode = mode
            self.provider = provider
            self.metres = metres
            self.seconds = seconds
        }
    }

    /// An offer that waits for an answer.
    package struct Pending: Codable, Sendable, Equatable {
        /// Its id.
        package var id: OfferID
        /// Where it came from.
        package var source: OfferSource
        /// Where it goes.
        package var place: Place
        /// The name of the offer whose place it took (N4).
        package var replaced: String?

        /// Describes a pending offer.
        package init(
            id: OfferID, source: OfferSource, place: Place, replaced: String? = nil
        ) {
            self.id = id
            self.source = source
            self.place = place
            self.replaced = replaced
        }
    }

    /// What it is doing.
    package var stage: Stage
    /// The trip, exactly while guiding.
    package var trip: Trip?
    /// The preview, exactly while previewing.
    package var preview: Preview?
    /// The offer that waits for an answer.
    package var pending: Pending?
    /// How one goes.
    package var mode: TravelMode
    /// The modes that the provider has.
    package var modes: [TravelMode]
    /// Who is asked for routes.
    package var provider: String
    /// Who could be asked.
    package var providers: [String]
    /// Whether a simulated walk runs.
    package var simulating: Bool
    /// What the person is told.
    package var notice: String?

    /// Describes the navigator.
    package init(
        stage: Stage, trip: Trip? = nil, preview: Preview? = nil, pending: Pending? = nil,
        mode: TravelMode, modes: [TravelMode], provider: String, providers: [String],
        simulating: Bool, notice: String? = nil
    ) {
        self.stage = stage
        self.trip = trip
        self.preview = preview
        self.pending = pending
        self.mode = mode
        self.modes = modes
        self.provider = provider
        self.providers = providers
        self.simulating = simulating
        self.notice = notice
    }
}

/// A trip is over (N14).
package struct TripEnded: Message {
    package static let type = "trip.ended"

    /// The trip.
    package var trip: TripID
    /// Where it went.
    package var destination: Place
    /// Why it ended: `arrived`, `ended` or `switched to a new destination`.
    package var reason: String

    /// Tells of an end.
    package init(trip: TripID, destination: Place, reason: String) {
        self.trip = trip
        self.destination = destination
        self.reason = reason
    }
}

/// A route has been asked for.
package struct RouteAsked: Message {
    package static let type = "route.asked"

    /// The question's id.
    package var ticket: TicketID
    /// Who is asked.
    package var provider: String
    /// How one goes.
    package var mode: TravelMode
    /// Where the route shall end.
    package var destination: Place

    /// Tells of a question.
    package init(ticket: TicketID, provider: String, mode: TravelMode, destination: Place) {
        self.ticket = ticket
        self.provider = provider
        self.mode = mode
        self.destination = destination
    }
}

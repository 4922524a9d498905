package import Messages

/// What a route provider says of itself.
package struct ProviderDescription: Sendable, Equatable {
    /// The name by which it is selected.
    package let name: String
    /// The modes that it has, in the order in which they are offered.
    package let modes: [TravelMode]

    /// Describes a provider.
    package init(name: String, modes: [TravelMode]) {
        self.name = name
        self.modes = modes
    }
}

/// A question for a route, asked once and under an id of its own.
///
/// The destination is kept as it was offered, to the last bit: an answer counts for this question
/// and for no other one (N11).
package struct RouteQuestion: Sendable, Equatable {
    /// Its id.
    package let ticket: TicketID
    /// Who is asked.
    package let provider: String
    /// How one goes.
    package let mode: TravelMode
    /// Where one is; nil where no fix is fresh enough to say so.
    package let from: Coordinates?
    /// Where the route shall end.
    package let destination: Place

    /// Asks.
    package init(
        ticket: TicketID, provider: String, mode: TravelMode, from: Coordinates?,
        destination: Place
    ) {
        self.ticket = ticket
        self.provider = provider
        self.mode = mode
        self.from = from
        self.destination = destination
    }
}

/// What a provider answers.
package struct Route: Sendable, Equatable {
    /// The mode that it is for, as the answer itself says.
    package var mode: TravelMode
    /// Where it really ends: the last point of the way, never an echo of what was asked.
    package var end: Coordinates
    /// How long the way is, in metres; nil where it started from nowhere known.
    package var metres: Double?
    /// How long it takes, in seconds; nil where it started from nowhere known.
    package var seconds: Seconds?
    /// What to do on the way, the next thing first; at least one where the length is known.
    package var maneuvers: [NavigatorState.Maneuver]
    /// What a person must know about it: that it is no street route, or a warning of its maker.
    package var remark: String?

    /// Answers.
    package init(
        mode: TravelMode, end: Coordinates, metres: Double?, seconds: Seconds?,
        maneuvers: [NavigatorState.Maneuver], remark: String? = nil
    ) {
        self.mode = mode
        self.end = end
        self.metres = metres
        self.seconds = seconds
        self.maneuvers = maneuvers
        self.remark = remark
    }
}

extension Route {
    /// How far from the destination a route may end, in metres.
    static let farthestEnd = 200.0

    /// Why this is no answer to a question; nil where it is one (N11).
    func fault(asAnswerTo question: RouteQuestion) -> String? {
        let provider = question.provider
        guard mode == question.mode else {
            return "\(provider) answered with a \(mode) route instead of a \(question.mode) one"
        }
        let isGuidable = metres == nil || !maneuvers.isEmpty
        guard end.isOnEarth, isGuidable, isPlausible(metres), isPlausible(seconds) else {
            return "\(provider) answered with a route that makes no sense"
        }
        guard end.isWithin(Self.farthestEnd, of: question.destination.end) else {
            let limit = Int(Self.farthestEnd)
            return "\(provider) answered with a route that ends over \(limit) m off"
        }
        return nil
    }

    private func isPlausible(_ measure: Double?) -> Bool {
        guard let measure else { return true }
        return measure.isFinite && measure >= 0
    }
}

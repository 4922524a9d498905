import Messages

/// What the navigator is doing.
///
/// A trip exists in `guiding` and nowhere else, by construction.
enum Stage: Sendable, Equatable {
    /// Nothing runs. Becomes `routing`.
    case browse
    /// A route has been asked for. Becomes `guiding` or `preview` when it is answered, `browse` when
    /// it fails or is cancelled, and another `routing` when something else is asked instead.
    case routing(Ticket)
    /// A route is on the screen. Becomes `guiding` when the person starts, `browse` when it is
    /// cancelled, `routing` when it is asked anew.
    case preview(Plan)
    /// A trip is under way. Becomes `browse` when it ends, `routing` when a pending offer is accepted.
    case guiding(Plan)
}

/// A question that waits for its route.
struct Ticket: Sendable, Equatable {
    /// How long a provider may take, in seconds; what comes later was not asked just now (N11).
    static let patience: Seconds = 30

    /// What becomes of the route.
    enum Purpose: Sendable, Equatable {
        case guide
        case preview
    }

    /// The question.
    let question: RouteQuestion
    /// What becomes of the route.
    let purpose: Purpose
    /// When it was asked.
    let askedAt: Seconds

    /// When it is given up.
    var deadline: Seconds { askedAt + Self.patience }
}

/// A question and the route that answers it.
///
/// Trip and preview take the ticket's id: one question becomes one of them at most, and no answer
/// needs a random number.
struct Plan: Sendable, Equatable {
    /// How long guidance may start on it, in seconds since it was asked for (N11).
    static let freshness: Seconds = 300

    /// The question.
    let ticket: Ticket
    /// The answer.
    let route: Route

    /// The question.
    var question: RouteQuestion { ticket.question }
    /// Its id while it is looked at.
    var preview: PreviewID { PreviewID(ticket.question.ticket.text) }
    /// Its id under guidance.
    var trip: TripID { TripID(ticket.question.ticket.text) }
}

/// Why a trip ended (N14).
enum TripEnd: String {
    case arrived
    case ended
    case switched = "switched to a new destination"
}

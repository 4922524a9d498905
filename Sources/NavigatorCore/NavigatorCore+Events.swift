package import Messages

extension NavigatorCore {
    /// What happens to a navigator.
    package enum Event: Sendable, Equatable {
        /// The store has been read: the pins, the newest last, and the guides. Comes once, first;
        /// the notice says what could not be read.
        case recovered([Pin], guides: [GuidesListed.Guide], notice: String?)
        /// Somebody asks for something; `fresh` names what may come of it.
        case request(NavigatorRequest, key: RequestKey, token: ReplyToken, fresh: RequestID)
        /// A provider has answered.
        case routed(TicketID, Route)
        /// A provider could not answer.
        case routingFailed(TicketID, Problem)
        /// A write is in the journal.
        case journaled(WriteID)
        /// A write could not be put into the journal.
        case notJournaled(WriteID, Problem)
        /// A position source says where one was at a moment of the navigator's clock.
        case fix(Coordinates, at: Seconds)
        /// Time has passed.
        case tick
    }

    /// What a navigator wants done.
    package enum Effect: Sendable, Equatable {
        /// Answers a request.
        case reply(NavigatorReply, to: ReplyToken)
        /// Publishes the state, which has changed.
        case publish(NavigatorState)
        /// Publishes the pins, which have been read or have changed.
        case publishPins(PinsListed)
        /// Publishes that a trip is over (N14).
        case publishEnded(TripEnded)
        /// Publishes that a route is being asked for.
        case publishAsked(RouteAsked)
        /// Asks the provider that the question names; it is answered by `routed` or `routingFailed`.
        case askRoute(RouteQuestion)
        /// Nobody waits for this answer any more.
        case cancelRoute(TicketID)
        /// Writes a change of the pins; it is answered by `journaled` or `notJournaled`.
        case journal(WriteID, PinRecord)
        /// The navigator can be relied on (G2).
        case ready
    }
}

import Messages

// Asking for a route, and what comes of the question (N11, N12, N15).
extension NavigatorCore {
    /// Asks the selected provider, in the current mode, from where one is.
    mutating func ask(
        for destination: Place, purpose: Ticket.Purpose, _ call: Call, _ effects: inout [Effect]
    ) {
        let question = RouteQuestion(
            ticket: TicketID(call.fresh.text), provider: provider.name, mode: mode,
            from: origin(at: call.now), destination: destination)
        stage = .routing(Ticket(question: question, purpose: purpose, askedAt: call.now))
        effects.append(
            .publishAsked(
                RouteAsked(
                    ticket: question.ticket, provider: question.provider, mode: question.mode,
                    destination: destination)))
        effects.append(.askRoute(question))
    }

    /// Asks the same question anew, because provider, mode or time have changed.
    mutating func askAnew(_ call: Call, _ effects: inout [Effect]) {
        switch stage {
        case .routing(let ticket):
            effects.append(.cancelRoute(ticket.question.ticket))
            ask(for: ticket.question.destination, purpose: ticket.purpose, call, &effects)
        case .preview(let plan):
            ask(for: plan.question.destination, purpose: .preview, call, &effects)
        case .browse, .guiding: break
        }
    }

    /// Takes a provider's answer, if it is the one that is waited for.
    ///
    /// Provider and mode are still those of the question: whoever changes them replaces the ticket.
    mutating func take(_ route: Route, for id: TicketID, _ effects: inout [Effect]) {
        guard case .routing(let ticket) = stage, ticket.question.ticket == id else { return }
        if let fault = route.fault(asAnswerTo: ticket.question) {
            fail(id, Problem(.refused, fault))
            return
        }
        let plan = Plan(ticket: ticket, route: route)
        switch ticket.purpose {
        case .guide: stage = .guiding(plan)
        case .preview: stage = .preview(plan)
        }
        notice = route.remark ?? standingNotice
    }

    /// Goes back to browsing, with the provider's reason (N12).
    mutating func fail(_ id: TicketID, _ problem: Problem) {
        guard case .routing(let ticket) = stage, ticket.question.ticket == id else { return }
        stage = .browse
        notice = problem.title
    }

    /// Gives up a question that nobody has answered in time.
    mutating func giveUpRouting(at now: Seconds, _ effects: inout [Effect]) {
        guard case .routing(let ticket) = stage, now >= ticket.deadline else { return }
        let question = ticket.question
        effects.append(.cancelRoute(question.ticket))
        fail(
            question.ticket,
            Problem(
                .unreachable,
                "\(question.provider) gave no answer in \(Int(Ticket.patience)) seconds"))
    }

    /// Says that a provider has no routes of a mode.
    func unserved(_ mode: TravelMode, by provider: ProviderDescription) -> Problem {
        Problem(
            .unsupported, "\(provider.name) has no \(mode) routes",
            detail: "It has: \(provider.modes.joined(separator: ", ")).", field: "mode")
    }

    private func origin(at now: Seconds) -> Coordinates? {
        guard let position, now - position.at <= Self.freshFix else { return nil }
        return position.point
    }
}

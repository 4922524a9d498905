import Messages

// Starting, ending, arriving, and the settings that a running trip forbids (N11, N14, N15).
extension NavigatorCore {
    /// Starts guidance on the preview that is on the screen (N11).
    mutating func start(
        _ preview: PreviewID, _ call: Call, _ effects: inout [Effect]
    ) throws(Problem) {
        guard case .preview(let plan) = stage, plan.preview == preview else {
            throw Problem(
                .refused, "this route is not on the screen",
                detail: "Guidance starts on the newest route only. nav.status names it.",
                field: "preview")
        }
        guard call.now - plan.ticket.askedAt <= Plan.freshness else {
            askAnew(call, &effects)
            throw Problem(
                .tooLate, "the route is out of date",
                detail: "It is being asked for again. Look at the new one, then start.",
                field: "preview")
        }
        stage = .guiding(plan)
    }

    /// Leaves a preview or a routing.
    mutating func cancel(_ preview: PreviewID?, _ effects: inout [Effect]) throws(Problem) {
        switch stage {
        case .routing where preview == nil: break
        case .preview(let plan) where preview == nil || preview == plan.preview: break
        case .browse, .routing, .preview, .guiding:
            throw Problem(
                .refused, "there is nothing like this to cancel",
                detail: "A preview or a routing is cancelled; a trip is ended with nav.end.",
                field: "preview")
        }
        leave(because: .ended, &effects)
        notice = standingNotice
    }

    /// Ends the trip (N14).
    mutating func end(_ trip: TripID?, _ effects: inout [Effect]) throws(Problem) {
        guard case .guiding(let plan) = stage, trip == nil || trip == plan.trip else {
            throw Problem(
                .refused, "no such trip is under way",
                detail: "nav.status names the trip, if there is one.", field: "trip")
        }
        leave(because: .ended, &effects)
        notice = standingNotice
    }

    /// Goes back to browsing from whatever runs; what is pending waits on (N14).
    mutating func leave(because reason: TripEnd, _ effects: inout [Effect]) {
        switch stage {
        case .browse, .preview: break
        case .routing(let ticket): effects.append(.cancelRoute(ticket.question.ticket))
        case .guiding(let plan):
            effects.append(
                .publishEnded(
                    TripEnded(
                        trip: plan.trip, destination: plan.question.destination,
                        reason: reason.rawValue)))
        }
        stage = .browse
    }

    /// Notes where one is, and ends the trip at its destination.
    ///
    /// A fix that is old, overtaken or no point of the earth says nothing.
    mutating func follow(
        _ point: Coordinates, at moment: Seconds, now: Seconds, _ effects: inout [Effect]
    ) {
        guard point.isOnEarth, now - moment <= Self.freshFix else { return }
        if let position, position.at >= moment { return }
        position = Position(point: point, at: moment)
        guard case .guiding(let plan) = stage else { return }
        let destination = plan.question.destination
        guard point.isWithin(Self.arrival, of: destination.end) else { return }
        leave(because: .arrived, &effects)
        notice = "arrived at \(destination.name)"
    }

    /// Sets how one goes, and asks anew for what is being looked at (N15).
    mutating func setMode(
        _ wanted: TravelMode, _ call: Call, _ effects: inout [Effect]
    ) throws(Problem) {
        try refuseWhileGuiding()
        guard provider.modes.contains(wanted) else { throw unserved(wanted, by: provider) }
        guard wanted != mode else { return }
        mode = wanted
        notice = standingNotice
        askAnew(call, &effects)
    }

    /// Selects who is asked, and asks anew for what is being looked at (N15).
    ///
    /// The mode stays, even where the new provider lacks it: then nothing can be asked until the
    /// person sets another one, and no walk turns into a drive unseen.
    mutating func setProvider(
        _ name: String, _ call: Call, _ effects: inout [Effect]
    ) throws(Problem) {
        try refuseWhileGuiding()
        guard let wanted = providers.first(where: { $0.name == name }) else {
            throw Problem(
                .notFound, "there is no provider \(name)",
                detail: "There are: \(providers.map(\.name).joined(separator: ", ")).",
                field: "provider")
        }
        guard wanted != provider else { return }
        let served = wanted.modes.contains(mode)
        guard served || stage == .browse else { throw unserved(mode, by: wanted) }
        provider = wanted
        notice = served ? standingNotice : unserved(mode, by: wanted).title
        askAnew(call, &effects)
    }

    private func refuseWhileGuiding() throws(Problem) {
        guard case .guiding = stage else { return }
        throw Problem(
            .refused, "a trip is under way",
            detail: "Its route was made by this provider, for this mode. End it first.")
    }
}

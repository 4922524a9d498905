import Messages

/// One delivery of a request.
struct Call {
    /// Who asks, and which of its requests.
    let key: RequestKey
    /// The way back.
    let token: ReplyToken
    /// A random id for what may come of it.
    let fresh: RequestID
    /// The navigator's clock.
    let now: Seconds
}

// An offer, and the person's answer to one that waits (N1 to N10, N13).
extension NavigatorCore {
    /// Takes in a destination from outside, wherever it comes from.
    ///
    /// - Throws: A `Problem` where it is not even a question; nothing is changed then but the notice.
    mutating func offer(
        _ offer: Offer, _ call: Call, _ effects: inout [Effect]
    ) throws(Problem) -> OfferAnswer {
        try refuseWhileSimulating()
        switch stage {
        case .browse: return try take(offer, call, &effects)
        case .routing, .preview, .guiding: return put(offer, as: OfferID(call.fresh.text))
        }
    }

    /// Ends or cancels what runs, and takes the pending offer instead (N5).
    mutating func accept(
        _ id: OfferID, _ call: Call, _ effects: inout [Effect]
    ) throws(Problem) {
        let offer = try waiting(id).offer
        try refuseWhileSimulating()
        // Before anything is ended; `take` will find the same.
        try refuseUnserved(offer.mode ?? mode)
        leave(because: .switched, &effects)
        pending = nil
        _ = try take(offer, call, &effects)
    }

    /// Drops the pending offer (N6).
    mutating func decline(_ id: OfferID) throws(Problem) {
        _ = try waiting(id)
        pending = nil
        notice = nil
    }

    /// What the person is told while there is no other news: that an offer waits, if one does.
    var standingNotice: String? { pending?.offer.notice(companion: companion) }

    private mutating func take(
        _ offer: Offer, _ call: Call, _ effects: inout [Effect]
    ) throws(Problem) -> OfferAnswer {
        let wanted = offer.mode ?? mode
        try refuseUnserved(wanted)
        mode = wanted
        notice = standingNotice
        ask(for: offer.place, purpose: offer.purpose, call, &effects)
        switch offer.purpose {
        case .guide: return OfferAnswer(.taken)
        case .preview: return OfferAnswer(.chosen)
        }
    }

    private mutating func put(_ offer: Offer, as id: OfferID) -> OfferAnswer {
        let replaced = pending?.offer.place.name
        pending = PendingOffer(id: id, offer: offer, replaced: replaced)
        notice = offer.notice(companion: companion)
        return OfferAnswer(.pending, pending: id, notice: notice, replaced: replaced)
    }

    private func waiting(_ id: OfferID) throws(Problem) -> PendingOffer {
        guard let pending, pending.id == id else {
            throw Problem(
                .refused, "no offer of this id is waiting",
                detail: pending.map { "\($0.offer.place.name) is waiting, as \($0.id)." }
                    ?? "Nothing is waiting.",
                field: "pending")
        }
        return pending
    }

    private func refuseWhileSimulating() throws(Problem) {
        guard simulating else { return }
        throw Problem(
            .refused, "a simulated walk is running",
            detail: "Nobody would really go there. Switch it off with nav.simulate first.")
    }

    private mutating func refuseUnserved(_ wanted: TravelMode) throws(Problem) {
        guard !provider.modes.contains(wanted) else { return }
        let problem = unserved(wanted, by: provider)
        notice = problem.title
        throw problem
    }
}

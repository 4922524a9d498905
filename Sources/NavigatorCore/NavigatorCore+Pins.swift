import Messages

// What each kind of request offers, and the pins, which count once they are journaled.
extension NavigatorCore {
    /// The longest word for the trip that a pin belongs to, in Unicode scalars.
    private static let longestTrip = 200

    /// The saved or given place of a pin.
    func offered(by ask: OfferPin) throws(Problem) -> Offer {
        switch (ask.pin, ask.place) {
        case (let id?, nil): return try Offer(.pin, pin(id).place, in: "pin")
        case (nil, let place?): return try Offer(.pin, place, in: "place")
        case (nil, nil), (_?, _?):
            throw Problem(.invalid, "either a pin or a place is offered", field: "pin")
        }
    }

    /// The place that a link names.
    func offered(by ask: OfferLink) throws(Problem) -> Offer {
        let link = try Link(ask.url)
        return try Offer(.link, link.place, mode: link.mode, in: "url")
    }

    /// The place that a companion sends.
    func offered(by ask: OfferHandoff) throws(Problem) -> Offer {
        try Offer(.handoff, ask.place, mode: ask.mode, in: "place")
    }

    /// The pin of a card's button.
    func offered(by ask: PinsWalk) throws(Problem) -> Offer {
        try Offer(.pin, pin(ask.pin).place, in: "pin")
    }

    /// The place of a guide.
    func offered(by ask: GuidesOpen) throws(Problem) -> Offer {
        guard let place = guidePlaces[ask.place] else {
            throw Problem(.notFound, "no guide has this place", field: "place")
        }
        return try Offer(.guide, place, in: "place")
    }

    /// A saved pin.
    ///
    /// - Throws: A `Problem` of type `not-found`, as an unknown pin is no place (N8).
    func pin(_ id: PlaceID) throws(Problem) -> Pin {
        guard let pin = pins[id] else {
            throw Problem(.notFound, "there is no such pin", field: "pin")
        }
        return pin
    }

    /// The pin that a request adds.
    func pin(addedBy ask: PinsAdd, _ call: Call) throws(Problem) -> Pin {
        try ask.place.check()
        guard ask.trip.map({ $0.unicodeScalars.count <= Self.longestTrip }) ?? true else {
            throw Problem(.invalid, "a trip's name has at most 200 characters", field: "trip")
        }
        return Pin(
            id: PlaceID(call.fresh.text), place: ask.place, trip: ask.trip, provider: companion)
    }

    /// Begins to write a change, which is made and answered once it is in the journal.
    mutating func journal(
        _ record: PinRecord, for request: NavigatorRequest, _ call: Call,
        _ effects: inout [Effect]
    ) {
        effects.append(.journal(writes.begin(record, for: request, call), record))
    }

    /// Answers whoever waited for a write, and makes the change if it is in the journal.
    mutating func settle(_ id: WriteID, _ problem: Problem?, _ effects: inout [Effect]) {
        guard let write = writes.end(id) else { return }
        if problem == nil {
            pins.apply(write.record)
            arePinsNew = true
        }
        let reply = problem.map(NavigatorReply.problem) ?? write.record.reply
        remembered.remember(write.request, key: write.key, reply: reply)
        for token in write.tokens { effects.append(.reply(reply, to: token)) }
    }
}

extension PinRecord {
    /// The answer to the request that wanted this change.
    fileprivate var reply: NavigatorReply {
        switch self {
        case .added(let pin): .pinAdded(PinsAdded(pin: pin))
        case .removed(let pin): .pinRemoved(PinsRemoved(pin: pin))
        }
    }
}

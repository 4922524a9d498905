import Messages

// What the navigator does and asks, in words (V12), and what can be tapped about it.
extension FaceCore {
    /// How many places are shown; a view model must fit into a message.
    static let placesLimit = 12

    /// The navigator's state in words.
    func way(_ state: NavigatorState) -> FaceView.Way {
        let words = lexicon.words
        var lines = [words.stage(state)]
        if state.simulating { lines.append(words.simulating) }
        if let maneuver = state.trip?.next {
            lines.append(
                Words.fill(words.next, maneuver.text, words.distance(maneuver.inMetres)))
        }
        let question = state.pending.map { pending in
            switch pending.source {
            case .pin, .handoff: Words.fill(words.question, companion, pending.place.name)
            case .link, .guide: Words.fill(words.waitingPlace, pending.place.name)
            }
        }
        // The notice of a pending offer is the same question in the navigator's own words.
        if state.pending == nil, let notice = state.notice { lines.append(Words.plain(notice)) }
        return FaceView.Way(lines: lines, question: question, actions: actions(state))
    }

    private func actions(_ state: NavigatorState) -> [FaceView.Action] {
        let words = lexicon.words
        var actions: [FaceView.Action] = []
        if let pending = state.pending {
            let (id, name) = (pending.id.text, pending.place.name)
            actions.append(action(.accept, id, words.accept, about: name))
            actions.append(action(.decline, id, words.decline, about: name))
        }
        if let preview = state.preview {
            let (id, name) = (preview.id.text, preview.destination.name)
            actions.append(action(.start, id, words.start, about: name))
            actions.append(action(.cancel, id, words.cancel, about: name))
        }
        if let trip = state.trip {
            actions.append(
                action(.end, trip.id.text, words.endTrip, about: trip.destination.name))
        }
        return actions
    }

    /// The newest saved places as cards, the newest first.
    var places: [FaceView.Card] {
        pins.suffix(Self.placesLimit).reversed().map { pin in
            FaceView.Card(
                name: Words.plain(pin.place.name), note: pin.place.note.map(Words.plain),
                action: action(
                    .walk, pin.id.text, lexicon.words.walk, about: pin.place.name))
        }
    }

    private func action(
        _ deed: FaceView.Action.Deed, _ target: String, _ label: String, about name: String
    ) -> FaceView.Action {
        FaceView.Action(
            deed: deed, target: target, label: label,
            name: Words.fill(lexicon.words.actionName, label, name))
    }
}

extension Words {
    /// What the navigator is doing: where to, how, and how far it is.
    fileprivate func stage(_ state: NavigatorState) -> String {
        let how = Self.fill(wayBy, state.mode, state.provider)
        switch state.stage {
        case .browse: return browse
        case .routing: return [routing, how].joined(separator: " · ")
        case .preview:
            guard let preview = state.preview else { return routing }
            return line(previewOf, preview.destination, how, preview.metres, preview.seconds)
        case .guiding:
            guard let trip = state.trip else { return routing }
            return line(
                guidingTo, trip.destination, how, trip.remainingMetres, trip.remainingSeconds)
        }
    }

    private func line(
        _ template: String, _ place: Place, _ how: String, _ metres: Double?, _ time: Seconds?
    ) -> String {
        let parts = [
            Self.fill(template, place.name), how, metres.map(distance),
            time.map { Self.fill(minutesLong, Self.whole(($0 / 60).rounded(.up))) },
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }

    /// A distance: metres to the nearest ten, from a kilometre on kilometres to the nearest tenth.
    fileprivate func distance(_ metres: Double) -> String {
        if metres < 995 { return Self.fill(self.metres, Self.whole((metres / 10).rounded() * 10)) }
        let tenths = (metres / 100).rounded()
        return Self.fill(
            kilometres,
            "\(Self.whole((tenths / 10).rounded(.down)))"
                + ".\(Self.whole(tenths.truncatingRemainder(dividingBy: 10)))")
    }

    private static func whole(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? "?"
    }
}

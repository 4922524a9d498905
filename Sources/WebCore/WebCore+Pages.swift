import Messages

/// What pages say, and what they are told of the face.
extension WebCore {
    mutating func hear(
        _ message: PageMessage, of id: ClientID, at now: Seconds, _ effects: inout [Effect]
    ) {
        guard let client = clients[id] else { return }
        if case .hello(let token, let view) = message {
            greet(id, token: token, view: view, at: now, &effects)
            return
        }
        guard let view = client.view else {
            turnAway(
                id, Problem(.notAllowed, "say hello first", detail: "No token has come yet."),
                &effects)
            return
        }
        switch message {
        case .hello: break
        case .press(let number, let control, let down, let up):
            let press = FacePress(control: control, view: view, down: down, up: up)
            askFace(.press(press, .page(id, id: number)), &effects)
        case .disarm: askFace(.disarm(FaceDisarm(view: view), id), &effects)
        case .action(let number, let action):
            ask(.action(action, .page(id, id: number)), &effects)
        case .pointer(let number, let pointer):
            let touch = FacePointer(
                view: view, pointer: pointer.pointer, phase: pointer.phase, x: pointer.x,
                y: pointer.y, at: pointer.at)
            askFace(.point(touch, .page(id, id: number)), &effects)
        case .shown(let number): take(shown: number, of: id, at: now, &effects)
        }
    }

    private mutating func greet(
        _ id: ClientID, token: String, view: String, at now: Seconds,
        _ effects: inout [Effect]
    ) {
        guard self.token.isGiven(by: token) else {
            let problem = Problem(
                .notAllowed, "the token is wrong",
                detail: "Open the page by the address that `handrail face --qr` tells.")
            return turnAway(id, problem, &effects)
        }
        guard ViewName.isGood(view) else { return turnAway(id, ViewName.problem, &effects) }
        guard clients[id]?.view == nil else {
            let problem = Problem(.invalid, "hello was said before", field: "type")
            effects.append(.send(.problem(id: nil, problem), to: id))
            return
        }
        for (other, client) in inOrder where client.view == view {
            clients[other] = nil
            effects.append(.drop(other, .replaced))
        }
        lost[view] = nil
        clients[id]?.view = view
        effects.append(.send(.welcome, to: id))
        if newest != nil { sendView(to: id, at: now, &effects) }
        if let loss { effects.append(.send(.lost(loss), to: id)) }
    }

    private mutating func turnAway(
        _ id: ClientID, _ problem: Problem, _ effects: inout [Effect]
    ) {
        // Its view session, if it has one, is none that anybody came back to: it is a stranger's.
        clients[id] = nil
        effects.append(.send(.problem(id: nil, problem), to: id))
        effects.append(.drop(id, .stranger))
    }

    // MARK: Views

    /// Takes in what every view shows.
    mutating func show(_ view: FaceView, at now: Seconds, _ effects: inout [Effect]) {
        newest = Shown(view: view, at: now)
        loss = nil
        for (id, client) in inOrder where client.view != nil {
            sendView(to: id, at: now, &effects)
        }
    }

    /// Sends the newest view, or remembers to do it when the one under way was shown.
    private mutating func sendView(
        to id: ClientID, at now: Seconds, _ effects: inout [Effect]
    ) {
        guard var client = clients[id], let newest else { return }
        defer { clients[id] = client }
        guard client.unshown == nil else {
            client.isBehind = true
            return
        }
        var view = newest.view
        view.carryForward(by: now - newest.at)
        client.sent += 1
        client.isBehind = false
        client.unshown = Client.Unshown(number: client.sent, since: now)
        effects.append(.send(.view(number: client.sent, view), to: id))
    }

    private mutating func take(
        shown number: Int, of id: ClientID, at now: Seconds, _ effects: inout [Effect]
    ) {
        // Of an older or an unknown number nothing follows: there is one view under way at most.
        guard let client = clients[id], client.unshown?.number == number else { return }
        clients[id]?.unshown = nil
        // What became old meanwhile is not sent as if it were news (V8).
        if client.isBehind, loss == nil { sendView(to: id, at: now, &effects) }
    }

    /// Takes in what has become of the connection to the face.
    mutating func follow(_ link: Link, _ effects: inout [Effect]) {
        switch link {
        case .disconnected: lose(.disconnected, &effects)
        case .silent: lose(.silent, &effects)
        // A face that is back shows it by a view; it is asked for one, lest none is published.
        case .heard: if loss != nil { effects.append(.ask(.look)) }
        }
    }

    /// Takes in that the face cannot be relied on.
    mutating func lose(_ loss: FaceLoss, _ effects: inout [Effect]) {
        guard self.loss != loss else { return }
        self.loss = loss
        for (id, client) in inOrder where client.view != nil {
            effects.append(.send(.lost(loss), to: id))
        }
    }
}

import Messages

/// What is carried from pages to others on the bus, and back.
extension WebCore {
    /// Asks the face; where it cannot be relied on, a touch is not kept for later (V4).
    mutating func askFace(_ ask: Ask, _ effects: inout [Effect]) {
        guard loss == nil else {
            return refuse(
                ask,
                Problem(
                    .unreachable, "the face does not answer",
                    detail: "This was not delivered, and is forgotten."), &effects)
        }
        self.ask(ask, &effects)
    }

    /// Asks, unless a page has asked for very much already.
    mutating func ask(_ ask: Ask, _ effects: inout [Effect]) {
        if let id = ask.client {
            guard clients[id, default: Client(openedAt: 0)].asks < Client.asksAtOnce else {
                return refuse(
                    ask,
                    Problem(
                        .busy, "too much at once",
                        detail: "\(Client.asksAtOnce) questions of this page have no answer yet."),
                    &effects)
            }
            clients[id]?.asks += 1
        }
        effects.append(.ask(ask))
    }

    /// Takes a press of Stop from a page that has no socket for the time being.
    mutating func take(
        _ stop: StopPost, as post: PostID, at now: Seconds, _ effects: inout [Effect]
    ) {
        guard ViewName.isGood(stop.view) else {
            effects.append(.answer(.problem(ViewName.problem), to: post))
            return
        }
        // The page is there, so its arming may last as if the socket were lost now.
        if !clients.values.contains(where: { $0.view == stop.view }) {
            lost[stop.view] = now + Self.disarmAfter
        }
        let press = FacePress(control: .stop, view: stop.view, down: stop.down, up: stop.up)
        askFace(.press(press, .post(post)), &effects)
    }

    /// Takes in an answer.
    mutating func settle(
        _ ask: Ask, _ answer: Answer, at now: Seconds, _ effects: inout [Effect]
    ) {
        countAnswer(to: ask)
        switch (ask, answer) {
        case (.look, .view(let view)): show(view, at: now, &effects)
        case (.press(_, .page(let client, let id)), .pressed(let pressed)):
            tell(.pressed(id: id, pressed), client, &effects)
        case (.press(_, .post(let post)), .pressed(let pressed)):
            effects.append(.answer(.pressed(pressed), to: post))
        case (.point(_, .page(let client, let id)), .pointed(let pointed)):
            tell(.pointed(id: id, pointed), client, &effects)
        case (.action(_, .page(let client, let id)), .done):
            tell(.done(id: id), client, &effects)
        case (.disarm, .done): break
        case (.look, _), (.press, _), (.point, _), (.action, _), (.disarm, _):
            refuse(ask, Problem(.internal, "this is no answer"), &effects)
        }
    }

    /// Takes in that something asked was not done, or that nobody knows.
    mutating func fail(_ ask: Ask, _ problem: Problem, _ effects: inout [Effect]) {
        countAnswer(to: ask)
        refuse(ask, problem, &effects)
        // A face that stands still may take it yet. Behind it comes this, so that a touch which was
        // told to be forgotten arms nothing for the next one to confirm.
        if case .press(let press, _) = ask, problem.type == .unreachable {
            effects.append(.ask(.disarm(FaceDisarm(view: press.view), nil)))
        }
    }

    private mutating func countAnswer(to ask: Ask) {
        if let client = ask.client { clients[client]?.asks -= 1 }
    }

    private func refuse(_ ask: Ask, _ problem: Problem, _ effects: inout [Effect]) {
        switch ask {
        case .press(_, .page(let client, let id)), .point(_, .page(let client, let id)),
            .action(_, .page(let client, let id)):
            tell(.problem(id: id, problem), client, &effects)
        case .press(_, .post(let post)), .point(_, .post(let post)), .action(_, .post(let post)):
            effects.append(.answer(.problem(problem), to: post))
        case .disarm(_, let client?): tell(.problem(id: nil, problem), client, &effects)
        case .disarm(_, nil), .look: break
        }
    }

    /// Tells a page, if it is still there.
    private func tell(_ news: PageNews, _ client: ClientID, _ effects: inout [Effect]) {
        if clients[client] != nil { effects.append(.send(news, to: client)) }
    }
}

extension Ask {
    /// The page that has asked.
    fileprivate var client: ClientID? {
        switch self {
        case .press(_, .page(let client, _)), .point(_, .page(let client, _)),
            .action(_, .page(let client, _)):
            client
        case .disarm(_, let client): client
        case .press(_, .post), .point(_, .post), .action(_, .post), .look: nil
        }
    }
}

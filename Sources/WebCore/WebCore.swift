package import Messages

/// The whole behaviour of the process that serves the face to browsers: events and time in, effects
/// out.
///
/// It decides nothing about the face; it carries touches there and views back. Times are on the
/// process's own monotonic clock, in seconds.
package struct WebCore: Sendable, Equatable {
    /// What can happen to it.
    package enum Event: Sendable, Equatable {
        /// The server listens, and a browser finds the page at the address.
        case listening(address: String)
        /// The server cannot listen for now.
        case notListening(Problem)
        /// A page has opened a socket.
        case opened(ClientID)
        /// A page has said something.
        case said(ClientID, PageMessage)
        /// A page has said what cannot be read, but for its number maybe.
        case garbled(ClientID, id: Int?, Problem)
        /// A page's socket is gone.
        case closed(ClientID)
        /// A page without a socket has pressed Stop.
        case posted(PostID, StopPost)
        /// Something about the face's process has changed.
        case face(Link)
        /// The face has published what every view shows.
        case view(FaceView)
        /// The face has published what cannot be read.
        case viewNotUnderstood
        /// Something asked was answered.
        case answered(Ask, Answer)
        /// Something asked was answered with a problem, or not at all.
        case failed(Ask, Problem)
        /// Somebody on the bus wants to know the page's address.
        case addressAsked(ReplyToken)
        /// Time alone has passed.
        case tick
    }

    /// What has become of the connection to the face.
    package enum Link: Sendable, Equatable {
        case disconnected
        case silent
        case heard
    }

    /// What it has to do.
    package enum Effect: Sendable, Equatable {
        /// It is known whether the server listens; the process can be relied on (G2).
        case ready
        /// Tell a page.
        case send(PageNews, to: ClientID)
        /// Close a page's socket.
        case drop(ClientID, PageDrop)
        /// Ask the face or the navigator.
        case ask(Ask)
        /// Answer a post.
        case answer(PostAnswer, to: PostID)
        /// Answer a request on the bus.
        case reply(WebReply, to: ReplyToken)
    }

    /// What the face has shown, and when.
    struct Shown: Sendable, Equatable {
        let view: FaceView
        let at: Seconds
    }

    /// How long after the loss of its socket a view session's arming ends, in seconds (V4).
    static let disarmAfter: Seconds = 5
    /// How often pages are shown that the server lives, in seconds.
    static let beatEvery: Seconds = 1

    let token: Token
    /// The page's address, or why there is none.
    ///
    /// Nil until either is known.
    var address: Result<WebPage, Problem>?
    /// Who has asked for the address before it was known.
    var curious: [ReplyToken] = []
    var clients: [ClientID: Client] = [:]
    /// The view sessions whose socket was lost, and when their armings end.
    var lost: [String: Seconds] = [:]
    /// What the face has shown last, and when.
    var newest: Shown?
    /// Why the face cannot be relied on; nil where it can.
    var loss: FaceLoss? = .disconnected
    private var nextBeat: Seconds?

    /// Makes one that lets in whoever has the secret.
    package init(token: Token) {
        self.token = token
    }

    /// Takes an event.
    package mutating func receive(_ event: Event, at now: Seconds) -> [Effect] {
        var effects: [Effect] = []
        handle(event, at: now, &effects)
        elapse(at: now, &effects)
        return effects
    }

    /// When time alone will matter next.
    package var deadline: Seconds? {
        var moments = clients.values.compactMap(\.deadline) + lost.values
        if let nextBeat { moments.append(nextBeat) }
        return moments.min()
    }
}

extension WebCore {
    private mutating func handle(
        _ event: Event, at now: Seconds, _ effects: inout [Effect]
    ) {
        switch event {
        case .listening(let address): settle(.success(WebPage(address: address)), &effects)
        case .notListening(let problem): settle(.failure(problem), &effects)
        case .opened(let client): clients[client] = Client(openedAt: now)
        case .said(let client, let message): hear(message, of: client, at: now, &effects)
        case .garbled(let client, let id, let problem):
            guard clients[client] != nil else { return }
            effects.append(.send(.problem(id: id, problem), to: client))
        case .closed(let client): lose(client, at: now)
        case .posted(let post, let stop): take(stop, as: post, at: now, &effects)
        case .face(let link): follow(link, &effects)
        case .view(let view): show(view, at: now, &effects)
        case .viewNotUnderstood: lose(.notUnderstood, &effects)
        case .answered(let ask, let answer): settle(ask, answer, at: now, &effects)
        case .failed(let ask, let problem): fail(ask, problem, &effects)
        case .addressAsked(let token): reply(to: token, &effects)
        case .tick: break
        }
    }

    private mutating func settle(
        _ address: Result<WebPage, Problem>, _ effects: inout [Effect]
    ) {
        if self.address == nil { effects.append(.ready) }
        self.address = address
        for token in curious { reply(to: token, &effects) }
        curious = []
    }

    private mutating func reply(to token: ReplyToken, _ effects: inout [Effect]) {
        switch address {
        case .success(let page): effects.append(.reply(.page(page), to: token))
        case .failure(let problem): effects.append(.reply(.problem(problem), to: token))
        case nil: curious.append(token)
        }
    }

    /// Does what time alone has brought about.
    private mutating func elapse(at now: Seconds, _ effects: inout [Effect]) {
        for (id, client) in inOrder {
            guard let deadline = client.deadline, now >= deadline else { continue }
            effects.append(.drop(id, client.view == nil ? .late : .slow))
            lose(id, at: now)
        }
        for view in lost.filter({ now >= $0.value }).keys.sorted() {
            lost[view] = nil
            effects.append(.ask(.disarm(FaceDisarm(view: view), nil)))
        }
        beat(at: now, &effects)
    }

    private mutating func beat(at now: Seconds, _ effects: inout [Effect]) {
        let greeted = inOrder.filter { $0.client.view != nil }
        guard !greeted.isEmpty else {
            nextBeat = nil
            return
        }
        guard let due = nextBeat else {
            nextBeat = now + Self.beatEvery
            return
        }
        guard now >= due else { return }
        // No beats are made up for: a process that stood still shows one.
        nextBeat = now + Self.beatEvery
        for (id, _) in greeted { effects.append(.send(.beat, to: id)) }
    }

    /// The sockets in the order of their opening.
    var inOrder: [(id: ClientID, client: Client)] {
        clients.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Forgets a socket; its view session's arming outlives it for a while only (V4).
    mutating func lose(_ id: ClientID, at now: Seconds) {
        guard let view = clients.removeValue(forKey: id)?.view else { return }
        lost[view] = now + Self.disarmAfter
    }
}

import Messages

/// The Stops whose answer waits for the journal, 0.2 s at most (F14).
struct Confirmations: Sendable, Equatable {
    /// How long the journal is waited for, in seconds.
    static let wait: Seconds = 0.2

    /// A Stop that was put already and not answered yet; answered, it is over.
    struct Confirmation: Sendable, Equatable {
        /// The journal's write that keeps it.
        let write: WriteID
        let request: FaceRequest
        let key: RequestKey
        /// One for each time that the request came.
        var tokens: [ReplyToken]
        let since: Seconds
    }

    private(set) var open: [Confirmation] = []

    /// When the next one has waited long enough.
    var deadline: Seconds? { open.first.map { $0.since + Self.wait } }

    /// Lets a Stop's answer wait.
    mutating func add(_ confirmation: Confirmation) {
        open.append(confirmation)
    }

    /// The answer that waits for a request of this key.
    func waiting(for key: RequestKey) -> Confirmation? {
        open.first { $0.key == key }
    }

    /// Answers a repeated request together with the first one.
    mutating func join(_ key: RequestKey, token: ReplyToken) {
        for index in open.indices where open[index].key == key { open[index].tokens.append(token) }
    }

    /// Takes out the answers that need not wait any longer.
    mutating func take(where isOver: (Confirmation) -> Bool) -> [Confirmation] {
        let over = open.filter(isOver)
        open.removeAll(where: isOver)
        return over
    }
}

import Messages

/// One socket of a page, as far as the rules are about it.
struct Client: Sendable, Equatable {
    /// How long a page has to say who it is, in seconds.
    static let helloWithin: Seconds = 5
    /// How long a page may take to show a view, in seconds.
    static let showWithin: Seconds = 10
    /// So many questions of one page wait for answers at most.
    static let asksAtOnce = 32

    /// A view that was sent and not yet shown.
    struct Unshown: Sendable, Equatable {
        let number: Int
        let since: Seconds
    }

    let openedAt: Seconds
    /// The view session; nil until the page has said who it is.
    var view: String?
    /// How many views it was sent.
    var sent = 0
    /// The one view that may be under way.
    var unshown: Unshown?
    /// Whether a newer view than the one under way is there for it.
    var isBehind = false
    /// How many questions of it wait for answers.
    var asks = 0

    /// When it is to be dropped unless it says or shows something.
    var deadline: Seconds? {
        view == nil ? openedAt + Self.helloWithin : unshown.map { $0.since + Self.showWithin }
    }
}

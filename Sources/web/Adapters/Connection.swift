import WebCore

/// One connection to the server, be it one of HTTP or a page's socket; on the server's thread only.
final class Connection {
    /// How far it is.
    enum Stage {
        /// Its request is awaited. Becomes anything else.
        case arriving
        /// The body of a press of Stop is awaited. Becomes `asking` or `answering`.
        case posting([UInt8], of: Int)
        /// A press of Stop is under way on the bus. Becomes `answering`.
        case asking(PostID)
        /// Its answer is being sent; it is closed then.
        case answering(ArraySlice<UInt8>)
        /// It is a page's socket now.
        case socket(ClientID)
    }

    var stage = Stage.arriving
    /// Whether it is a page's socket, which the timer of its request no longer closes.
    var isSocket: Bool {
        if case .socket = stage { true } else { false }
    }
    /// The `Host` that it came by, once that was found good.
    var host: String?
    /// The texts that wait to be sent to a page.
    var texts: [[UInt8]] = []
    /// The parts so far of what the page is saying.
    var heard: [UInt8] = []
    /// How many of the page's messages have not been taken in.
    var untaken = 0
    /// Whether nothing is read from it until some are.
    var isPaused = false
    /// Why it is to be closed once its texts are sent.
    var drop: PageDrop?
}

package import Messages

/// What comes to a process, one thing at a time.
package enum BusInput: Sendable {
    /// Somebody asks, and wants one answer.
    case request(Incoming, key: RequestKey, token: ReplyToken)
    /// Another process has published something.
    case event(Incoming, from: String)
    /// An answer to something asked from here.
    case reply(Incoming, to: RequestID)
    /// Something asked from here got no answer that can be read.
    case failed(RequestID, Problem)
    /// Something about another process has changed.
    case peer(String, PeerChange)
    /// Somebody asked for vitals on the control endpoint; it has been answered (E14).
    case vitalsAsked
    /// The process shall end.
    case stopOrdered(StopOrder)
    /// A signal has come to a launcher, which decides itself what it means.
    case signal(Int32)
    /// A descriptor that is watched can be read.
    case readable(Int32)
}

/// Who wants a process to end.
package enum StopOrder: Sendable, Equatable {
    /// A request on the control endpoint.
    case requested
    /// A signal.
    case signal(Int32)
    /// The launcher has gone (G6).
    case launcherGone
}

internal import CZeroMQ

/// What an XPUB hears of its subscribers.
package enum Subscription: Sendable, Equatable {
    /// A peer has subscribed to a topic, perhaps once more.
    case began([UInt8])
    /// Nobody is subscribed to a topic any more.
    case ended([UInt8])
    /// A peer has sent what is no subscription.
    case malformed
}

extension Socket {
    /// The most bytes of a topic.
    ///
    /// Subscriptions of 246 to 255 bytes are framed wrongly by 4.3.4 and never match.
    package static let longestTopic = 64

    /// Asks for the messages whose first frame begins with a topic.
    ///
    /// Counted: a topic that was subscribed to twice has to be unsubscribed from twice. The publisher
    /// hears of each subscription, of an unsubscription only when the count is down to zero. So a
    /// `subscribe` followed by an `unsubscribe` knocks at an `.xpubVerbose` publisher once more,
    /// without a moment in which messages are missed.
    ///
    /// - Parameter topic: The topic, 64 bytes at most.
    /// - Throws: `.nameTooLong`.
    package func subscribe(_ topic: [UInt8]) throws(ZeroMQError) {
        try setTopic(ZMQ_SUBSCRIBE, topic)
    }

    /// Takes back one subscription to a topic.
    ///
    /// - Parameter topic: As it was subscribed to.
    /// - Throws: `.nameTooLong`.
    package func unsubscribe(_ topic: [UInt8]) throws(ZeroMQError) {
        try setTopic(ZMQ_UNSUBSCRIBE, topic)
    }

    /// Takes what an XPUB has heard next of its subscribers, without waiting.
    ///
    /// - Returns: What was heard, or `nil` where there is nothing.
    /// - Throws: Never in good order.
    package func receiveSubscription() throws(ZeroMQError) -> Subscription? {
        switch try receive() {
        case nil: return nil
        case .message(let message) where message.frames.count == 1:
            let frame = message.frames[0]
            switch frame.first {
            case 1: return .began(Array(frame.dropFirst()))
            case 0: return .ended(Array(frame.dropFirst()))
            default: return .malformed
            }
        case .message, .oversized: return .malformed
        }
    }

    private func setTopic(_ number: Int32, _ topic: [UInt8]) throws(ZeroMQError) {
        guard topic.count <= Self.longestTopic else {
            throw ZeroMQError(
                .nameTooLong, in: "zmq_setsockopt",
                "a topic of \(topic.count) bytes, and a topic has \(Self.longestTopic) at most")
        }
        try set(number, topic)
    }
}

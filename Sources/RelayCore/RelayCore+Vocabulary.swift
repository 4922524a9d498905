package import Messages

extension RelayCore {
    /// What the relay is told.
    package enum Event: Sendable, Equatable {
        /// The process is ready to ask and to publish; comes once, before all others.
        case start
        /// Something about the engine's connection.
        case engine(Link)
        /// The event `solo.state`.
        case state(SoloState)
        /// The event `solo.receipt`.
        case receipt(SoloReceipt)
        /// An event of the engine could not be read.
        case notUnderstood
        /// The engine has answered what it was asked.
        case answered(Ask, SoloReply)
        /// What was asked has no answer: the deadline passed, the peer is gone, or the reply
        /// could not be read.
        case failed(Ask, Problem)
        /// Something about a face's connection.
        case face(String, Link)
        /// A take is over, with an item or with nothing.
        case handed(OutboxItem?, by: String, take: Int)
        /// Somebody asks the relay itself.
        case request(RelayRequest, key: RequestKey, token: ReplyToken)
        /// Time has passed.
        case tick
    }

    /// What happens to the connection to another process.
    package enum Link: Sendable, Equatable {
        case connected
        case disconnected
        /// Nothing has been heard for too long, and the connection is made anew (B4).
        case silent
        /// A boot was heard for the first time, or again after a silence.
        case heard(Boot)
    }

    /// What the relay does.
    package enum Effect: Sendable, Equatable {
        /// Send a request and bring its outcome back with this same value.
        case ask(Ask)
        /// Publish a face's state.
        case publish(FaceState, face: String)
        /// Publish the broadcast's state.
        case publishBroadcast(BroadcastState)
        /// Tell the companion what was said.
        case publishHeard(CompanionHeard)
        /// Tell the companion whether an eye is lit.
        case publishWatching(CompanionWatching)
        /// Answer a request.
        case reply(RelayReply, to: ReplyToken)
    }

    /// A request that the relay sends.
    package enum Ask: Sendable, Equatable {
        /// `vitals.get` at the engine's control endpoint; its answer is a sign of life.
        case vitals
        /// `solo.status` at the engine, by running number.
        case status(Int)
        /// `solo.stop` at the engine's control endpoint, under the face's own key (R7).
        case stop(SoloStop, key: RequestKey, face: String)
        /// `solo.extend` at the engine, under the face's own key.
        case extend(SoloExtend, key: RequestKey, face: String)
        /// `outbox.take` at a face with the longest wait, by running number.
        case take(face: String, number: Int)
        /// `outbox.ack` at a face.
        case acknowledge(RequestID, face: String)

        /// How long the answer may take, in seconds.
        package var within: Seconds {
            switch self {
            case .vitals, .status, .acknowledge: 2
            // Shorter than a "+" is on lease (O7), so it fails here before it comes again.
            case .stop, .extend: 5
            case .take: OutboxTake.longestWait + 5
            }
        }
    }
}

/// What the relay answers.
package enum RelayReply: WritableMessage {
    case broadcast(BroadcastState)
    case problem(Problem)

    package var message: any Message {
        switch self {
        case .broadcast(let message): message
        case .problem(let message): message
        }
    }
}

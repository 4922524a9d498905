package import Messages

/// One socket of a page; another connection is another client, be it the same page.
package struct ClientID: Hashable, Comparable, Sendable {
    /// A running number of the process.
    package let number: UInt64

    /// Names a socket.
    package init(_ number: UInt64) {
        self.number = number
    }

    package static func < (one: Self, other: Self) -> Bool { one.number < other.number }
}

/// One post that waits for its answer.
package struct PostID: Hashable, Sendable {
    /// A running number of the process.
    package let number: UInt64

    /// Names a post.
    package init(_ number: UInt64) {
        self.number = number
    }
}

/// What is asked of others on the bus.
package enum Ask: Sendable, Equatable {
    /// Who gets the answer.
    package enum Asker: Sendable, Equatable {
        case page(ClientID, id: Int)
        case post(PostID)
    }

    /// The face's view model.
    case look
    /// A press of one of the face's controls.
    case press(FacePress, Asker)
    /// What a finger does on the microphone.
    case point(FacePointer, Asker)
    /// The end of a view session's arming; a page that asked for it hears of a failure only.
    case disarm(FaceDisarm, ClientID?)
    /// Something of the navigator.
    case action(PageAction, Asker)

    /// How long the answer is waited for, in seconds: a touch that is not taken by then is forgotten.
    package var within: Seconds {
        switch self {
        case .look, .press, .point, .disarm: 2
        case .action: 3
        }
    }
}

/// What others on the bus have answered.
package enum Answer: Sendable, Equatable {
    case view(FaceView)
    case pressed(FacePressed)
    case pointed(FacePointed)
    /// The thing that was asked for was done.
    case done
}

/// What a post is answered.
package enum PostAnswer: Sendable, Equatable {
    case pressed(FacePressed)
    case problem(Problem)

    /// The status of the answer.
    package var status: Int {
        switch self {
        case .pressed: 200
        case .problem(let problem): problem.status
        }
    }
}

/// What is answered on the bus.
package enum WebReply: WritableMessage {
    case page(WebPage)
    case problem(Problem)

    package var message: any Message {
        switch self {
        case .page(let message): message
        case .problem(let message): message
        }
    }
}

extension Problem {
    /// The status of an HTTP answer that says this.
    package var status: Int {
        switch type {
        case .malformed, .invalid: 400
        case .notAllowed: 403
        case .notFound: 404
        case .busy, .tooLate, .otherBoot, .refused: 409
        case .unsupported: 501
        case .unreachable: 503
        case .internal: 500
        }
    }
}

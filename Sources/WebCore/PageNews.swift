package import Messages

/// What a page is told over its socket.
package enum PageNews: Sendable, Equatable {
    /// It is let in.
    case welcome
    /// What to show; the next one comes when this one was shown.
    case view(number: Int, FaceView)
    /// What is shown is old from now on (V8).
    case lost(FaceLoss)
    /// The server lives, each second.
    case beat
    /// What a press has done.
    case pressed(id: Int, FacePressed)
    /// What has come of a touch of the microphone.
    case pointed(id: Int, FacePointed)
    /// Something else that was asked for is done.
    case done(id: Int)
    /// Something was not done.
    case problem(id: Int?, Problem)
}

/// Why the face cannot be relied on; the page has the words for it.
package enum FaceLoss: String, Codable, Sendable {
    /// It cannot be reached.
    case disconnected
    /// It can be reached, and shows no life.
    case silent
    /// It says what this program cannot read.
    case notUnderstood = "not_understood"
}

extension PageNews: Encodable {
    private enum CodingKeys: String, CodingKey {
        case type
        case id
        case number
        case view
        case reason
        case outcome
        case hold
        case title
        case detail
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(type, forKey: .type)
        switch self {
        case .welcome, .beat: break
        case .view(let number, let view):
            try fields.encode(number, forKey: .number)
            try fields.encode(view, forKey: .view)
        case .lost(let reason): try fields.encode(reason, forKey: .reason)
        case .pressed(let id, let pressed):
            try fields.encode(id, forKey: .id)
            try fields.encode(pressed.outcome, forKey: .outcome)
            try fields.encodeIfPresent(pressed.reason, forKey: .reason)
        case .pointed(let id, let pointed):
            try fields.encode(id, forKey: .id)
            try fields.encode(pointed.outcome, forKey: .outcome)
            try fields.encodeIfPresent(pointed.hold, forKey: .hold)
            try fields.encodeIfPresent(pointed.reason, forKey: .reason)
        case .done(let id): try fields.encode(id, forKey: .id)
        case .problem(let id, let problem):
            try fields.encodeIfPresent(id, forKey: .id)
            try fields.encode(problem.title, forKey: .title)
            try fields.encode(problem.detail, forKey: .detail)
        }
    }

    private var type: String {
        switch self {
        case .welcome: "welcome"
        case .view: "view"
        case .lost: "lost"
        case .beat: "beat"
        case .pressed: "pressed"
        case .pointed: "pointed"
        case .done: "done"
        case .problem: "problem"
        }
    }
}

/// Why a page's socket is closed from here.
package enum PageDrop: Sendable, Equatable {
    /// Another page has the same view session now.
    case replaced
    /// It did not show the secret.
    case stranger
    /// It did not say in time who it is.
    case late
    /// It takes nothing, or shows nothing, of what it is sent.
    case slow

    /// The close code of the socket.
    package var code: UInt16 {
        switch self {
        case .replaced: 4_001
        case .stranger: 4_003
        case .late: 4_008
        case .slow: 4_009
        }
    }

    /// The words beside the code.
    package var reason: String {
        switch self {
        case .replaced: "another page has this view session"
        case .stranger: "the token is wrong"
        case .late: "no hello came"
        case .slow: "nothing is shown"
        }
    }
}

package import Messages

/// What the face answers.
package enum FaceReply: WritableMessage {
    case pressed(FacePressed)
    case disarmed(FaceDisarmed)
    case pointed(FacePointed)
    /// Boxed, as it is far larger than the others, and all of them are remembered.
    indirect case view(FaceView)
    case problem(Problem)

    package var message: any Message {
        switch self {
        case .pressed(let message): message
        case .disarmed(let message): message
        case .pointed(let message): message
        case .view(let message): message
        case .problem(let message): message
        }
    }
}

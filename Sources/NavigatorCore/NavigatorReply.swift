package import Messages

/// What the navigator answers.
package enum NavigatorReply: WritableMessage {
    case offer(OfferAnswer)
    case state(NavigatorState)
    case pinAdded(PinsAdded)
    case pins(PinsListed)
    case pinRemoved(PinsRemoved)
    case guides(GuidesListed)
    case problem(Problem)

    package var message: any Message {
        switch self {
        case .offer(let message): message
        case .state(let message): message
        case .pinAdded(let message): message
        case .pins(let message): message
        case .pinRemoved(let message): message
        case .guides(let message): message
        case .problem(let message): message
        }
    }
}

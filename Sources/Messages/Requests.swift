/// The requests of solo play, which the engine answers.
package enum SoloRequest: ReadableMessage {
    case start(SoloStart)
    case extend(SoloExtend)
    case stop(SoloStop)
    case dismiss(SoloDismiss)
    case status(SoloStatus)
    case receipts(SoloReceiptsList)

    package init?(type: String, from reader: some PayloadReader) throws(Problem) {
        switch type {
        case SoloStart.type: self = .start(try reader.read())
        case SoloExtend.type: self = .extend(try reader.read())
        case SoloStop.type: self = .stop(try reader.read())
        case SoloDismiss.type: self = .dismiss(try reader.read())
        case SoloStatus.type: self = .status(try reader.read())
        case SoloReceiptsList.type: self = .receipts(try reader.read())
        default: return nil
        }
    }
}

/// What the engine answers.
package enum SoloReply: WritableMessage {
    case started(SoloStarted)
    case extended(SoloExtended)
    case stopping(SoloStopping)
    case receipt(SoloReceipt)
    case state(SoloState)
    case receipts(SoloReceipts)
    case problem(Problem)

    package var message: any Message {
        switch self {
        case .started(let message): message
        case .extended(let message): message
        case .stopping(let message): message
        case .receipt(let message): message
        case .state(let message): message
        case .receipts(let message): message
        case .problem(let message): message
        }
    }
}

extension SoloReply: ReadableMessage {
    package init?(type: String, from reader: some PayloadReader) throws(Problem) {
        switch type {
        case SoloStarted.type: self = .started(try reader.read())
        case SoloExtended.type: self = .extended(try reader.read())
        case SoloStopping.type: self = .stopping(try reader.read())
        case SoloReceipt.type: self = .receipt(try reader.read())
        case SoloState.type: self = .state(try reader.read())
        case SoloReceipts.type: self = .receipts(try reader.read())
        case Problem.type: self = .problem(try reader.read())
        default: return nil
        }
    }
}

/// The requests that the relay answers.
package enum RelayRequest: ReadableMessage {
    case set(BroadcastSet)
    case wrapUp(BroadcastWrapUp)

    package init?(type: String, from reader: some PayloadReader) throws(Problem) {
        switch type {
        case BroadcastSet.type: self = .set(try reader.read())
        case BroadcastWrapUp.type: self = .wrapUp(try reader.read())
        default: return nil
        }
    }
}

/// The requests that a face answers; its outbox's are `OutboxAsk`.
package enum FaceRequest: ReadableMessage {
    case press(FacePress)
    case stop(FaceStop)
    case disarm(FaceDisarm)
    case pointer(FacePointer)
    case look(FaceLook)

    package init?(type: String, from reader: some PayloadReader) throws(Problem) {
        switch type {
        case FacePress.type: self = .press(try reader.read())
        case FaceStop.type: self = .stop(try reader.read())
        case FaceDisarm.type: self = .disarm(try reader.read())
        case FacePointer.type: self = .pointer(try reader.read())
        case FaceLook.type: self = .look(try reader.read())
        default: return nil
        }
    }
}

/// The requests that a face's outbox answers.
package enum OutboxAsk: ReadableMessage {
    case take(OutboxTake)
    case acknowledge(OutboxAck)

    package init?(type: String, from reader: some PayloadReader) throws(Problem) {
        switch type {
        case OutboxTake.type: self = .take(try reader.read())
        case OutboxAck.type: self = .acknowledge(try reader.read())
        default: return nil
        }
    }
}

/// The requests that the navigator answers.
package enum NavigatorRequest: ReadableMessage {
    case offerPin(OfferPin)
    case offerLink(OfferLink)
    case offerHandoff(OfferHandoff)
    case accept(NavAccept)
    case decline(NavDecline)
    case start(NavStart)
    case cancel(NavCancel)
    case end(NavEnd)
    case mode(NavMode)
    case provider(NavProvider)
    case simulate(NavSimulate)
    case status(NavStatus)
    case addPin(PinsAdd)
    case listPins(PinsList)
    case removePin(PinsRemove)
    case walkPin(PinsWalk)
    case listGuides(GuidesList)
    case openGuide(GuidesOpen)

    package init?(type: String, from reader: some PayloadReader) throws(Problem) {
        switch type {
        case OfferPin.type: self = .offerPin(try reader.read())
        case OfferLink.type: self = .offerLink(try reader.read())
        case OfferHandoff.type: self = .offerHandoff(try reader.read())
        case NavAccept.type: self = .accept(try reader.read())
        case NavDecline.type: self = .decline(try reader.read())
        case NavStart.type: self = .start(try reader.read())
        case NavCancel.type: self = .cancel(try reader.read())
        case NavEnd.type: self = .end(try reader.read())
        case NavMode.type: self = .mode(try reader.read())
        case NavProvider.type: self = .provider(try reader.read())
        case NavSimulate.type: self = .simulate(try reader.read())
        case NavStatus.type: self = .status(try reader.read())
        case PinsAdd.type: self = .addPin(try reader.read())
        case PinsList.type: self = .listPins(try reader.read())
        case PinsRemove.type: self = .removePin(try reader.read())
        case PinsWalk.type: self = .walkPin(try reader.read())
        case GuidesList.type: self = .listGuides(try reader.read())
        case GuidesOpen.type: self = .openGuide(try reader.read())
        default: return nil
        }
    }
}

/// The requests that the launcher answers.
package enum GroupRequest: ReadableMessage {
    case status(GroupStatusGet)
    case stop(GroupStop)
    case restart(GroupRestart)

    package init?(type: String, from reader: some PayloadReader) throws(Problem) {
        switch type {
        case GroupStatusGet.type: self = .status(try reader.read())
        case GroupStop.type: self = .stop(try reader.read())
        case GroupRestart.type: self = .restart(try reader.read())
        default: return nil
        }
    }
}

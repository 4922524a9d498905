import Messages

// What ends at the relay itself: its broadcast, and what the companion is told.
extension RelayCore {
    /// Answers somebody who asks over the bus.
    mutating func requested(
        _ request: RelayRequest, _ key: RequestKey, _ token: ReplyToken
    ) -> [Effect] {
        let wanted: OutboxRequest =
            switch request {
            case .set(let set): .onAir(set.onAir)
            case .wrapUp: .wrapUp
            }
        let (reply, effects) = perform(wanted, key, from: nil)
        return effects + (reply.map { [.reply($0, to: token)] } ?? [])
    }

    /// Does a thing once for each key (B3): an outbox hands out again what it does not know to
    /// be acknowledged, perhaps after something newer.
    mutating func perform(
        _ request: OutboxRequest, _ key: RequestKey, from face: String?
    ) -> (reply: RelayReply?, effects: [Effect]) {
        switch done.verdict(on: request, key: key) {
        case .new: break
        case .seen(let reply): return (reply, [])
        case .reused: return (.problem(.reusedKey), [])
        }
        let before = broadcast
        let reply = setBroadcast(as: request)
        done.remember(request, key: key, reply: reply)
        let changed: [Effect] = broadcast == before ? [] : [.publishBroadcast(broadcast)]
        return (reply, changed + (face.map { companionNews(request, of: $0) } ?? []))
    }

    /// Starts, ends or wraps up the broadcast; nil where the request is about none of these.
    private mutating func setBroadcast(as request: OutboxRequest) -> RelayReply? {
        switch request {
        case .onAir(let onAir):
            // On air already, it goes on wrapping: the item carries the wanted value.
            if broadcast.onAir != onAir { broadcast = BroadcastState(onAir: onAir) }
        case .wrapUp:
            guard broadcast.onAir == true else { return .problem(.notOnAir) }
            broadcast.wrapping = true
        case .stop, .extend, .eye, .heard:
            return nil
        }
        return .broadcast(broadcast)
    }

    /// What the companion is told of a face's wish.
    private func companionNews(_ request: OutboxRequest, of face: String) -> [Effect] {
        switch request {
        case .eye(let watching):
            [.publishWatching(CompanionWatching(face: face, watching: watching))]
        case .heard(let text, let take):
            [.publishHeard(CompanionHeard(face: face, text: text, take: take))]
        case .stop, .extend, .onAir, .wrapUp: []
        }
    }
}

extension Problem {
    /// The answer to "wrap up" when there is nothing to come to an end.
    static let notOnAir = Problem(
        .refused, "not on air", detail: "Only a broadcast that is on air can be wrapped up.")
}

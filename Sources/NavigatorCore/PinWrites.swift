import Messages

/// The changes of pins that are on their way into the journal, and who waits for them.
struct PinWrites: Sendable, Equatable {
    /// One change.
    struct Write: Sendable, Equatable {
        /// The request that wants it.
        let request: NavigatorRequest
        /// The request's key.
        let key: RequestKey
        /// The change.
        let record: PinRecord
        /// The deliveries of the request; each gets the answer (N16).
        var tokens: [ReplyToken]
    }

    /// How a request stands to the changes under way.
    enum Standing {
        /// It wants none of them.
        case apart
        /// It wants one of them too, and waits along.
        case joined
        /// Its key belongs to one of them, with other content.
        case reused
    }

    private var writes: [WriteID: Write] = [:]
    private var byKey: [RequestKey: WriteID] = [:]
    private var last: UInt64 = 0

    /// Begins a change.
    mutating func begin(
        _ record: PinRecord, for request: NavigatorRequest, _ call: Call
    ) -> WriteID {
        last += 1
        let id = WriteID(last)
        writes[id] = Write(request: request, key: call.key, record: record, tokens: [call.token])
        byKey[call.key] = id
        return id
    }

    /// Lets another delivery of a request wait along.
    mutating func join(_ request: NavigatorRequest, _ call: Call) -> Standing {
        guard let id = byKey[call.key], let write = writes[id] else { return .apart }
        guard write.request == request else { return .reused }
        writes[id]?.tokens.append(call.token)
        return .joined
    }

    /// Takes out a change that has come to its end; nil where there is none of this id.
    mutating func end(_ id: WriteID) -> Write? {
        guard let write = writes.removeValue(forKey: id) else { return nil }
        byKey[write.key] = nil
        return write
    }
}

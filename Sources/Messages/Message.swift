/// A span of time or a point on a monotonic clock, in seconds.
///
/// Points are on the reader's own `CLOCK_BOOTTIME` unless a field says whose clock it is. Plain
/// doubles, because the rules compare differences of doubles and say so (T1 to T9, F1).
package typealias Seconds = Double

/// The data of one kind of event, request or reply (`wire.md`).
package protocol Message: Codable, Sendable, Equatable {
    /// The type on the wire: lower-case words with dots.
    static var type: String { get }
}

/// Reads the data of a message whose type is known.
package protocol PayloadReader {
    /// Reads the data as one kind of message.
    ///
    /// - Throws: A `Problem` of type `malformed` that names the field.
    func read<Payload: Message>(_ payload: Payload.Type) throws(Problem) -> Payload
}

extension PayloadReader {
    /// Reads the data as the kind of message that the context asks for.
    ///
    /// - Throws: A `Problem` of type `malformed` that names the field.
    package func read<Payload: Message>() throws(Problem) -> Payload {
        try read(Payload.self)
    }
}

/// One of the requests that a process understands, or of the events that it listens to.
package protocol ReadableMessage: Sendable, Equatable {
    /// Reads the data of a message; nil where the type is none of these.
    ///
    /// - Throws: A `Problem` of type `malformed` that names the field.
    init?(type: String, from reader: some PayloadReader) throws(Problem)
}

/// One of the messages that a process sends.
package protocol WritableMessage: Sendable, Equatable {
    /// The message that goes on the wire.
    var message: any Message { get }
}

/// A state that says what is so as of sending, and may be sent later than it was made (B1, R3).
package protocol Dated {
    /// Carries every time in it forward by as many seconds as it was held back.
    mutating func carryForward(by elapsed: Seconds)
}

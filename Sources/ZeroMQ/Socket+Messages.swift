internal import CZeroMQ
internal import Glibc

/// What became of a message that was to be sent.
package enum Sent: Sendable {
    /// The library has it.
    case sent
    /// No peer is there for it, or its queue is full; nothing of the message went out.
    case wouldBlock
    /// A mandatory router knows no such peer; nothing of the message went out.
    case unroutable
}

/// A message that was received.
package struct Multipart: Sendable, Equatable {
    /// Its frames, at least one.
    package var frames: [[UInt8]]
    /// The name that the authentication handler gave its sender.
    package var user: String?

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - frames: Its frames.
    ///   - user: The name that the authentication handler gave its sender.
    package init(frames: [[UInt8]], user: String? = nil) {
        self.frames = frames
        self.user = user
    }
}

/// What there was to receive.
package enum Received: Sendable, Equatable {
    /// A whole message.
    case message(Multipart)
    /// A message over the limit: its first frames, up to the limit; the rest is dropped.
    case oversized(Multipart)
}

/// How much of a message is taken over from the library.
package struct ReceiveLimit: Sendable {
    /// The most frames.
    package var frames: Int
    /// The most bytes, of all its frames together.
    package var bytes: Int

    /// Sets a limit.
    ///
    /// - Parameters:
    ///   - frames: The most frames.
    ///   - bytes: The most bytes, of all frames together.
    package init(frames: Int = 16, bytes: Int = 1 << 20) {
        self.frames = frames
        self.bytes = bytes
    }
}

extension Socket {
    /// Sends a message whole, or not at all, without waiting.
    ///
    /// - Parameter frames: Its frames, at least one.
    /// - Returns: What became of it.
    /// - Throws: `.outOfStep`, for a `.req` that still waits for its reply.
    package func send(_ frames: [[UInt8]]) throws(ZeroMQError) -> Sent {
        precondition(!frames.isEmpty, "a message has at least one frame")
        var outcome = Sent.sent
        for index in frames.indices {
            let isLast = index == frames.count - 1
            let sent = try send(Frame(frames[index]), more: !isLast)
            guard sent != .sent else { continue }
            outcome = sent
            // Refused at its first frame, the message never began. At a later one, the peer has
            // gone meanwhile: the library then swallows frames up to the last one of the message,
            // and has to be given them, or it would swallow the next message.
            if index == 0 { break }
        }
        return outcome
    }

    /// Sends one frame, without waiting.
    ///
    /// A message that was begun has to be ended: once a frame was sent with `more`, send the
    /// others too, whatever becomes of them.
    ///
    /// - Parameters:
    ///   - frame: The frame, which is gone afterwards.
    ///   - more: Whether another frame of the same message follows.
    /// - Returns: What became of it.
    /// - Throws: `.outOfStep`, for a `.req` that still waits for its reply.
    package func send(_ frame: consuming Frame, more: Bool = false) throws(ZeroMQError) -> Sent {
        let flags = more ? ZMQ_DONTWAIT | ZMQ_SNDMORE : ZMQ_DONTWAIT
        do throws(ZeroMQError) {
            let size = try handle.call("zmq_msg_send") { socket in
                unsafe zmq_msg_send(&frame.message, socket, flags)
            }
            return size == nil ? .wouldBlock : .sent
        } catch {
            guard error.code == .hostUnreachable else { throw error }
            return .unroutable
        }
    }

    /// Takes the next message, without waiting.
    ///
    /// - Parameter limit: How much of a message is taken over; the rest of it is dropped.
    /// - Returns: The message, or `nil` where there is none.
    /// - Throws: `.outOfStep`, for a `.rep` that has not replied yet.
    package func receive(_ limit: ReceiveLimit = .init()) throws(ZeroMQError) -> Received? {
        guard var frame = try receiveFrame() else { return nil }
        var message = Multipart(frames: [])
        var room = limit
        var isOversized = false
        while true {
            room.frames -= 1
            room.bytes -= frame.count
            isOversized = room.frames < 0 || room.bytes < 0
            if !isOversized { message.frames.append(frame.bytes) }
            guard frame.more else { break }
            // The library hands a message out only once it has all of it.
            guard let next = try receiveFrame() else { fatalError("zmq_msg_recv: half a message") }
            frame = next
        }
        message.user = frame.property("User-Id")
        return isOversized ? .oversized(message) : .message(message)
    }

    /// Takes the next frame, without waiting.
    ///
    /// - Returns: The frame, or `nil` where there is none.
    /// - Throws: `.outOfStep`, for a `.rep` that has not replied yet.
    package func receiveFrame() throws(ZeroMQError) -> Frame? {
        var frame = Frame()
        let size = try handle.call("zmq_msg_recv") { socket in
            unsafe zmq_msg_recv(&frame.message, socket, ZMQ_DONTWAIT)
        }
        if size == nil { return nil }
        return consume frame
    }
}

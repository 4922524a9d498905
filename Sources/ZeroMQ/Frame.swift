internal import CZeroMQ

/// One part of a message, in the library's own memory.
@safe
package struct Frame: ~Copyable {
    // May be moved bit by bit, as the library itself does in its queues.
    var message: zmq_msg_t

    /// An empty frame, to receive into.
    init() {
        message = zmq_msg_t()
        unsafe zmq_msg_init(&message)
    }

    /// Makes a frame with a copy of the bytes.
    ///
    /// - Parameter bytes: The content; may be empty.
    package init(copying bytes: Span<UInt8>) {
        message = zmq_msg_t()
        guard unsafe zmq_msg_init_size(&message, bytes.count) == 0 else {
            fatalError("zmq_msg_init_size: no memory for \(bytes.count) bytes")
        }
        guard !bytes.isEmpty, let target = unsafe zmq_msg_data(&message) else { return }
        unsafe bytes.withUnsafeBytes { source in
            guard let start = source.baseAddress else { return }
            unsafe target.copyMemory(from: start, byteCount: source.count)
        }
    }

    /// Makes a frame with a copy of the bytes.
    ///
    /// - Parameter bytes: The content; may be empty.
    package init(_ bytes: [UInt8]) { self.init(copying: bytes.span) }

    deinit {
        var closing = message
        unsafe zmq_msg_close(&closing)
    }

    /// The number of bytes.
    package var count: Int { unsafe withUnsafePointer(to: message) { unsafe zmq_msg_size($0) } }

    /// Whether another frame of the same message follows.
    package var more: Bool {
        unsafe withUnsafePointer(to: message) { unsafe zmq_msg_more($0) } != 0
    }

    /// Lends the content, without a copy.
    ///
    /// Lent to a closure and not returned: up to 33 bytes live inside the frame itself, and would
    /// move with it.
    ///
    /// - Parameter body: What reads the bytes.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    package func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafePointer(to: message) { pointer throws(Failure) in
            let message = unsafe UnsafeMutablePointer(mutating: pointer)
            let bytes = unsafe UnsafeRawBufferPointer(
                start: zmq_msg_data(message), count: zmq_msg_size(pointer))
            return try unsafe body(bytes.assumingMemoryBound(to: UInt8.self).span)
        }
    }

    /// A copy of the content.
    package var bytes: [UInt8] {
        withBytes { span in
            // An empty array shares its storage with all others, and this initializer writes a zero
            // into it: harmless, but a race to the thread sanitizer.
            guard !span.isEmpty else { return [] }
            return unsafe [UInt8](unsafeUninitializedCapacity: span.count) { buffer, count in
                count = unsafe span.withUnsafeBufferPointer { source in
                    unsafe buffer.initialize(fromContentsOf: source)
                }
            }
        }
    }

    /// A property of the connection that the frame came over.
    ///
    /// - Parameter name: `User-Id`, which the authentication handler gave, `Peer-Address`,
    ///   `Socket-Type`, …
    /// - Returns: Its value; `nil` where the frame has no such property. The identity frame of a
    ///   router's message may lack what the frames after it have: ask the last one.
    package func property(_ name: String) -> String? {
        unsafe withUnsafePointer(to: message) { pointer in
            guard let value = unsafe zmq_msg_gets(pointer, name) else { return nil }
            return unsafe String(cString: value)
        }
    }
}

@available(*, unavailable)
extension Frame: Sendable {}

internal import CZeroMQ

/// The printable form of keys: five characters for four bytes.
package enum Z85 {
    /// The text of some bytes; `nil` where their number is no multiple of four.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The text.
    package static func text(of bytes: [UInt8]) -> String? {
        let length = bytes.count / 4 * 5
        var text = [CChar](repeating: 0, count: length + 1)
        guard unsafe zmq_z85_encode(&text, bytes, bytes.count) != nil else { return nil }
        return String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The bytes of a text; `nil` where it is not the text of any.
    ///
    /// - Parameter text: The text.
    /// - Returns: The bytes.
    package static func bytes(of text: String) -> [UInt8]? {
        // The library counts up to the first zero.
        guard text.utf8.count.isMultiple(of: 5), !text.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: text.utf8.count / 5 * 4)
        guard unsafe zmq_z85_decode(&bytes, text) != nil else { return nil }
        return bytes
    }
}

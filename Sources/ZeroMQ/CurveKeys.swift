internal import CZeroMQ
internal import Glibc

/// A pair of keys for CURVE, each as 40 printable characters (Z85).
package struct CurveKeys: Sendable, Equatable {
    /// What others know us by.
    package let publicKey: String
    /// What nobody else may see.
    package let secretKey: String

    /// Makes a fresh pair.
    ///
    /// - Throws: Where the library was built without CURVE.
    package init() throws(ZeroMQError) {
        var publicKey = Self.room
        var secretKey = Self.room
        _ = try call("zmq_curve_keypair") { unsafe zmq_curve_keypair(&publicKey, &secretKey) }
        self.publicKey = Self.text(publicKey)
        self.secretKey = Self.text(secretKey)
    }

    /// Completes a pair.
    ///
    /// - Parameter secretKey: The secret key.
    /// - Throws: `.invalidArgument` where it is no key.
    package init(secretKey: String) throws(ZeroMQError) {
        guard secretKey.utf8.count == Self.length else {
            throw ZeroMQError(
                .invalidArgument, in: "zmq_curve_public",
                "a key has \(Self.length) characters, this one \(secretKey.utf8.count)")
        }
        var publicKey = Self.room
        _ = try call("zmq_curve_public") { unsafe zmq_curve_public(&publicKey, secretKey) }
        self.publicKey = Self.text(publicKey)
        self.secretKey = secretKey
    }

    private static let length = 40

    /// Room for a key and the zero after it.
    private static var room: [CChar] { [CChar](repeating: 0, count: length + 1) }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

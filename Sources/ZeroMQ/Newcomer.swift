/// A peer at a guarded endpoint, as the library describes it to whoever decides about it.
///
/// The library asks by ZAP 1.0, and only about peers that speak the endpoint's own mechanism: one
/// without a key at an endpoint that wants keys is sent away before anybody is asked.
package struct Newcomer: Sendable, Equatable {
    /// What a peer shows for itself.
    package enum Proof: Sendable, Equatable {
        /// Nothing.
        case none
        /// A public key whose secret half it has, in Z85.
        case key(String)
        /// Something that no endpoint of ours asks for.
        case other
    }

    /// The name that the endpoint has by `zapDomain`.
    package var domain: String
    /// Where it comes from, the bare address; over `ipc` it means nothing.
    package var address: String
    /// What it shows.
    package var proof: Proof

    /// Describes a peer.
    ///
    /// - Parameters:
    ///   - domain: The name of the endpoint.
    ///   - address: Where it comes from.
    ///   - proof: What it shows.
    package init(domain: String, address: String, proof: Proof) {
        self.domain = domain
        self.address = address
        self.proof = proof
    }

    /// Reads the library's question; `nil` where it is none.
    ///
    /// The frames are version, number, domain, address, identity, mechanism, and what goes with it.
    init?(question frames: [[UInt8]]) {
        guard frames.count >= 6, frames[0] == Array(Self.version.utf8) else { return nil }
        let proof: Proof =
            switch String(decoding: frames[5], as: UTF8.self) {
            case "NULL": .none
            case "CURVE": frames.dropFirst(6).first.flatMap(Z85.text).map(Proof.key) ?? .other
            default: .other
            }
        self.init(
            domain: String(decoding: frames[2], as: UTF8.self),
            address: String(decoding: frames[3], as: UTF8.self), proof: proof)
    }

    static let version = "1.0"
}

/// What is decided about a peer.
package enum Admission: Sendable, Equatable {
    /// It may come in; each of its messages carries the name as its user.
    case granted(user: String)
    /// It may not.
    case denied
}

extension Admission {
    /// The answer to a question of the library's.
    ///
    /// Who is denied is told "not now", 300: its connection ends without a word. Told "no", 400,
    /// a client of 4.3.4 would not come back when it is allowed later.
    func answer(to question: [[UInt8]]) -> [[UInt8]] {
        let number = question.count > 1 ? question[1] : []
        let (code, user) =
            switch self {
            case .granted(let user): ("200", user)
            case .denied: ("300", "")
            }
        return [Array(Newcomer.version.utf8), number, Array(code.utf8), [], Array(user.utf8), []]
    }
}

/// The answer that something was not done, and why (RFC 9457).
package struct Problem: Message, Error {
    package static let type = "problem"

    /// The sorts of problems, `urn:handrail:…` on the wire.
    package enum Sort: String, Codable, Sendable, CaseIterable {
        case malformed = "urn:handrail:malformed"
        case invalid = "urn:handrail:invalid"
        case busy = "urn:handrail:busy"
        case notFound = "urn:handrail:not-found"
        case tooLate = "urn:handrail:too-late"
        case otherBoot = "urn:handrail:other-boot"
        case refused = "urn:handrail:refused"
        case unreachable = "urn:handrail:unreachable"
        case notAllowed = "urn:handrail:not-allowed"
        case unsupported = "urn:handrail:unsupported"
        case `internal` = "urn:handrail:internal"

        /// The last word of the urn, as a person reads it.
        package var word: String { String(rawValue.dropFirst("urn:handrail:".count)) }
    }

    /// What sort of problem it is.
    package var type: Sort
    /// What happened, in a few words.
    package var title: String
    /// What happened, where, and what to do.
    package var detail: String
    /// The field that is wrong, as a dotted path.
    package var field: String?
    /// The session that is in the way, or that is meant instead.
    package var session: SessionID?
    /// The boot of the engine that answered, where a Stop's problem must be ordered by it (F13).
    package var boot: Boot?
    /// The engine's revision when it answered.
    package var revision: Int?

    /// Says that something was not done.
    package init(
        _ type: Sort, _ title: String, detail: String? = nil, field: String? = nil,
        session: SessionID? = nil, boot: Boot? = nil, revision: Int? = nil
    ) {
        self.type = type
        self.title = title
        self.detail = detail ?? title
        self.field = field
        self.session = session
        self.boot = boot
        self.revision = revision
    }
}

/// An opaque text that names one thing of the kind `Kind`.
///
/// Two kinds cannot be compared or exchanged, so a session is never taken for a boot.
package struct Identifier<Kind>: Hashable, Sendable {
    /// The text on the wire.
    package let text: String

    /// Names a thing by its text.
    package init(_ text: String) {
        self.text = text
    }
}

extension Identifier: Codable {
    package init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Identifier: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self.text = text
    }
}

extension Identifier: CustomStringConvertible {
    package var description: String { text }
}

/// The kinds of things that have identifiers.
package enum Kinds {
    package enum Boot {}
    package enum Session {}
    package enum Request {}
    package enum Place {}
    package enum Trip {}
    package enum Preview {}
    package enum Offer {}
    package enum Ticket {}
}

/// One run of one process: another boot is another life.
package typealias Boot = Identifier<Kinds.Boot>
/// One session of solo play.
package typealias SessionID = Identifier<Kinds.Session>
/// One request or event: 128 random bits in hex.
package typealias RequestID = Identifier<Kinds.Request>
/// One pin or one place of a guide.
package typealias PlaceID = Identifier<Kinds.Place>
/// One trip under guidance.
package typealias TripID = Identifier<Kinds.Trip>
/// One previewed route.
package typealias PreviewID = Identifier<Kinds.Preview>
/// One pending offer.
package typealias OfferID = Identifier<Kinds.Offer>
/// One question for a route.
package typealias TicketID = Identifier<Kinds.Ticket>

/// Who asked, and which of its requests: what makes a request be done once (B3, E8).
package struct RequestKey: Hashable, Codable, Sendable {
    /// The asker, `/<topology>/<process>`.
    package var source: String
    /// The request's own id.
    package var id: RequestID

    /// Names a request.
    package init(source: String, id: RequestID) {
        self.source = source
        self.id = id
    }
}

/// The way back to whoever sent one request; good for one reply.
///
/// The same request sent twice comes with two of these, and both get their answer.
package struct ReplyToken: Hashable, Sendable {
    /// A running number of the receiving process.
    package let number: UInt64

    /// Makes the token of one delivery.
    package init(_ number: UInt64) {
        self.number = number
    }
}

/// One value of a JSON text, or the name of a member, and where it stands.
///
/// The tokens of a text follow each other as they stand in it: an object is followed by its
/// members' names and values in turn, a list by its elements.
struct Token: Sendable {
    enum Kind: UInt8, Sendable {
        case null
        case no
        case yes
        case number
        /// A text whose bytes stand for themselves.
        case text
        /// A text with at least one escape in it.
        case escapedText
        case list
        case object
    }

    let kind: Kind
    /// The first byte; of a text, the one behind the quote.
    let start: UInt32
    /// How many bytes a number, or a text without its quotes, has; how many elements or members.
    var length: UInt32 = 0
    /// The token after all that belongs to this one.
    var next: UInt32

    /// The bytes of a number or a text.
    var range: Range<Int> { Int(start)..<Int(start + length) }
    /// What a person calls it.
    var summary: String {
        switch kind {
        case .null: "null"
        case .no, .yes: "a truth value"
        case .number: "a number"
        case .text, .escapedText: "a text"
        case .list: "a list"
        case .object: "an object"
        }
    }
}

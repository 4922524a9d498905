/// The secret of a page's address, by which whoever asks shows that the address was given to them.
package struct Token: Sendable, Equatable {
    /// How many letters it has: 128 bits in hex.
    package static let length = 32

    /// The secret itself.
    package let text: String

    /// Takes a text for the secret; nil where it has another form.
    package init?(_ text: String) {
        let isHex = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
            default: false
            }
        }
        guard isHex, text.utf8.count == Self.length else { return nil }
        self.text = text
    }

    /// Whether somebody has given the secret.
    ///
    /// It takes the same time wherever the first wrong letter is, so that the secret cannot be found
    /// letter by letter.
    package func isGiven(by text: String) -> Bool {
        let given = Array(text.utf8)
        let own = Array(self.text.utf8)
        var difference: UInt8 = given.count == own.count ? 0 : 1
        for index in own.indices {
            difference |= own[index] ^ (index < given.count ? given[index] : 0)
        }
        return difference == 0
    }
}

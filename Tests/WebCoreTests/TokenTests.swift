import Testing
import WebCore

@Suite("The secret of the page's address")
struct TokenTests {
    private let text = "0123456789abcdef0123456789abcdef"

    @Test(
        "only 128 bits in hex are a secret",
        arguments: ["", "0123", "0123456789ABCDEF0123456789abcdef"])
    func form(text: String) {
        #expect(Token(text) == nil)
    }

    @Test("it is given by its own text alone")
    func given() throws {
        let token = try #require(Token(text))
        #expect(token.isGiven(by: text))
        for other in ["", "0", String(text.dropLast()), text + "0", text.uppercased()] {
            #expect(!token.isGiven(by: other), "\(other)")
        }
    }
}

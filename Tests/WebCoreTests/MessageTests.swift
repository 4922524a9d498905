import Foundation
import Messages
import Testing
import WebCore

@Suite("The texts between page and server")
struct PageMessageTests {
    private func read(_ text: String) throws -> PageMessage {
        try JSONDecoder().decode(PageMessage.self, from: Data(text.utf8))
    }

    private func written(_ news: PageNews) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(news), as: UTF8.self)
    }

    @Test("what a page says is read by its type")
    func reading() throws {
        let texts: [(String, PageMessage)] = [
            (#"{"type":"hello","token":"t","view":"v"}"#, .hello(token: "t", view: "v")),
            (
                #"{"type":"press","id":1,"control":"on_air","down":1,"up":1.5}"#,
                .press(id: 1, control: .onAir, down: 1, up: 1.5)
            ),
            (#"{"type":"disarm","more":1}"#, .disarm),
            (
                #"{"type":"action","id":2,"do":"walk","target":"p"}"#,
                .action(id: 2, .walk("p"))
            ),
            (#"{"type":"shown","number":3}"#, .shown(number: 3)),
        ]
        for (text, message) in texts { #expect(try read(text) == message) }
    }

    @Test(
        "anything else is refused",
        arguments: [
            "{}", #"{"type":"x"}"#, #"{"type":"press","id":1,"control":"x","down":1,"up":1}"#,
            #"{"type":"press","id":1,"control":"stop","down":1}"#,
            #"{"type":"action","id":2,"do":"mode","target":"p"}"#,
            #"{"type":"shown","number":"1"}"#, "[]",
        ])
    func refusing(text: String) {
        #expect(throws: DecodingError.self) { try read(text) }
    }

    @Test("what a page is told")
    func writing() throws {
        let problem = Problem(.busy, "t", detail: "d")
        let texts: [(PageNews, String)] = [
            (.welcome, #"{"type":"welcome"}"#), (.beat, #"{"type":"beat"}"#),
            (.lost(.notUnderstood), #"{"reason":"not_understood","type":"lost"}"#),
            (.done(id: 1), #"{"id":1,"type":"done"}"#),
            (
                .pressed(id: 1, FacePressed(.refused, reason: "r")),
                #"{"id":1,"outcome":"refused","reason":"r","type":"pressed"}"#
            ),
            (
                .problem(id: nil, problem), #"{"detail":"d","title":"t","type":"problem"}"#
            ),
        ]
        for (news, text) in texts { #expect(try written(news) == text) }
        #expect(try written(.view(number: 4, .sample)).contains(#""number":4"#))
    }
}

import JSON
import Testing

/// What is JSON, and what only looks like it (RFC 8259).
@Suite("Which bytes are JSON") struct StrictnessTests {
    static let good = [
        "null", "true", "false", "0", "-0", "7", "-7", "10", "0.5", "-0.25", "1e5", "1E+5", "1e-05",
        "0e0", "1.5e3", "123456789012345678901234567890", "1e999", "\"\"", "\"a\"", "[]", "{}",
        " \t\r\n1 \t\r\n", "[ ]", "{ }", "[1,2]", "[[],[[]],{}]", "[ 1 , 2 ]", "{\"\":0}",
        "{\"a\":1,\"a\":2}", "{ \"a\" : { \"b\" : [ null ] } }", #""\"\\\/\b\f\n\r\t""#,
        #""\u0000\u001F\u00e9\uABCD""#, #""\ud83d\ude42\uDBFF\uDFFF""#, "\"\u{7f}é…🙂\u{10ffff}\"",
        #""\u2028""#, "\"/\"", "\"\u{2028}\"", #"{"\u0061":1}"#,
    ]

    @Test("JSON is taken", arguments: good)
    func isTaken(text: String) {
        #expect(throws: Never.self) { try Value(Array(text.utf8)) }
    }

    static let bad = [
        // Nothing, half of something, more than something.
        "", " ", "1 2", "[] []", "{}x", "[", "]", "{", "}", "\"", "\"a", "[1", "{\"a\"", "{\"a\":",
        "{\"a\":1", "t", "tru", "nul", "falsey", "true1", "nulll",
        // Commas and colons.
        ",", "[,]", "[1,]", "[,1]", "[1,,2]", "[1 2]", "{,}", "{\"a\":1,}", "{\"a\" 1}",
        "{\"a\":1 \"b\":2}", "{\"a\"::1}", "{\"a\",1}", "[1:2]", "{a:1}", "{1:1}", "{null:1}",
        "{\"a\":}", "[}", "{]", "[1}", "{\"a\":1]",
        // Numbers.
        "+1", "-", "01", "-01", "00", "1.", ".5", "-.5", "1.e1", "1e", "1e+", "1ee1", "1e1.5",
        "0x1",
        "1_000", "1,", "--1", "1-", "NaN", "nan", "Infinity", "-Infinity", "inf", "1f", "１",
        // Words.
        "True", "NULL", "undefined", "yes",
        // Texts.
        "'a'", "\"\t\"", "\"\n\"", "\"\u{0}\"", "\"\u{1f}\"", #""\a""#, #""\x41""#, #""\'""#,
        #""\"#,
        #""\""#, #""\u""#, #""\u12""#, #""\u12G4""#, #""\u-123""#, #""\u 123""#, #""\U0041""#,
        // Half a pair, or a pair the wrong way round.
        #""\ud800""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\u0041""#, #""\ud800\ud800""#,
        #""\udc00""#, #""\ude42\ud83d""#, #""\ud83d\u""#, #""\ud83d\ude4""#, #""\uDBFF\uE000""#,
        // Comments, and blanks that are none.
        "//\n1", "/**/1", "1//", "#\n1", "\u{a0}1", "\u{b}1", "\u{c}1", "\u{feff}1", "1\u{0}",
    ]

    @Test("what is none is refused", arguments: bad)
    func isRefused(text: String) {
        #expect(throws: JSONError.self) { try Value(Array(text.utf8)) }
    }

    @Test("what is refused alone is refused inside, even where nobody reads it", arguments: bad)
    func isRefusedInside(text: String) {
        for (before, after) in [("[0,", "]"), ("{\"a\":", "}"), ("[\"", "\",}]")] {
            #expect(throws: JSONError.self) { try Value(Array((before + text + after).utf8)) }
        }
    }

    @Test("lists and objects may stand in each other 512 deep, and no deeper")
    func nesting() throws {
        func nested(_ depth: Int, _ before: String, _ after: String) -> [UInt8] {
            let text =
                String(repeating: before, count: depth) + "[]"
                + String(repeating: after, count: depth)
            return Array(text.utf8)
        }
        for (before, after) in [("[", "]"), ("{\"a\":", "}"), (" [ 1, ", "] ")] {
            #expect(throws: Never.self) { try Value(nested(511, before, after)) }
            #expect(throws: JSONError.self) { try Value(nested(512, before, after)) }
        }
        #expect(throws: JSONError.self) { try Value(nested(100_000, "[", "")) }
    }

    @Test(
        "bytes that are no UTF-8 are refused",
        arguments: [
            [0xff], [0x80], [0xc3], [0xc3, 0x28], [0xe2, 0x82], [0xed, 0xa0, 0x80],
            [0xc0, 0xaf], [0xe0, 0x80, 0xaf], [0xf0, 0x80, 0x80, 0xaf], [0xf4, 0x90, 0x80, 0x80],
            [0xf8, 0x88, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func notUTF8(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(throws: JSONError.self) { try Value([quote] + bytes + [quote]) }
    }

    @Test(
        "a mistake is told with its place",
        arguments: [("[1,x]", 3), ("{\"a\":1", 6), ("\"\\q\"", 3), ("1 2", 2)])
    func place(text: String, position: Int) {
        let error = #expect(throws: JSONError.self) { try Value(Array(text.utf8)) }
        #expect(error?.position == position)
        #expect(error?.description.hasSuffix("at byte \(position)") == true)
    }
}

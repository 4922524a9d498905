import FoundationEssentials
import JSON
import Testing

/// JSON5 as people write it in files, beside the toolchain's reading of it.
@Suite("JSON5") struct JSON5Tests {
    private func ours(_ text: String) throws -> Tree {
        try Value(json5: Array(text.utf8)).decode(Tree.self)
    }

    private func theirs(_ text: String) throws -> Tree {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        return try decoder.decode(Tree.self, from: Data(text.utf8))
    }

    static let good = [
        "// a\n{a: 1, 'b': 2, \"c\": 3,}", "/* a\n * b **/ [1, 2, /**/ 3,] // end",
        "{$a_1: null, _: true, true: false, null: 1, Infinity: 2, über: 3}", "[]", "{}", "[[],{},]",
        #"['it is "so"', "it's", 'it\'s', "\"", '\\', "a\/b"]"#, "'a//b/*c*/,}'",
        "[+1, -1, .5, -.5, 5., 1.e2, 0x1F, -0xa, 0.25, 1e-3, +.5E+1, 0]", "'\u{2028}'",
        #"{"a": {b: [{c: 'd',},],},}"#,
    ]

    @Test("it is read as the toolchain reads it, and JSON stays JSON", arguments: good)
    func isRead(text: String) throws {
        #expect(try ours(text) == theirs(text))
    }

    @Test(
        "escapes and blanks that the toolchain does not know",
        arguments: [
            ("'a\\\nb'", "ab"), ("'a\\\r\nb'", "ab"), (#"'\v\0\x41\u00e9'"#, "\u{b}\0Aé"),
            (#"'\ud83d\ude42\z'"#, "🙂z"), ("'\t'", "\t"), ("\u{feff}\u{a0}''\u{b}\u{c}", ""),
        ])
    func more(text: String, content: String) throws {
        #expect(try ours(text) == .text(content))
    }

    @Test("all of JSON is JSON5", arguments: StrictnessTests.good)
    func isSuperset(text: String) throws {
        let strict = try Value(Array(text.utf8))
        let loose = try Value(json5: Array(text.utf8))
        // A number may be too large for any type that it is read as.
        #expect((try? loose.decode(Tree.self)) == (try? strict.decode(Tree.self)))
    }

    @Test(
        "what is none is refused",
        arguments: [
            "", "// a", "/* a", "/* a *", "[1", "[,]", "{,}", "[1,,]", "[1 2]", "{a 1}", "{a:}",
            "a",
            "{1: 2}", "{a: b}", "'a", "'a\"", "'a\nb'", "'\\u12'", "'\\x4'", "'\\ud800'", "NaN",
            "-Infinity", "0x", "0xg", "1.2.3", ".", "+", "--1", "01", "1e", "#", "/", "[1]]", "@",
            "{a: 1, a-b: 2}", "undefined",
        ])
    func isRefused(text: String) {
        #expect(throws: JSONError.self) { try ours(text) }
    }

    @Test(
        "a mistake is told with its place in the text as it was written",
        arguments: [
            ("// é\n{a: 1\n b: 2}", 13), ("{a: [1, 2}", 9), ("{a: 'x", 4), ("/* x */ {a: 1", 13),
            ("{a: @}", 4),
        ])
    func place(text: String, position: Int) {
        let error = #expect(throws: JSONError.self) { try ours(text) }
        #expect(error?.position == position)
    }
}

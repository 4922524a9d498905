import JSON
import Testing

/// How values are read, and what is said where they cannot be.
@Suite("Reading") struct ReadingTests {
    private enum Word: String, Codable { case yes }

    private struct Inner: Codable, Equatable {
        var count: Int
        var word: Word?
    }

    private struct Outer: Codable, Equatable {
        var name: String
        var inner: Inner?
        var list: [Inner]?
        var table: [String: Inner]?
        var ratio: Double?
        var flag: Bool?
        var small: UInt8?
    }

    /// A mistake in a text, and what is said of it.
    struct Mistake: CustomTestStringConvertible {
        enum Sort { case type, null, key, broken }

        let testDescription: String
        let sort: Sort
        let path: String

        init(_ text: String, _ sort: Sort, _ path: String) {
            testDescription = text
            self.sort = sort
            self.path = path
        }
    }

    static let mistakes = [
        Mistake("[]", .type, ""), Mistake("null", .null, ""), Mistake("5", .type, ""),
        Mistake("{}", .key, "name"), Mistake(#"{"name":null}"#, .null, "name"),
        Mistake(#"{"name":1}"#, .type, "name"), Mistake(#"{"name":true}"#, .type, "name"),
        Mistake(#"{"name":"","inner":[]}"#, .type, "inner"),
        Mistake(#"{"name":"","inner":{}}"#, .key, "inner.count"),
        Mistake(#"{"x":[1,{}],"inner":{"y":0,"count":"1"},"name":""}"#, .type, "inner.count"),
        Mistake(#"{"name":"","inner":{"count":null}}"#, .null, "inner.count"),
        Mistake(#"{"name":"","inner":{"count":1.5}}"#, .broken, "inner.count"),
        Mistake(#"{"name":"","inner":{"count":1,"word":"no"}}"#, .broken, "inner.word"),
        Mistake(#"{"name":"","list":{}}"#, .type, "list"),
        Mistake(#"{"name":"","list":[{"count":1},{}]}"#, .key, "list.1.count"),
        Mistake(#"{"name":"","list":[[[]],[]]}"#, .type, "list.0"),
        Mistake(#"{"name":"","table":{"a":{"count":1},"b":{"count":[]}}}"#, .type, "table.b.count"),
        Mistake(#"{"name":"","t\u0061ble":{"\"\n":7}}"#, .type, "table.\"\n"),
        Mistake(#"{"name":"","ratio":"1"}"#, .type, "ratio"),
        Mistake(#"{"name":"","ratio":1e999}"#, .broken, "ratio"),
        Mistake(#"{"name":"","ratio":-1e999}"#, .broken, "ratio"),
        Mistake(#"{"name":"","flag":1}"#, .type, "flag"),
        Mistake(#"{"name":"","flag":"true"}"#, .type, "flag"),
        Mistake(#"{"name":"","small":256}"#, .broken, "small"),
        Mistake(#"{"name":"","small":-1}"#, .broken, "small"),
        Mistake(#"{"name":"","inner":{"count":9223372036854775808}}"#, .broken, "inner.count"),
        Mistake(#"{"name":"","inner":{"count":1e19}}"#, .broken, "inner.count"),
        Mistake(#"{"name":"","inner":{"count":9007199254740993.0}}"#, .broken, "inner.count"),
    ]

    @Test("a mistake is named with the way to it", arguments: mistakes)
    func named(mistake: Mistake) throws {
        let value = try Value(Array(mistake.testDescription.utf8))
        let error = #expect(throws: DecodingError.self) { try value.decode(Outer.self) }
        let (sort, path) = try Self.summary(of: #require(error))
        #expect(sort == mistake.sort)
        #expect(path == mistake.path)
        // The way begins at the value that is read, wherever that stands.
        let wrapped = "{\"x\":[{}],\"data\":\(mistake.testDescription),\"y\":0}"
        let data = try #require(try Value(Array(wrapped.utf8))["data"])
        let inside = #expect(throws: DecodingError.self) { try data.decode(Outer.self) }
        #expect(try Self.summary(of: #require(inside)).path == mistake.path)
    }

    private static func summary(of error: DecodingError) -> (sort: Mistake.Sort?, path: String) {
        let (sort, path): (Mistake.Sort?, [any CodingKey]) =
            switch error {
            case .typeMismatch(_, let context): (.type, context.codingPath)
            case .valueNotFound(_, let context): (.null, context.codingPath)
            case .keyNotFound(let key, let context): (.key, context.codingPath + [key])
            case .dataCorrupted(let context): (.broken, context.codingPath)
            @unknown default: (nil, [])
            }
        return (sort, path.map(\.stringValue).joined(separator: "."))
    }

    @Test("what is absent or null is nil, and what is not known is passed over")
    func absent() throws {
        let text = #"{"inner":null,"x":{"name":1},"name":"a","list":[],"y":["\u00e9",1e999]}"#
        #expect(try read(text, as: Outer.self) == Outer(name: "a", list: []))
    }

    @Test("the last member of a name counts, however its name is written")
    func duplicates() throws {
        #expect(try read(#"{"n\u0061me":"a","name":"b"}"#, as: Outer.self).name == "b")
        #expect(try read(#"{"name":"a","n\u0061me":"b"}"#, as: Outer.self).name == "b")
        #expect(try read(#"{"a":1,"b":2,"a":3}"#, as: [String: Int].self) == ["a": 3, "b": 2])
        let many = (0..<50).map { #""k\#($0)":\#($0),"# }.joined()
        let all = try read("{\(many)\"k7\":-1}", as: [String: Int].self)
        #expect(all.count == 50)
        #expect(all["k7"] == -1)
    }

    @Test("each escape is its character")
    func escapes() throws {
        let text =
            #"["\"\\\/\b\f\n\r\t", "\u0041\u00e9\uFFFF\u0000", "x\ud83d\ude42y\udbff\udfff"]"#
        let expected = ["\"\\/\u{8}\u{c}\n\r\t", "Aé\u{ffff}\u{0}", "x🙂y\u{10ffff}"]
        #expect(try read(text, as: [String].self) == expected)
    }

    @Test("a whole number may be written with a fraction of zero, or an exponent")
    func wholeNumbers() throws {
        #expect(
            try read("[3.0, 3e2, -0, 1.5e1, -9223372036854775808]", as: [Int].self)
                == [3, 300, 0, 15, .min])
        #expect(try read("[18446744073709551615]", as: [UInt64].self) == [.max])
    }

    @Test("a list that has no more elements says so")
    func pastTheEnd() throws {
        struct Pair: Decodable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                #expect(list.count == 1)
                #expect(try !list.decodeNil())
                // An element that could not be read is still the next one.
                #expect(throws: DecodingError.self) { try list.decode(Int.self) }
                #expect(try list.decode(String.self) == "a")
                #expect(list.isAtEnd)
                _ = try list.decode(String.self)
            }
        }
        let error = #expect(throws: DecodingError.self) { try read(#"["a"]"#, as: Pair.self) }
        #expect(Self.summary(of: try #require(error)).path == "1")
    }

    @Test("what stands there is told to whoever does not know beforehand")
    func content() throws {
        func shown(_ value: Value) -> String {
            switch value.content {
            case .null: "null"
            case .flag(let flag): "\(flag)"
            case .number(let digits): "#\(digits)"
            case .text(let text): "'\(text)'"
            case .list(let values): "[\(values.map(shown).joined(separator: " "))]"
            case .object(let members):
                "{\(members.map { "\($0.name)=\(shown($0.value))" }.joined(separator: " "))}"
            }
        }
        let text = #"[null,true,false,-1e5,"\u0041",[],{},{"b":{"c":[1]},"a":[[2],3],"b":""}]"#
        #expect(
            shown(try Value(Array(text.utf8)))
                == "[null true false #-1e5 'A' [] {} {b={c=[#1]} a=[[#2] #3] b=''}]")
    }

    @Test("a value is found by its name")
    func members() throws {
        let value = try Value(Array(#"{"a":{"b":[1]},"c":"d"}"#.utf8))
        #expect(try value["a"]?["b"]?.decode([Int].self) == [1])
        #expect(value["b"] == nil)
        #expect(value["c"]?["d"] == nil)
    }
}

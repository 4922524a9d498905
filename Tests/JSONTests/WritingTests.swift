import JSON
import Testing

/// How values are written.
@Suite("Writing") struct WritingTests {
    @Test("texts are quoted, and only what must be is escaped")
    func texts() throws {
        #expect(
            try written(["a/é🙂\u{7f}\u{2028}", "\"\\\n\t\u{0}\u{1f}"])
                == "[\"a/é🙂\u{7f}\u{2028}\",\"\\\"\\\\\\u000a\\u0009\\u0000\\u001f\"]")
    }

    @Test("members stand as the value gives them")
    func order() throws {
        struct Three: Encodable {
            var z = 1
            var a: [Int?] = [1, nil]
            var m: Bool?
            var k = ["x": true]
        }
        #expect(try written(Three()) == #"{"z":1,"a":[1,null],"k":{"x":true}}"#)
    }

    @Test("a value that writes nothing is an empty object, wherever it stands")
    func nothing() throws {
        struct Nothing: Encodable {
            func encode(to encoder: any Encoder) {}
        }
        struct Leaves: Encodable {
            enum CodingKeys: CodingKey { case a, b, c }
            func encode(to encoder: any Encoder) throws {
                var object = encoder.container(keyedBy: CodingKeys.self)
                _ = object.superEncoder(forKey: .a)
                _ = object.nestedUnkeyedContainer(forKey: .b)
                try object.encode(Nothing(), forKey: .c)
            }
        }
        #expect(try written(Nothing()) == "{}")
        #expect(try written([Nothing()]) == "[{}]")
        #expect(try written(Leaves()) == #"{"a":{},"b":[],"c":{}}"#)
    }

    @Test("what stands in each other is ended in time")
    func nested() throws {
        struct Nest: Encodable {
            enum CodingKeys: CodingKey { case a, b, c, d, e }
            func encode(to encoder: any Encoder) throws {
                var object = encoder.container(keyedBy: CodingKeys.self)
                var inner = object.nestedContainer(keyedBy: CodingKeys.self, forKey: .a)
                var list = inner.nestedUnkeyedContainer(forKey: .b)
                try list.encode(1)
                var element = list.nestedContainer(keyedBy: CodingKeys.self)
                try element.encodeNil(forKey: .c)
                try list.encode("x")
                #expect(list.count == 3)
                // Another part of the same value goes on in the same object.
                var again = encoder.container(keyedBy: CodingKeys.self)
                try again.encode(0.5, forKey: .d)
                try object.encode([String: Int](), forKey: .e)
            }
        }
        #expect(try written([Nest()]) == #"[{"a":{"b":[1,{"c":null},"x"]},"d":0.5,"e":{}}]"#)
    }

    @Test("what comes too late is refused, and spoils nothing")
    func late() throws {
        struct Late: Encodable {
            enum CodingKeys: CodingKey { case a, b }
            func encode(to encoder: any Encoder) throws {
                var object = encoder.container(keyedBy: CodingKeys.self)
                var inner = object.nestedContainer(keyedBy: CodingKeys.self, forKey: .a)
                try object.encode(1, forKey: .b)
                #expect(throws: EncodingError.self) { try inner.encode(2, forKey: .a) }
                _ = object.nestedContainer(keyedBy: CodingKeys.self, forKey: .a)
                #expect(throws: EncodingError.self) { try inner.encode(2, forKey: .a) }
            }
        }
        #expect(try written(Late()) == #"{"a":{},"b":1,"a":{}}"#)
    }

    @Test(
        "a number that is not finite has no JSON form",
        arguments: [Double.infinity, -.infinity, .nan])
    func notFinite(number: Double) {
        #expect(throws: EncodingError.self) { try written(number) }
        #expect(throws: EncodingError.self) { try written(["a": [number]]) }
        #expect(throws: EncodingError.self) { try written([Float(number)]) }
    }

    @Test("a class and what it builds on stand in one object")
    func inheritance() throws {
        class Base: Codable {
            var a = 1
        }
        final class Derived: Base {
            enum CodingKeys: CodingKey { case b }
            var b = 2
            override init() { super.init() }
            required init(from decoder: any Decoder) throws {
                let object = try decoder.container(keyedBy: CodingKeys.self)
                b = try object.decode(Int.self, forKey: .b)
                try super.init(from: object.superDecoder())
            }
            override func encode(to encoder: any Encoder) throws {
                var object = encoder.container(keyedBy: CodingKeys.self)
                try object.encode(b, forKey: .b)
                try super.encode(to: object.superEncoder())
            }
        }
        #expect(try written(Derived()) == #"{"b":2,"super":{"a":1}}"#)
        let derived = try read(#"{"super":{"a":3},"b":4}"#, as: Derived.self)
        #expect(derived.a == 3)
        #expect(derived.b == 4)
    }
}

import Bus
import Messages
import Testing

@Suite("CloudEvents, written and read")
struct CodecTests {
    private static let header = Header(
        id: "a", source: "/test/x", type: VitalsGet.type, subject: "face", time: "now", boot: "b",
        sequence: 7, correlationid: "c")

    private static func opened(_ json: String) throws(Problem) -> Incoming {
        try Incoming(parts: [Array(VitalsGet.type.utf8), Array(json.utf8)], codec: Codec())
    }

    private static func event(_ more: String, data: String = "{}") -> String {
        #"{"specversion":"1.0","id":"a","source":"/x","type":"vitals.get"\#(more),"data":\#(data)}"#
    }

    @Test(
        "every attribute comes back as it was written, whatever its characters",
        arguments: ["a", "", "\"\\/", "\u{0}\u{1f}\n\t", "…é🙂", "}],:{["])
    func comesBack(text: String) throws {
        var header = Self.header
        header.source = text
        header.correlationid = RequestID(text)
        let bytes = try Codec().encode(VitalsGet(), header: header)
        let incoming = try Incoming(parts: [Array(VitalsGet.type.utf8), bytes], codec: Codec())
        #expect(incoming.header == header)
        #expect(try incoming.read(VitalsGet.self) == VitalsGet())
    }

    @Test("attributes that are absent or null are nil, and others are passed over")
    func others() throws {
        let json = Self.event(
            #" , "boot":null,"sequence" : 3,"x":[1,-2.5e3,{"y":"\"}"},true,[],{}],"z":null "#)
        let incoming = try Self.opened("\n\t " + json + " \r\n")
        #expect(incoming.header.boot == nil)
        #expect(incoming.header.subject == nil)
        #expect(incoming.header.sequence == 3)
    }

    @Test("escapes in an attribute are read")
    func escapes() throws {
        let incoming = try Self.opened(Self.event(#","subject":"\u0041\n\ud83d\ude42""#))
        #expect(incoming.header.subject == "A\n🙂")
    }

    @Test(
        "B5: what is no JSON is malformed, wherever it stands",
        arguments: [
            event("") + "x", event(",\"x\":"), event(",\"x\":tru"), event(",\"x\":+1"),
            event(",\"x\":nan"), event(",\"x\":[1,]"), event(",\"x\":{\"y\"}"),
            event(",\"x\":\"\n\""), event(",\"x\":\"\\"), event(","), event(",\"x\":[}"),
            event("", data: "["), event("", data: String(repeating: "[", count: 600)),
            event("", data: "{]"), "", "{", "{}}", "[]", "null", "\"",
        ])
    func noJSON(text: String) {
        #expect(throws: Problem.self) { try Self.opened(text) }
    }

    @Test(
        "B5: an attribute of the wrong type is named",
        arguments: [
            ("\"sequence\":\"1\"", "sequence"), ("\"boot\":1", "boot"), ("\"time\":{}", "time"),
        ])
    func wrongType(attribute: String, name: String) {
        let problem = #expect(throws: Problem.self) { try Self.opened(Self.event(",\(attribute)")) }
        #expect(problem?.field == name)
    }

    @Test("B5: a message without data cannot be read")
    func noData() throws {
        let json = #"{"specversion":"1.0","id":"a","source":"/x","type":"vitals.get"}"#
        let problem = #expect(throws: Problem.self) {
            try Self.opened(json).read(VitalsGet.self)
        }
        #expect(problem?.field == "data")
    }
}

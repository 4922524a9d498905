import FoundationEssentials
import JSON
import Messages
import TestKit
import Testing

/// Every message, there and back.
@Suite struct RoundTripTests {
    @Test("Each message comes back as it was", arguments: Sample.all.indices)
    func roundTrip(_ index: Int) throws {
        func check<Payload: Message>(_ message: Payload) throws {
            let text = try Plain.text(message)
            #expect(try Plain.message(Payload.self, text) == message)
            #expect(text.hasPrefix("{"))
        }
        try check(Sample.all[index])
    }

    @Test(
        "The bus's coder and the toolchain's agree on each message", arguments: Sample.all.indices)
    func coders(_ index: Int) throws {
        func check<Payload: Message>(_ message: Payload) throws {
            let bytes = try [UInt8](json: message)
            #expect(
                try Plain.message(Payload.self, String(decoding: bytes, as: UTF8.self)) == message)
            let text = try Plain.text(message)
            #expect(try Value(Array(text.utf8)).decode(Payload.self) == message)
        }
        try check(Sample.all[index])
    }

    @Test("A field that is not known is ignored, in each message", arguments: Sample.all.indices)
    func unknownField(_ index: Int) throws {
        func check<Payload: Message>(_ message: Payload) throws {
            let text = try Plain.text(message)
            let comma = text == "{}" ? "" : ","
            let longer = #"{"added_later":{"a":[1]}\#(comma)"# + text.dropFirst()
            #expect(try Plain.message(Payload.self, longer) == message)
        }
        try check(Sample.all[index])
    }

    @Test("Fields are in snake case, in each message", arguments: Sample.all.indices)
    func snakeCase(_ index: Int) throws {
        let text = try Plain.text(Sample.all[index])
        let words = text.split(separator: "\"", omittingEmptySubsequences: false)
        for (name, behind) in zip(words, words.dropFirst()) where behind.hasPrefix(":") {
            let isKey = name.allSatisfy { $0.isLowercase || $0 == "_" }
            // The keys of the beat's tables are other people's names.
            #expect(isKey || name == "face.state/face", "\(name)")
        }
    }

    @Test("Types are lower-case words with dots, none of them twice")
    func types() {
        let types = Sample.all.map { (type(of: $0).type, "\(type(of: $0))") }
        for (type, _) in types {
            #expect(!type.isEmpty)
            #expect(type.allSatisfy { $0.isLowercase || $0 == "." || $0 == "_" }, "\(type)")
            #expect(type.utf8.count <= 64)
        }
        let owners = Dictionary(grouping: types, by: \.0).mapValues { Set($0.map(\.1)) }
        // A question and its answer may share a name, as `wire.md` has it.
        #expect(owners["solo.receipts"] == ["SoloReceiptsList", "SoloReceipts"])
        #expect(owners["group.status"] == ["GroupStatusGet", "GroupStatus"])
        let shared = owners.filter { $0.value.count > 1 }
        #expect(shared.count == 2, "\(shared.keys)")
        #expect(owners.values.reduce(0) { $0 + $1.count } == 69)
    }

    @Test(
        "A known field of the wrong type is refused",
        arguments: [
            #"{"title":5,"mode":"true","seconds":1}"#,
            #"{"title":"x","mode":"true","seconds":"1"}"#,
            #"{"title":"x","mode":"true","seconds":1,"not_after":true}"#,
            #"{"title":"x","mode":"true","seconds":1,"boot":{}}"#, #"{"title":"x","mode":"true"}"#,
            #"{"title":null,"mode":"true","seconds":1}"#, "[]", "null", "5", "",
        ])
    func wrongType(_ text: String) {
        #expect(throws: DecodingError.self) { try Plain.message(SoloStart.self, text) }
    }

    @Test("A wrong type deep inside is refused too")
    func wrongTypeInside() {
        let place = #"{"name":"x","lat":1,"lon":2}"#
        #expect(throws: Never.self) { try Plain.message(OfferPin.self, #"{"place":\#(place)}"#) }
        for text in [
            #"{"place":{"name":"x","lat":"1","lon":2}}"#, #"{"place":{"name":"x","lat":1}}"#,
            #"{"place":{"name":"x","lat":1,"lon":2,"door":[1,2]}}"#, #"{"place":"x"}"#,
            #"{"pin":7}"#,
        ] {
            #expect(throws: DecodingError.self) { try Plain.message(OfferPin.self, text) }
        }
    }

    @Test("A word that is none of the known ones is refused")
    func unknownWord() {
        #expect(throws: DecodingError.self) {
            try Plain.message(FacePress.self, #"{"control":"launch","view":"v"}"#)
        }
        #expect(throws: DecodingError.self) {
            try Plain.message(Problem.self, #"{"type":"urn:handrail:odd","title":"","detail":""}"#)
        }
    }
}

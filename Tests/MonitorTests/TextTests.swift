import Messages
import Monitor
import Testing

@Suite("Text for terminals and programs")
struct TextTests {
    @Test(
        "V11: controls, line ends and marks of direction are taken out",
        arguments: [
            ("plain", "plain"), ("a\u{1B}[31mb", "a\u{FFFD}[31mb"), ("a\r\nb", "a\u{FFFD}b"),
            ("a\u{9B}b", "a\u{FFFD}b"), ("a\u{202E}b", "a\u{FFFD}b"), ("한국어 é", "한국어 é"),
        ])
    func shown(text: String, expected: String) {
        #expect(PlainText.shown(text) == expected)
    }

    @Test("Cut text ends in an ellipsis, within its length")
    func cut() {
        #expect(PlainText.shown("abcdef", limit: 6) == "abcdef")
        #expect(PlainText.shown("abcdefg", limit: 6) == "abcde…")
        #expect(PlainText.cut("abcdefg", to: 7) == "abcdefg")
        #expect(PlainText.cut("abcdefg", to: 6) == "abcde…")
        #expect(PlainText.cut("한국어", to: 5) == "한국…")
    }

    @Test("Columns are as wide as what stands in them, wide characters counted twice")
    func table() {
        var table = Table(["NAME", "N"], numbers: [1])
        table.add(["한국", "7"])
        table.add(["a", "123"])
        #expect(table.lines == ["NAME    N", "한국    7", "a     123"])
    }

    @Test(
        "JSON of any shape is read and written as it was",
        arguments: [
            "null", "true", "7", "-2.5", #""text""#, "[]", "{}",
            #"{"a":[1,null,{"b":false}],"c":"d/e"}"#,
        ])
    func json(text: String) throws {
        #expect(try #require(JSONValue(text: text)).text == text)
    }

    @Test("What is no JSON is nothing", arguments: ["", "{", "nul", "{a:1}", "[1] 2"])
    func noJSON(text: String) {
        #expect(JSONValue(text: text) == nil)
    }

    @Test("Numbers stay numbers and truth values stay truth values")
    func kinds() {
        #expect(
            JSONValue(text: "[1,1.5,true]") == .array([.integer(1), .number(1.5), .bool(true)]))
    }

    @Test("The engine's state in a line")
    func state() {
        let session = SoloSession(
            id: "s1", performer: "Pippa", title: "Chess", mode: .unattended, startedAt: 0,
            expiresAt: 400)
        let open = SoloState(boot: "b", now: 100, revision: 1, open: true, session: session)
        #expect(
            SoloText.line(open, after: 28)
                == #"open: "Chess", true, Pippa, 04:32 left (session s1)"#)
        let closing = SoloState(
            boot: "b", now: 1, revision: 1, open: false,
            closing: SoloClosing(session: "s1", stage: .readingBack))
        #expect(SoloText.line(closing) == "closing: reading back (session s1)")
        #expect(
            SoloText.line(SoloState(boot: "b", now: 1, revision: 1, open: false))
                == "nothing is open")
    }

    @Test("E5, E15: a receipt in a line says first whether it is released, and who stopped it")
    func receipt() {
        var receipt = SoloReceipt(
            session: "s1", boot: "b", revision: 2,
            made: SoloReceipt.Made(boot: "b", revision: 2, now: 3), controller: "memory",
            released: false, held: ["Right"], cause: .stop, reason: "controller does not answer",
            stops: [AskedStop(source: "/test/face", id: "1", view: "shell")], title: "Chess",
            now: 3)
        #expect(
            SoloText.line(receipt)
                == #"NOT released "Chess", stop, memory; held: Right; controller does not answer; "#
                + "Stop from face/shell")
        receipt.released = true
        receipt.held = []
        receipt.reason = nil
        receipt.stops = []
        receipt.cause = .playerEnded
        #expect(SoloText.line(receipt) == #"released "Chess", player ended, memory"#)
    }

    @Test("V12: a face is told in its own words")
    func face() {
        let words = FaceView.Words(
            left: "{} 남음", armed: "", armedFor: "", notSent: "못 보냄: {}, {} 전 ({})",
            microphone: "누르고 말하기", places: "", old: "", notDelivered: "", insecure: "",
            notify: "", keys: [], confirmKey: "", tooSmall: "")
        let view = FaceView(
            headline: "피파 솔로", title: "체스", stopLine: "", timeLeft: 65,
            controls: [
                .init(
                    id: .stop, label: "정지", armedLabel: "다시 누르기: 정지", name: "",
                    enabled: true),
                .init(
                    id: .wrapUp, label: "마무리", armedLabel: "", name: "", enabled: false,
                    reason: "방송 중이 아님"),
            ],
            armings: [.init(view: "1", control: .stop, left: 4, elsewhere: "1에서 준비됨")],
            rules: .init(armedFor: 5, settle: 0.4, minimumHold: 0.35, maximumDrift: 30),
            unsent: [.init(kind: "+5분", age: 8, reason: "너무 늦음")], watching: false,
            microphone: "닫힘", health: "모두 준비됨", language: "ko", words: Shared(words))
        #expect(
            FaceText.lines(view) == [
                "피파 솔로 · 체스 · 01:05 남음", "[다시 누르기: 정지] 1에서 준비됨, 4.0 s",
                "[마무리] 방송 중이 아님", "못 보냄: +5분, 8.0 s 전 (너무 늦음)",
                "누르고 말하기: 닫힘 · 모두 준비됨",
            ])
    }
}

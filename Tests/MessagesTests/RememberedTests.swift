import Messages
import Testing

/// What has been answered, and for how long it is known (B3, N16).
@Suite struct RememberedTests {
    private func key(_ id: Int, source: String = "/h/face") -> RequestKey {
        RequestKey(source: source, id: RequestID("\(id)"))
    }

    @Test("B3: a key is new once, then answered as before, or reused for something else")
    func verdicts() {
        var remembered = Remembered<String, Int>()
        #expect(remembered.verdict(on: "a", key: key(1)) == .new)
        remembered.remember("a", key: key(1), reply: 7)
        #expect(remembered.verdict(on: "a", key: key(1)) == .seen(7))
        #expect(remembered.verdict(on: "b", key: key(1)) == .reused)
        #expect(remembered.verdict(on: "a", key: key(2)) == .new)
        #expect(remembered.verdict(on: "a", key: key(1, source: "/h/web")) == .new)
    }

    @Test("The newest answer to a key counts, and takes no second place")
    func replaced() {
        var remembered = Remembered<String, Int>(limit: 2)
        remembered.remember("a", key: key(1), reply: 1)
        remembered.remember("a", key: key(1), reply: 2)
        remembered.remember("b", key: key(2), reply: 3)
        #expect(remembered.verdict(on: "a", key: key(1)) == .seen(2))
        #expect(remembered.verdict(on: "b", key: key(2)) == .seen(3))
    }

    @Test("Beyond the limit the oldest is forgotten, again and again", arguments: [1, 2, 3, 10])
    func limit(_ limit: Int) {
        var remembered = Remembered<Int, Int>(limit: limit)
        for number in 0..<100 {
            remembered.remember(number, key: key(number), reply: -number)
            for old in 0...number {
                let isKept = number - old < limit
                let verdict = remembered.verdict(on: old, key: key(old))
                #expect(verdict == (isKept ? .seen(-old) : .new))
            }
        }
    }

    @Test("A key that was forgotten is new, and is remembered again in its new turn")
    func forgotten() {
        var remembered = Remembered<String, Int>(limit: 2)
        for number in 1...3 { remembered.remember("a", key: key(number), reply: number) }
        #expect(remembered.verdict(on: "b", key: key(1)) == .new)
        remembered.remember("b", key: key(1), reply: 4)
        #expect(remembered.verdict(on: "a", key: key(2)) == .new)
        #expect(remembered.verdict(on: "a", key: key(3)) == .seen(3))
        #expect(remembered.verdict(on: "b", key: key(1)) == .seen(4))
    }
}

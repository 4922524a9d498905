import Messages
import TestKit
import Testing

@testable import TerminalCore

@Suite("What a terminal sends, read")
struct InputParserTests {
    /// What comes of a text that arrives at once, and of the time after it.
    private func read(_ text: String) -> [Input] {
        var parser = InputParser()
        return parser.receive(text.utf8, at: 1) + parser.elapse(at: 9)
    }

    @Test(
        "keys",
        arguments: [
            ("s", .character("s"), 115), ("ㄴ", .character("ㄴ"), 0x3134),
            ("\u{3}", .control("c"), 99), ("\u{1A}", .control("z"), 122),
            ("\u{1B}", .escape, 27), ("\u{1B}[A", .up, -1), ("\u{1B}OB", .down, -2),
            ("\u{1B}[5~", .pageUp, -3), ("\u{1B}[H", .home, -5),
        ] as [(String, Key, Int)])
    func keys(text: String, key: Key, number: Int) {
        #expect(read(text) == [.key(key, .struck, number: number)])
    }

    @Test("kitty's keys: what they write, when they come up, and that they are held")
    func kitty() {
        #expect(read("\u{1B}[115u") == [.key(.character("s"), .down, number: 115)])
        #expect(read("\u{1B}[115;1:2u") == [.key(.character("s"), .again, number: 115)])
        #expect(read("\u{1B}[115;1:3u") == [.key(.character("s"), .up, number: 115)])
        // + is shifted on most keyboards: the number is the key's, the text what it writes.
        #expect(read("\u{1B}[61;2;43u") == [.key(.character("+"), .down, number: 61)])
        #expect(read("\u{1B}[61;2:3u") == [.key(.character("="), .up, number: 61)])
        #expect(read("\u{1B}[99;5u") == [.key(.control("c"), .down, number: 99)])
        #expect(read("\u{1B}[27u") == [.key(.escape, .down, number: 27)])
        #expect(read("\u{1B}[1;1:3A") == [.key(.up, .up, number: -1)])
        // With Alt it is another key; a modifier by itself is no key of ours.
        #expect(read("\u{1B}[115;3u") == [])
        #expect(read("\u{1B}[57441;2u") == [.key(.other(57_441), .down, number: 57_441)])
        #expect(read("\u{1B}[?27u") == [.tellsReleases(true)])
        #expect(read("\u{1B}[?1u") == [.tellsReleases(false)])
    }

    @Test("the mouse, in cells counted from 0")
    func mouse() {
        #expect(read("\u{1B}[<0;10;5M") == [.mouse(.down, row: 4, column: 9)])
        #expect(read("\u{1B}[<32;300;5M") == [.mouse(.drag, row: 4, column: 299)])
        #expect(read("\u{1B}[<0;10;5m") == [.mouse(.up, row: 4, column: 9)])
        #expect(read("\u{1B}[<64;1;1M") == [.mouse(.wheel(-3), row: 0, column: 0)])
        #expect(read("\u{1B}[<65;1;1M") == [.mouse(.wheel(3), row: 0, column: 0)])
        #expect(read("\u{1B}[<2;1;1M") == [.mouse(.other, row: 0, column: 0)])
        #expect(read("\u{1B}[<16;1;1M") == [.mouse(.other, row: 0, column: 0)])
    }

    @Test("focus, and pasted text that is not looked at, whatever stands in it")
    func pasted() {
        #expect(read("\u{1B}[I\u{1B}[O") == [.focus(true), .focus(false)])
        #expect(
            read("\u{1B}[200~sy\u{1B}[<0;1;1M\u{1B}[201\u{1B}[201~q")
                == [.pasted, .key(.character("q"), .struck, number: 113)])
    }

    @Test("V3: pasted text stays pasted in whatever pieces and however late it comes")
    func pieces() {
        let text = Array("\u{1B}[200~sysy\u{1B}[201~n".utf8)
        for cut in 1..<text.count {
            for late in [0, 0.3, 60] {
                var parser = InputParser()
                var inputs = parser.receive(text[..<cut], at: 1)
                inputs += parser.elapse(at: 1 + late)
                inputs += parser.receive(text[cut...], at: 1 + late)
                // Cut behind its first byte, the line was so slow that it was the key Esc.
                inputs.removeAll { $0 == .key(.escape, .struck, number: 27) }
                let isLost = late > InputParser.sequencePause && (2...5).contains(cut)
                let last = Input.key(.character("n"), .struck, number: 110)
                #expect(isLost || inputs == [.pasted, last], "\(cut) \(late)")
            }
        }
    }

    @Test("every sequence read byte by byte is the same as at once")
    func byteByByte() {
        let text = "s\u{1B}[<0;10;5Mㄴ\u{1B}[115;1:3u\u{1B}OA\u{1B}]0;t\u{7}\u{1B}P1\u{1B}\\e"
        var parser = InputParser()
        let single = text.utf8.flatMap { parser.receive([$0], at: 1) }
        #expect(single == read(text))
        #expect(single.count == 6)
    }

    @Test("Esc alone is a key once nothing has followed for a while")
    func escape() {
        var parser = InputParser()
        #expect(parser.deadline == nil)
        #expect(parser.receive([0x1B], at: 1) == [])
        #expect(parser.deadline == 1.1)
        #expect(parser.elapse(at: 1.05) == [])
        #expect(parser.elapse(at: 1.1) == [.key(.escape, .struck, number: 27)])
        #expect(parser.deadline == nil)
        #expect(
            parser.receive("s".utf8, at: 2) == [.key(.character("s"), .struck, number: 115)])
    }

    @Test("what is no sequence and no UTF-8 is passed over, and keys behind it are keys again")
    func broken() {
        let last = Input.key(.character("s"), .struck, number: 115)
        for start in [
            [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0x80, 0x80, 0x80, 0x80, 0x80],
            [0x1B, 0x5B, 0x07], Array("\u{1B}[99999999999999999999999999u".utf8),
        ] as [[UInt8]] {
            var parser = InputParser()
            let inputs = parser.receive(start + [0x73], at: 1)
            #expect(inputs.last == last, "\(start)")
            #expect(inputs.count == 1, "\(start)")
        }
    }

    @Test("an endless sequence, string or paste is never kept")
    func endless() {
        for start in ["\u{1B}[", "\u{1B}]", "\u{1B}P", "\u{1B}[200~"] {
            var parser = InputParser()
            _ = parser.receive(start.utf8, at: 1)
            for _ in 0..<1_000 {
                #expect(parser.receive(repeatElement(0x31, count: 1_000), at: 1) == [])
            }
            #expect(parser.size < 2 * InputParser.longest)
        }
    }

    @Test("no bytes make it trap, and none make it grow", arguments: 0..<40 as Range<UInt64>)
    func fuzz(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let pieces = ["\u{1B}", "[", "<", ";", ":", "0", "200~", "201~", "u", "M", "O", "é"]
        var parser = InputParser()
        var now = 0.0
        for _ in 0..<2_000 {
            let isPiece = generator.chance(0.7)
            let bytes =
                isPiece
                ? Array(generator.pick(pieces).utf8)
                : [UInt8.random(in: 0...255, using: &generator)]
            _ = parser.receive(bytes, at: now)
            if generator.chance(0.1) {
                now += generator.number(in: 0...1)
                _ = parser.elapse(at: now)
            }
            #expect(parser.size <= InputParser.longest + 1, "seed \(seed)")
        }
    }
}

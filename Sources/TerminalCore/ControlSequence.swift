/// A whole control sequence of a terminal, and what it says.
struct ControlSequence {
    /// The numbers between the semicolons, each with its parts between colons.
    private let numbers: [[Int?]]
    private let mark: UInt8?
    private let final: UInt8

    /// Takes a sequence apart.
    ///
    /// - Parameters:
    ///   - parameters: What stands between the bracket and the last byte.
    ///   - final: The last byte.
    init(parameters: [UInt8], final: UInt8) {
        // Private sequences begin with one of <=>?.
        mark = parameters.first.flatMap { 0x3C...0x3F ~= $0 ? $0 : nil }
        let rest = parameters.dropFirst(mark == nil ? 0 : 1)
        numbers = rest.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
                .map(Self.number)
        }
        self.final = final
    }

    /// A number of at most seven digits; nil where there is none.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.count <= 7 else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    private func number(_ index: Int, part: Int = 0) -> Int? {
        guard numbers.indices.contains(index), numbers[index].indices.contains(part) else {
            return nil
        }
        return numbers[index][part]
    }

    /// Whether pasted text begins.
    var isPasteBegin: Bool { mark == nil && final == UInt8(ascii: "~") && number(0) == 200 }

    /// What a person has done; nil where it is nothing of interest.
    var input: Input? {
        switch mark {
        case UInt8(ascii: "<"): return mouse
        case UInt8(ascii: "?"):
            guard final == UInt8(ascii: "u"), let flags = number(0) else { return nil }
            // Both are needed: that releases are told, and of keys that write as well.
            return .tellsReleases(flags & 0b1010 == 0b1010)
        case nil: break
        case .some: return nil
        }
        switch final {
        case UInt8(ascii: "I"): return .focus(true)
        case UInt8(ascii: "O"): return .focus(false)
        case UInt8(ascii: "u"): return numberedKey
        case UInt8(ascii: "~"): return named(Self.tildes[number(0) ?? 0])
        default: return named(Self.letters[final])
        }
    }

    /// What Esc, O and a letter say.
    static func single(_ letter: UInt8) -> Input? {
        letters[letter].map { .key($0, .struck, number: $0.number) }
    }

    private static let letters: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "H"): .home,
        UInt8(ascii: "F"): .end,
    ]
    private static let tildes: [Int: Key] = [
        1: .home, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    ]

    private func named(_ key: Key?) -> Input? {
        key.map { .key($0, stroke, number: $0.number) }
    }

    // MARK: Keys by number (kitty's protocol)

    private static let control = 4
    /// Alt, Super, Hyper, Meta: with one of them it is another key.
    private static let others = 2 | 8 | 16 | 32

    private var modifiers: Int { max(0, (number(1) ?? 1) - 1) }

    private var stroke: Input.Stroke {
        switch number(1, part: 1) {
        case nil where numbers.count < 2: .struck
        case nil, 1: .down
        case 2: .again
        case 3: .up
        default: .again
        }
    }

    private var numberedKey: Input? {
        guard let code = number(0), modifiers & Self.others == 0 else { return nil }
        let key: Key
        switch code {
        case 27: key = .escape
        case 57_344...63_743: key = .other(code)
        default:
            // What the key writes says more than its number: + may be shifted, or a key of its own.
            let text = number(2).flatMap { $0 > 0 ? $0 : nil }
            guard let scalar = Unicode.Scalar(UInt32(text ?? code)) else { return nil }
            key = modifiers & Self.control == 0 ? .character(scalar) : .control(scalar)
        }
        return .key(key, stroke == .struck ? .down : stroke, number: code)
    }

    // MARK: The mouse

    private static let motion = 32
    private static let wheel = 64
    private static let further = 128
    private static let step = 3

    private var mouse: Input? {
        guard let button = number(0), let column = number(1), let row = number(2) else {
            return nil
        }
        let pointer: Input.Pointer
        if button & Self.further != 0 {
            pointer = .other
        } else if button & Self.wheel != 0 {
            pointer = button & 2 != 0 ? .other : .wheel(button & 1 == 0 ? -Self.step : Self.step)
        } else if button & Self.motion != 0 {
            pointer = .drag
        } else if final == UInt8(ascii: "m") {
            pointer = .up
        } else {
            // Only the first button presses, and only without Alt, Ctrl or Shift.
            pointer = button == 0 ? .down : .other
        }
        return .mouse(pointer, row: row - 1, column: column - 1)
    }
}

extension Key {
    /// A number of its own for a key that has none on the wire.
    fileprivate var number: Int {
        switch self {
        case .character(let scalar), .control(let scalar): Int(scalar.value)
        case .escape: 27
        case .up: -1
        case .down: -2
        case .pageUp: -3
        case .pageDown: -4
        case .home: -5
        case .end: -6
        case .other(let number): number
        }
    }
}

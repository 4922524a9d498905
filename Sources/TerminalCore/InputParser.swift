package import Messages

/// Reads what a terminal sends, in whatever pieces it comes.
///
/// Keeps at most a sequence of `longest` bytes and no pasted text at all, so that nothing that is
/// sent makes it grow; and what is not understood is passed over.
package struct InputParser: Sendable, Equatable {
    /// How long after an Esc the rest of a sequence may come, before it counts as the key.
    static let escapePause: Seconds = 0.1
    /// How long a sequence may pause once it is known to be one: then it was none.
    static let sequencePause: Seconds = 0.5
    /// The longest sequence that is kept, in bytes.
    static let longest = 64

    /// What has come of something that is not complete.
    private enum State: Sendable, Equatable {
        /// Nothing: characters come.
        case ground
        /// An Esc.
        case escape
        /// An Esc that has counted as the key: a bracket, which is no key of ours, still continues
        /// the sequence of a slow line, or pasted text would be taken for keys.
        case lateEscape
        /// Esc and O: one more byte belongs to it.
        case single
        /// Esc and a bracket: parameters, until a letter ends it.
        case sequence
        /// The same, too long to be anything: passed over until its end.
        case overlong
        /// A string for which nobody has asked, until its end.
        case string
        /// An Esc in it, which may be its end.
        case stringEscape
        /// Pasted text, and how much of what ends it has come.
        case paste(Int)
    }

    private static let escape: UInt8 = 0x1B
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private var state = State.ground
    /// The bytes of a sequence behind its bracket, or of a character.
    private var kept: [UInt8] = []
    private var lastAt: Seconds = 0

    /// Makes a parser to which nothing has come.
    package init() {}

    /// How many bytes are kept.
    var size: Int { kept.count }

    /// When time alone decides what something was.
    package var deadline: Seconds? {
        switch state {
        case .ground, .lateEscape, .paste: nil
        case .escape: lastAt + Self.escapePause
        case .single, .sequence, .overlong, .string, .stringEscape: lastAt + Self.sequencePause
        }
    }

    /// Takes what has come.
    package mutating func receive(_ bytes: some Sequence<UInt8>, at now: Seconds) -> [Input] {
        lastAt = now
        var inputs: [Input] = []
        for byte in bytes { take(byte, &inputs) }
        return inputs
    }

    /// Notices that the rest of something has not come; to be called when nothing is left to read.
    package mutating func elapse(at now: Seconds) -> [Input] {
        guard let deadline, now >= deadline else { return [] }
        let wasEscape = state == .escape
        state = wasEscape ? .lateEscape : .ground
        kept = []
        return wasEscape ? [.key(.escape, .struck, number: 27)] : []
    }

    private mutating func take(_ byte: UInt8, _ inputs: inout [Input]) {
        switch state {
        case .ground: takeOnGround(byte, &inputs)
        case .escape: takeBehindEscape(byte, &inputs)
        case .lateEscape:
            state = .ground
            if byte == UInt8(ascii: "[") { state = .sequence } else { take(byte, &inputs) }
        case .single:
            state = .ground
            append(ControlSequence.single(byte), to: &inputs)
        case .sequence: takeInSequence(byte, &inputs)
        case .overlong:
            if byte == Self.escape { state = .escape } else if byte >= 0x40 { state = .ground }
        case .string:
            if byte == Self.escape { state = .stringEscape } else if byte == 7 { state = .ground }
        case .stringEscape: state = byte == UInt8(ascii: "\\") ? .ground : .string
        case .paste(let matched): takeInPaste(byte, matched: matched)
        }
    }

    private mutating func takeBehindEscape(_ byte: UInt8, _ inputs: inout [Input]) {
        state = .ground
        switch byte {
        case UInt8(ascii: "["): state = .sequence
        case UInt8(ascii: "O"): state = .single
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
            UInt8(ascii: "X"):
            state = .string
        case Self.escape:
            inputs.append(.key(.escape, .struck, number: 27))
            state = .escape
        // With Alt a key is another one, and none of ours.
        default: break
        }
    }

    private mutating func takeInSequence(_ byte: UInt8, _ inputs: inout [Input]) {
        switch byte {
        case Self.escape:
            kept = []
            state = .escape
        case 0x20..<0x40:
            kept.append(byte)
            if kept.count > Self.longest {
                kept = []
                state = .overlong
            }
        case 0x40..<0x7F:
            let sequence = ControlSequence(parameters: kept, final: byte)
            kept = []
            state = .ground
            if sequence.isPasteBegin {
                inputs.append(.pasted)
                state = .paste(0)
            } else {
                append(sequence.input, to: &inputs)
            }
        default:
            // A control character in a sequence: whatever it was, it is broken.
            kept = []
            state = .ground
        }
    }

    private mutating func takeInPaste(_ byte: UInt8, matched: Int) {
        let matched = byte == Self.pasteEnd[matched] ? matched + 1 : byte == Self.escape ? 1 : 0
        state = matched == Self.pasteEnd.count ? .ground : .paste(matched)
    }

    private func append(_ input: Input?, to inputs: inout [Input]) {
        if let input { inputs.append(input) }
    }

    // MARK: Characters

    private mutating func takeOnGround(_ byte: UInt8, _ inputs: inout [Input]) {
        switch byte {
        case Self.escape:
            kept = []
            state = .escape
        case 0x00..<0x20:
            kept = []
            let letter = Unicode.Scalar(byte | 0x60)
            inputs.append(.key(.control(letter), .struck, number: Int(letter.value)))
        case 0x20..<0x7F:
            kept = []
            let scalar = Unicode.Scalar(byte)
            inputs.append(.key(.character(scalar), .struck, number: Int(byte)))
        case 0x7F: kept = []
        default: takePart(of: byte, &inputs)
        }
    }

    /// Takes a byte of a character that has several; what is no UTF-8 is passed over.
    private mutating func takePart(of byte: UInt8, _ inputs: inout [Input]) {
        if byte >= 0xC0 { kept = [] } else if kept.isEmpty { return }
        kept.append(byte)
        if let scalar = String(validating: kept, as: UTF8.self)?.unicodeScalars.first {
            kept = []
            inputs.append(.key(.character(scalar), .struck, number: Int(scalar.value)))
        } else if kept.count >= 4 {
            kept = []
        }
    }
}

import Messages

/// How many bytes things take in a message, at most.
///
/// The bus carries 64 KiB a message (B5), so what can grow without end is cut before it is sent.
enum WireSize {
    /// For a list of receipts, which leaves room for the envelope.
    static let receipts = 56 * 1_024
    /// For the Stops of one receipt.
    static let stops = 12 * 1_024
    /// For one of the two lists of inputs in a receipt.
    static let inputs = 8 * 1_024

    /// The bytes of a text in JSON, its quotes included.
    static func of(_ text: String) -> Int {
        text.utf8.reduce(2) { sum, byte in
            switch byte {
            case 0..<0x20: sum + 6
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): sum + 2
            default: sum + 1
            }
        }
    }

    /// The bytes of a Stop in a receipt.
    static func of(_ stop: AskedStop) -> Int {
        40 + of(stop.source) + of(stop.id.text) + of(stop.view ?? "")
    }

    /// The bytes of a receipt in a list.
    static func of(_ receipt: SoloReceipt) -> Int {
        let texts = [
            receipt.session?.text, receipt.boot.text, receipt.made.boot.text, receipt.controller,
            receipt.reason, receipt.title,
        ]
        let inputs = receipt.held + receipt.heldByOthers
        // The names of the fields and the numbers come to less than 500.
        return 500 + texts.reduce(0) { $0 + of($1 ?? "") }
            + inputs.reduce(0) { $0 + of($1) + 1 } + receipt.stops.reduce(0) { $0 + of($1) }
    }

    /// As much of a list as fits, from its front.
    static func fitting<Items: Sequence>(
        _ items: Items, in budget: Int, size: (Items.Element) -> Int
    ) -> [Items.Element] {
        var left = budget
        var fitting: [Items.Element] = []
        for item in items {
            left -= size(item)
            guard left >= 0 else { break }
            fitting.append(item)
        }
        return fitting
    }
}

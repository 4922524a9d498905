package import Messages

/// A change of the saved pins, as it is journaled.
package enum PinRecord: Sendable, Equatable {
    case added(Pin)
    case removed(PlaceID)
}

/// One write to the journal of pins.
package struct WriteID: Hashable, Sendable {
    /// A running number of this core.
    package let number: UInt64

    /// Names a write.
    package init(_ number: UInt64) {
        self.number = number
    }
}

/// The saved pins, each found by its id and all listed in the order in which they were saved.
struct PinBook: Sendable, Equatable {
    /// The bytes of one message that a list may take; the rest of its 64 KiB is for the envelope (B5).
    private static let listLimit = 60_000

    private struct Entry: Sendable, Equatable {
        let number: Int
        let pin: Pin
    }

    private var entries: [PlaceID: Entry] = [:]
    private var last = 0

    /// Holds pins, the newest last.
    init(_ pins: [Pin] = []) {
        for pin in pins { apply(.added(pin)) }
    }

    /// Finds a pin.
    subscript(id: PlaceID) -> Pin? { entries[id]?.pin }

    /// Carries out a change that has been journaled.
    mutating func apply(_ record: PinRecord) {
        switch record {
        case .added(let pin):
            last += 1
            entries[pin.id] = Entry(number: last, pin: pin)
        case .removed(let id): entries[id] = nil
        }
    }

    /// Lists the newest pins that fit into one message, the newest last.
    func listed() -> PinsListed {
        var pins: [Pin] = []
        var room = Self.listLimit
        for entry in entries.values.sorted(by: { $0.number > $1.number }) {
            room -= entry.pin.longestText
            guard room >= 0 else { break }
            pins.append(entry.pin)
        }
        let omitted = entries.count - pins.count
        return PinsListed(pins: pins.reversed(), omitted: omitted == 0 ? nil : omitted)
    }
}

extension Pin {
    /// No fewer bytes than its JSON has.
    fileprivate var longestText: Int {
        // The names of the fields, the signs around them, and four coordinates of up to 24 digits.
        let frame = 280
        let texts = [id.text, place.name, place.note, trip, provider]
        return texts.reduce(frame) { sum, text in
            sum + (text?.utf8.reduce(0) { $0 + $1.longestEscape } ?? 0)
        }
    }
}

extension UInt8 {
    /// No fewer bytes than JSON takes for this byte of a text.
    fileprivate var longestEscape: Int {
        switch self {
        case 0..<0x20: 6
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): 2
        default: 1
        }
    }
}

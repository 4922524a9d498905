import Messages

/// The words on the screen in one language; `{}` is where something goes (V12).
///
/// The tables themselves are in a file for each language.
struct Words: Sendable, Equatable {
    let headline: String
    let headlineWithoutMode: String

    let stopRequested: String
    let stopped: String
    let stopNotConfirmed: String
    let notReleased: String
    let noRelease: String
    let earlierStopRequested: String
    let earlierStopNotConfirmed: String

    let waiting: String
    let taken: String
    let closing: String
    let readingBack: String

    let stateUnknown: String
    let couldNotAddTime: String
    let notSent: String
    let ended: String
    let unseenEnd: String
    let stopNotKept: String
    let journalLost: String
    let failed: String

    let relayNotHeard: String
    let relaySilent: String
    let relayDisconnected: String
    let notUnderstood: String
    let noReason: String

    let stop: String
    let retryStop: String
    let minutes: String
    let seconds: String
    let onAir: String
    let offAir: String
    let wrapUp: String
    let eyeLit: String
    let eyeDark: String
    let heard: String
    let more: String
    let tapAgain: String
    let tapAgainFor: String
    let tapToEnd: String

    let stopName: String
    let moreName: String
    let onAirName: String
    let offAirName: String
    let wrapUpName: String
    let eye: String
    let eyeName: String

    let nothingToStop: String
    let unknownState: String
    let nothingOpen: String
    let unanswered: String
    let stopUnsettled: String
    let notOnAir: String
    let wrapping: String
    let notKept: String

    let withdrawnByStop: String
    let newerStop: String

    let groupUnknown: String
    let allReady: String

    let left: String
    let on: String
    let off: String
    let armed: String
    let armedElsewhere: String
    let armedForLonger: String
    let unsent: String

    let microphone: String
    let microphoneClosed: String
    let microphoneHeld: String
    let noEar: String
    let tooShort: String
    let eyeIsDark: String

    let places: String
    let question: String
    let waitingPlace: String
    let accept: String
    let decline: String
    let start: String
    let cancel: String
    let endTrip: String
    let walk: String
    let actionName: String
    let browse: String
    let routing: String
    let previewOf: String
    let guidingTo: String
    let wayBy: String
    let metres: String
    let kilometres: String
    let minutesLong: String
    let next: String
    let simulating: String

    let alertEnded: String
    let alertHeld: String
    let alertMinute: String

    let old: String
    let notDelivered: String
    let insecure: String
    let notify: String
    let confirmKey: String
    let tooSmall: String

    /// The terminal's keys, a line each.
    let keys: [String]

    /// Puts texts where the template has its gaps, in order.
    static func fill(_ template: String, _ texts: String...) -> String {
        // Byte by byte, as this is the most frequent thing that is done to texts.
        var texts = texts[...]
        var whole: [UInt8] = []
        whole.reserveCapacity(2 * template.utf8.count)
        for byte in template.utf8 {
            switch byte {
            case UInt8(ascii: "{"): whole += plain(texts.popFirst() ?? "").utf8
            case UInt8(ascii: "}"): break
            default: whole.append(byte)
            }
        }
        return String(decoding: whole, as: UTF8.self)
    }

    /// A text from outside, as data: on one line, without control characters, cut to a length.
    static func plain(_ text: String) -> String {
        // Most are such already, and short: nothing has to be looked up in Unicode's tables.
        let isPlain = text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
        if isPlain, text.utf8.count <= longest { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(longestInScalars) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        return String(String(scalars).prefix(longest))
    }

    /// The longest text from outside that is shown, in characters: the longest title there is.
    private static let longest = 200
    /// A character can have any number of scalars; so many are enough for 200 of any language.
    private static let longestInScalars = 1_000
}

/// A language with its words.
///
/// A table never changes, so all who use it share it: a face's core is copied without its words.
final class Lexicon: Sendable, Equatable {
    let language: Language
    let words: Words

    private init(_ language: Language, _ words: Words) {
        self.language = language
        self.words = words
    }

    private static let english = Lexicon(.english, .english)
    private static let korean = Lexicon(.korean, .korean)

    /// The one for a language.
    static func of(_ language: Language) -> Lexicon {
        switch language {
        case .english: english
        case .korean: korean
        }
    }

    static func == (one: Lexicon, other: Lexicon) -> Bool { one === other }
}

import Messages

/// The words on the screen, one table for each language (V12); `{}` is where something goes.
///
/// A table never changes, so all who use it share it: a face's core is copied without its words.
final class Words: Sendable, Equatable {
    /// The table of the rules' own words.
    static let english = Words()

    let headline = "{} SOLO · {}"
    let headlineWithoutMode = "{} SOLO"

    let stopRequested = "Stop requested — engine release not confirmed"
    let stopped = "Stopped — engine released inputs"
    let stopNotConfirmed = "Stop not confirmed: {}"
    let notReleased = "Not released: {}"
    let noRelease = "engine did not confirm input release"
    let earlierStopRequested = "Earlier Stop requested — engine release not confirmed"
    let earlierStopNotConfirmed = "Earlier Stop not confirmed: {}"

    let waiting = "waiting to be taken"
    let taken = "taken"
    let closing = "closing"
    let readingBack = "reading back"

    let stateUnknown = "state unknown: {}"
    let couldNotAddTime = "Could not add time: {}"
    let notSent = "not sent ({})"
    let ended = "Ended: {}"
    let unseenEnd = "your earlier Stop ended {}"
    let stopNotKept = "Stop not kept: it would not survive a restart of the face"
    let journalLost = "An earlier Stop may be forgotten: {}"
    let failed = "{} failed"

    let relayNotHeard = "relay not heard yet"
    let relaySilent = "relay silent"
    let relayDisconnected = "relay unreachable"
    let notUnderstood = "relay not understood"
    let noReason = "no reason given"

    let stop = "Stop"
    let retryStop = "Retry Stop"
    let minutes = "+{} min"
    let seconds = "+{} s"
    let onAir = "On Air"
    let offAir = "Off Air"
    let wrapUp = "Wrap up"
    let eyeLit = "lit"
    let eyeDark = "dark"
    let heard = "Dictation"
    let more = "\"+\""
    let tapAgain = "Tap again"
    let tapAgainFor = "Tap again: {}"
    let tapToEnd = "Tap to end"

    let stopName = "Stop solo play"
    let moreName = "Add time: {}"
    let onAirName = "Start the broadcast"
    let offAirName = "End the broadcast"
    let wrapUpName = "Wrap up the broadcast"
    let eye = "Red eye"
    let eyeName = "Red eye, {}"

    let nothingToStop = "nothing to stop"
    let unknownState = "state unknown"
    let nothingOpen = "no session is open"
    let unanswered = "{} is not answered yet"
    let stopUnsettled = "Stop is not settled yet"
    let notOnAir = "not on air"
    let wrapping = "wrapping up already"
    let notKept = "not kept"

    let withdrawnByStop = "withdrawn by Stop"
    let newerStop = "replaced by a newer Stop"

    let groupUnknown = "group unknown"
    let allReady = "all ready"

    static func == (one: Words, other: Words) -> Bool { one === other }

    /// Puts texts where the template has its gaps, in order.
    static func fill(_ template: String, _ texts: String...) -> String {
        var rest = texts[...]
        var whole = ""
        for scalar in template.unicodeScalars {
            switch scalar {
            case "{": whole += plain(rest.popFirst() ?? "")
            case "}": break
            default: whole.unicodeScalars.append(scalar)
            }
        }
        return whole
    }

    /// A text from outside, as data: on one line, without control characters, cut to a length.
    static func plain(_ text: String) -> String {
        // Most are such already, and short: nothing has to be looked up in Unicode's tables.
        let isPlain = text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
        if isPlain, text.utf8.count <= longest { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(longestInScalars) {
            scalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        return String(String(scalars).prefix(longest))
    }

    /// The longest text from outside that is shown, in characters: the longest title there is.
    private static let longest = 200
    /// A character can have any number of scalars; so many are enough for 200 of any language.
    private static let longestInScalars = 1_000
}

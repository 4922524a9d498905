import Messages

/// The words on the screen, one table for each language (V12); `{}` is where something goes.
struct Words: Sendable, Equatable {
    /// The table of the rules' own words.
    static let english = Words()

    var headline = "{} SOLO · {}"
    var headlineWithoutMode = "{} SOLO"

    var stopRequested = "Stop requested — engine release not confirmed"
    var stopped = "Stopped — engine released inputs"
    var stopNotConfirmed = "Stop not confirmed: {}"
    var notReleased = "Not released: {}"
    var noRelease = "engine did not confirm input release"
    var earlierStopRequested = "Earlier Stop requested — engine release not confirmed"
    var earlierStopNotConfirmed = "Earlier Stop not confirmed: {}"

    var waiting = "waiting to be taken"
    var taken = "taken"
    var closing = "closing"
    var readingBack = "reading back"

    var stateUnknown = "state unknown: {}"
    var couldNotAddTime = "Could not add time: {}"
    var notSent = "not sent ({})"
    var ended = "Ended: {}"
    var unseenEnd = "your earlier Stop ended {}"
    var stopNotKept = "Stop not kept: it would not survive a restart of the face"
    var journalLost = "An earlier Stop may be forgotten: {}"
    var failed = "{} failed"

    var relayNotHeard = "relay not heard yet"
    var relaySilent = "relay silent"
    var relayDisconnected = "relay unreachable"
    var notUnderstood = "relay not understood"
    var noReason = "no reason given"

    var stop = "Stop"
    var retryStop = "Retry Stop"
    var minutes = "+{} min"
    var seconds = "+{} s"
    var onAir = "On Air"
    var offAir = "Off Air"
    var wrapUp = "Wrap up"
    var eyeLit = "lit"
    var eyeDark = "dark"
    var heard = "Dictation"
    var more = "\"+\""
    var tapAgain = "Tap again"
    var tapAgainFor = "Tap again: {}"
    var tapToEnd = "Tap to end"

    var stopName = "Stop solo play"
    var moreName = "Add time: {}"
    var onAirName = "Start the broadcast"
    var offAirName = "End the broadcast"
    var wrapUpName = "Wrap up the broadcast"
    var eye = "Red eye"
    var eyeName = "Red eye, {}"

    var nothingToStop = "nothing to stop"
    var unknownState = "state unknown"
    var nothingOpen = "no session is open"
    var unanswered = "{} is not answered yet"
    var stopUnsettled = "Stop is not settled yet"
    var notOnAir = "not on air"
    var wrapping = "wrapping up already"
    var notKept = "not kept"

    var withdrawnByStop = "withdrawn by Stop"
    var newerStop = "replaced by a newer Stop"

    var groupUnknown = "group unknown"
    var allReady = "all ready"

    /// Puts texts where the template has its gaps, in order.
    static func fill(_ template: String, _ texts: String...) -> String {
        var rest = texts[...]
        var whole = ""
        for character in template {
            switch character {
            case "{": whole += plain(rest.popFirst() ?? "")
            case "}": break
            default: whole.append(character)
            }
        }
        return whole
    }

    /// A text from outside, as data: on one line, without control characters, cut to a length.
    static func plain(_ text: String) -> String {
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

import Messages

/// The texts of the controls that have to be put together, and never change in a face's life.
struct ControlTexts: Sendable, Equatable {
    let stopArmed: String
    let step: String
    let stepArmed: String
    let stepName: String
    let onAirArmed: String
    let wrapUpArmed: String
    let eyeLitName: String
    let eyeDarkName: String

    /// Puts them together.
    init(_ words: Words, step seconds: Seconds) {
        step = words.step(seconds)
        stopArmed = Words.fill(words.tapAgainFor, words.stop)
        stepArmed = Words.fill(words.tapAgainFor, step)
        stepName = Words.fill(words.moreName, step)
        onAirArmed = Words.fill(words.tapAgainFor, words.onAir)
        wrapUpArmed = Words.fill(words.tapAgainFor, words.wrapUp)
        eyeLitName = Words.fill(words.eyeName, words.eyeLit)
        eyeDarkName = Words.fill(words.eyeName, words.eyeDark)
    }
}

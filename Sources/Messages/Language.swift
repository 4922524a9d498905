/// A language that the words on the screen can be in, as its BCP 47 tag (V12).
package enum Language: String, Codable, Sendable, CaseIterable {
    case english = "en"
    case korean = "ko"
}

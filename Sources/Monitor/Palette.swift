/// The colours of a terminal, or none.
package enum Palette: Sendable, Equatable {
    /// Sixteen colours, each with a meaning that the words tell as well.
    case colored
    /// For pipes, files, and those who asked for none.
    case monochrome

    /// A colour by what it is for.
    package enum Color: String, Sendable {
        case plain = ""
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case bold = "1"
    }

    /// Chooses by where the text goes.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether it is shown on a terminal.
    ///   - environment: The process's variables, for `NO_COLOR` and `TERM`.
    package init(isTerminal: Bool, environment: [String: String]) {
        let refused = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
        self = isTerminal && !refused ? .colored : .monochrome
    }

    /// Paints a text.
    package func paint(_ text: String, _ color: Color) -> String {
        switch self {
        case .monochrome: text
        case .colored: color == .plain ? text : "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m"
        }
    }
}

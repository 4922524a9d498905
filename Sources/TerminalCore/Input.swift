/// A key, as far as this face tells keys apart.
package enum Key: Sendable, Hashable {
    /// One that writes a character.
    case character(Unicode.Scalar)
    /// One that is pressed together with Ctrl.
    case control(Unicode.Scalar)
    case escape
    case up
    case down
    case pageUp
    case pageDown
    case home
    case end
    /// Any other one, by its number where the terminal tells it.
    case other(Int)
}

/// What a person does at a terminal.
package enum Input: Sendable, Equatable {
    /// What is told of a key.
    package enum Stroke: Sendable, Equatable {
        /// It was struck; when it is let go is not told.
        case struck
        /// It went down; the terminal says so apart from its coming up.
        case down
        /// It is held.
        case again
        /// It came up.
        case up
    }

    /// What a mouse does.
    package enum Pointer: Sendable, Equatable {
        /// The first button goes down.
        case down
        /// The mouse moves while a button is down.
        case drag
        /// A button comes up.
        case up
        /// The wheel turns, by as many lines; down is positive.
        case wheel(Int)
        /// Something that presses nothing, another button for instance.
        case other
    }

    /// A key.
    ///
    /// A key has the same number when it goes down and when it comes up, whatever it writes.
    case key(Key, Stroke, number: Int)
    /// The mouse, at a cell of the screen counted from 0.
    case mouse(Pointer, row: Int, column: Int)
    /// The terminal's window has the keyboard, or has lost it.
    case focus(Bool)
    /// Text was pasted, which is not looked at.
    case pasted
    /// The terminal tells, or tells not, when a key is let go.
    case tellsReleases(Bool)
}

package import Messages

/// A controller that can hold inputs; the same kind on another display is another one (E9).
package struct ControllerID: Hashable, Codable, Sendable {
    /// What it is, as the topology names it.
    package var kind: String
    /// Where it is: a display, or a file; nil where there is only one of the kind.
    package var display: String?

    /// Names a controller.
    package init(kind: String, display: String? = nil) {
        self.kind = kind
        self.display = display
    }

    /// The controller as a receipt names it.
    package var text: String { display.map { "\(kind) \($0)" } ?? kind }
}

/// What a receipt is about.
package enum Subject: Hashable, Codable, Sendable {
    /// A session that has ended.
    case session(SessionID)
    /// A moment at which Stops found nothing open, named after the first of them (E7).
    case nothing(RequestKey)

    /// The session, where it is about one.
    package var session: SessionID? {
        switch self {
        case .session(let session): session
        case .nothing: nil
        }
    }
}

/// The running number of one thing of the kind `Kind` within a boot.
package struct Serial<Kind>: Hashable, Comparable, Sendable {
    /// The number, from 1.
    package let number: Int

    /// Names a thing by its number.
    package init(_ number: Int) {
        self.number = number
    }

    package static func < (one: Serial, other: Serial) -> Bool { one.number < other.number }
}

/// One batch of records on its way into the journal.
package typealias WriteID = Serial<JournalRecord>
/// One order to release inputs and read the controller back.
package typealias ReleaseID = Serial<ControllerID>

/// One press or release on its way to the controller.
///
/// It carries its session, whose id is never used again and so is its generation (E11): a stroke
/// of a session that has left the slot must not reach the controller.
package struct Stroke: Hashable, Sendable {
    /// The session that it belongs to.
    package var session: SessionID
    /// The input's name.
    package var input: String
    /// Whether the input goes down.
    package var isPress: Bool

    /// Describes a press or a release.
    package init(_ session: SessionID, _ input: String, isPress: Bool) {
        self.session = session
        self.input = input
        self.isPress = isPress
    }
}

/// What a player wants done.
package enum PlayerInput: Sendable, Equatable {
    case press(String)
    case release(String)
    /// Pressed, and released so many seconds later.
    case tap(String, lasting: Seconds)
}

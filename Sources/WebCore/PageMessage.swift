package import Messages

/// What a page says over its socket.
package enum PageMessage: Sendable, Equatable {
    /// Who it is; the first message of all.
    case hello(token: String, view: String)
    /// A control was pressed.
    case press(id: Int, control: FaceControl, down: Seconds, up: Seconds)
    /// The page was hidden or has lost the focus (V4).
    case disarm
    /// Something about the way was chosen.
    case action(id: Int, PageAction)
    /// A finger on the microphone.
    case pointer(id: Int, PagePointer)
    /// A view is on the screen, which makes room for the next.
    case shown(number: Int)
}

/// What a page asks the navigator to do.
package enum PageAction: Sendable, Equatable {
    case accept(OfferID)
    case decline(OfferID)
    case start(PreviewID)
    case cancel(PreviewID)
    case end(TripID)
    case walk(PlaceID)
}

/// What a finger does on the microphone.
package struct PagePointer: Codable, Sendable, Equatable {
    /// Which finger.
    package var pointer: Int
    /// What it does.
    package var phase: FacePointer.Phase
    /// How far to the right, in points.
    package var x: Double
    /// How far down, in points.
    package var y: Double
    /// When, on the page's monotonic clock, in seconds.
    package var at: Seconds

    /// Describes a touch.
    package init(pointer: Int, phase: FacePointer.Phase, x: Double, y: Double, at: Seconds) {
        self.pointer = pointer
        self.phase = phase
        self.x = x
        self.y = y
        self.at = at
    }
}

extension PageMessage: Decodable {
    private enum Kind: String, Decodable {
        case hello
        case press
        case disarm
        case action
        case pointer
        case shown
    }

    private enum CodingKeys: String, CodingKey {
        case type
        case id
        case token
        case view
        case control
        case down
        case up
        case number
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        switch try fields.decode(Kind.self, forKey: .type) {
        case .hello:
            self = .hello(
                token: try fields.decode(String.self, forKey: .token),
                view: try fields.decode(String.self, forKey: .view))
        case .press:
            self = .press(
                id: try fields.decode(Int.self, forKey: .id),
                control: try fields.decode(FaceControl.self, forKey: .control),
                down: try fields.decode(Seconds.self, forKey: .down),
                up: try fields.decode(Seconds.self, forKey: .up))
        case .disarm: self = .disarm
        case .action:
            self = .action(
                id: try fields.decode(Int.self, forKey: .id), try PageAction(from: decoder))
        case .pointer:
            self = .pointer(
                id: try fields.decode(Int.self, forKey: .id), try PagePointer(from: decoder))
        case .shown: self = .shown(number: try fields.decode(Int.self, forKey: .number))
        }
    }
}

extension PageAction: Decodable {
    private enum Kind: String, Decodable {
        case accept
        case decline
        case start
        case cancel
        case end
        case walk
    }

    private enum CodingKeys: String, CodingKey {
        case kind = "do"
        case target
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let target = try fields.decode(String.self, forKey: .target)
        switch try fields.decode(Kind.self, forKey: .kind) {
        case .accept: self = .accept(OfferID(target))
        case .decline: self = .decline(OfferID(target))
        case .start: self = .start(PreviewID(target))
        case .cancel: self = .cancel(PreviewID(target))
        case .end: self = .end(TripID(target))
        case .walk: self = .walk(PlaceID(target))
        }
    }
}

/// What a page posts while its socket is away: one press of Stop.
package struct StopPost: Codable, Sendable, Equatable {
    /// The view session.
    package var view: String
    /// When the finger came down, on the page's monotonic clock.
    package var down: Seconds
    /// When the finger lifted, on the same clock.
    package var up: Seconds

    /// Presses.
    package init(view: String, down: Seconds, up: Seconds) {
        self.view = view
        self.down = down
        self.up = up
    }
}

/// The names of view sessions that pages may use.
enum ViewName {
    /// Whether a page may have this name.
    static func isGood(_ name: String) -> Bool {
        (1...40).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// What is answered where it may not.
    static let problem = Problem(
        .invalid, "no such view session",
        detail: "A view session's name has from 1 to 40 lower-case letters, digits and hyphens.",
        field: "view")
}

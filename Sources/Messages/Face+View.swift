/// All that a view draws: words, controls, armings, notices (`faces.md`); as event and as reply.
package struct FaceView: Message, Dated {
    package static let type = "face.view"

    /// One control as it stands.
    package struct Control: Codable, Sendable, Equatable {
        /// Which one.
        package var id: FaceControl
        /// Its label while it is idle.
        package var label: String
        /// Its label while it is armed.
        package var armedLabel: String
        /// Its accessible name.
        package var name: String
        /// Whether it can be pressed.
        package var enabled: Bool

        enum CodingKeys: String, CodingKey {
            case id
            case label
            case armedLabel = "armed_label"
            case name
            case enabled
        }

        /// Describes a control.
        package init(
            id: FaceControl, label: String, armedLabel: String, name: String, enabled: Bool
        ) {
            self.id = id
            self.label = label
            self.armedLabel = armedLabel
            self.name = name
            self.enabled = enabled
        }
    }

    /// An armed control of one view session.
    package struct Arming: Codable, Sendable, Equatable {
        /// The view session.
        package var view: String
        /// The control.
        package var control: FaceControl
        /// How much of the arming is left, in seconds as of sending.
        package var left: Seconds

        /// Describes an arming.
        package init(view: String, control: FaceControl, left: Seconds) {
            self.view = view
            self.control = control
            self.left = left
        }
    }

    /// An item that was not sent, and why (O6).
    package struct Unsent: Codable, Sendable, Equatable {
        /// What it was, in the words of the face.
        package var kind: String
        /// How long ago it was put, in seconds as of sending.
        package var age: Seconds
        /// Why it was not sent, in the words of the face.
        package var reason: String

        /// Describes an item that was not sent.
        package init(kind: String, age: Seconds, reason: String) {
            self.kind = kind
            self.age = age
            self.reason = reason
        }
    }

    /// The numbers of the gestures' rules, of which no view has its own copy (V10).
    package struct Rules: Codable, Sendable, Equatable {
        /// How long an arming lasts, in seconds.
        package var armedFor: Seconds
        /// The least time between two presses that are two, in seconds.
        package var settle: Seconds
        /// The least time that makes a hold, in seconds.
        package var minimumHold: Seconds
        /// The farthest drift that a hold allows, in points.
        package var maximumDrift: Double

        enum CodingKeys: String, CodingKey {
            case armedFor = "armed_for"
            case settle
            case minimumHold = "minimum_hold"
            case maximumDrift = "maximum_drift"
        }

        /// Names the numbers.
        package init(
            armedFor: Seconds, settle: Seconds, minimumHold: Seconds, maximumDrift: Double
        ) {
            self.armedFor = armedFor
            self.settle = settle
            self.minimumHold = minimumHold
            self.maximumDrift = maximumDrift
        }
    }

    /// `<PERFORMER> SOLO · <mode>`; empty while the bar is not there (F11).
    package var headline: String
    /// What is played.
    package var title: String
    /// The Stop's line; empty where there is nothing to say.
    package var stopLine: String
    /// How far an unsettled Stop is.
    package var detail: String?
    /// What else is wrong, a line each.
    package var lines: [String]
    /// The time left, in whole seconds as of sending; absent where it is unknown (F1, F2).
    package var timeLeft: Int?
    /// The controls, in the order in which they are drawn.
    package var controls: [Control]
    /// What is armed, and where.
    package var armings: [Arming]
    /// The numbers of the gestures' rules.
    package var rules: Rules
    /// What was not sent.
    package var unsent: [Unsent]
    /// Whether the red eye is lit.
    package var watching: Bool
    /// The microphone in one word; `closed` until there is an ear.
    package var microphone: String
    /// The navigator's newest state; absent where it is unknown.
    package var navigator: NavigatorState?
    /// The group's health in one line.
    package var health: String

    enum CodingKeys: String, CodingKey {
        case headline
        case title
        case stopLine = "stop_line"
        case detail
        case lines
        case timeLeft = "time_left"
        case controls
        case armings
        case rules
        case unsent
        case watching
        case microphone
        case navigator
        case health
    }

    /// Describes a face.
    package init(
        headline: String, title: String, stopLine: String, detail: String? = nil,
        lines: [String] = [], timeLeft: Int? = nil, controls: [Control],
        armings: [Arming] = [], rules: Rules, unsent: [Unsent] = [], watching: Bool,
        microphone: String = "closed", navigator: NavigatorState? = nil, health: String
    ) {
        self.headline = headline
        self.title = title
        self.stopLine = stopLine
        self.detail = detail
        self.lines = lines
        self.timeLeft = timeLeft
        self.controls = controls
        self.armings = armings
        self.rules = rules
        self.unsent = unsent
        self.watching = watching
        self.microphone = microphone
        self.navigator = navigator
        self.health = health
    }

    package mutating func carryForward(by elapsed: Seconds) {
        timeLeft = timeLeft.map { max(0, $0 - Int(elapsed)) }
        for index in armings.indices { armings[index].left = max(0, armings[index].left - elapsed) }
        for index in unsent.indices { unsent[index].age += elapsed }
    }
}

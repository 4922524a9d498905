/// All that a view draws: words, controls, armings, notices (`faces.md`); as event and as reply.
package struct FaceView: Message, Dated {
    package static let type = "face.view"

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
    /// The microphone in one word.
    package var microphone: String
    private var sharedNavigator: Shared<NavigatorState>?
    /// The same in words; absent where it is unknown.
    package var way: Way?
    /// The saved places, the newest first.
    package var places: [Card]
    /// The group's health in one line.
    package var health: String
    /// The newest things that a person should notice, the newest last.
    package var alerts: [Alert]
    /// The language of all words here, as a BCP 47 tag: `en`, `ko`.
    package var language: String
    private var sharedWords: Shared<Words>

    /// The navigator's newest state; absent where it is unknown.
    package var navigator: NavigatorState? {
        get { sharedNavigator?.value }
        set { sharedNavigator = newValue.map { Shared($0) } }
    }

    /// The views' own words.
    package var words: Words {
        get { sharedWords.value }
        set { sharedWords = Shared(newValue) }
    }

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
        case sharedNavigator = "navigator"
        case way
        case places
        case health
        case alerts
        case language
        case sharedWords = "words"
    }

    /// Describes a face.
    package init(
        headline: String, title: String, stopLine: String, detail: String? = nil,
        lines: [String] = [], timeLeft: Int? = nil, controls: [Control],
        armings: [Arming] = [], rules: Rules, unsent: [Unsent] = [], watching: Bool,
        microphone: String, navigator: Shared<NavigatorState>? = nil, way: Way? = nil,
        places: [Card] = [], health: String, alerts: [Alert] = [], language: String,
        words: Shared<Words>
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
        sharedNavigator = navigator
        self.way = way
        self.places = places
        self.health = health
        self.alerts = alerts
        self.language = language
        sharedWords = words
    }

    package mutating func carryForward(by elapsed: Seconds) {
        timeLeft = timeLeft.map { max(0, $0 - Int(elapsed)) }
        for index in armings.indices { armings[index].left = max(0, armings[index].left - elapsed) }
        for index in unsent.indices { unsent[index].age += elapsed }
    }
}

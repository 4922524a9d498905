// What a view model is made of.
extension FaceView {
    /// One control as it stands.
    package struct Control: Codable, Sendable, Equatable {
        /// What a control is to a screen reader.
        package enum Role: String, Codable, Sendable {
            /// It asks for something.
            case button
            /// It is on or off.
            case `switch`
        }

        /// Which one.
        package var id: FaceControl
        /// What it is to a screen reader.
        package var role: Role
        /// Its label while it is idle.
        package var label: String
        /// Its label while it is armed.
        package var armedLabel: String
        /// Its accessible name.
        package var name: String
        /// Its accessible value while it is idle; empty where it has none.
        package var value: String
        /// Whether it is on; absent for what is no switch, and where nobody knows.
        package var isOn: Bool?
        /// Whether it can be pressed.
        package var enabled: Bool
        /// Why it can't be pressed; absent where it can.
        package var reason: String?

        enum CodingKeys: String, CodingKey {
            case id
            case role
            case label
            case armedLabel = "armed_label"
            case name
            case value
            case isOn = "on"
            case enabled
            case reason
        }

        /// Describes a control.
        package init(
            id: FaceControl, role: Role = .button, label: String, armedLabel: String,
            name: String, value: String = "", isOn: Bool? = nil, enabled: Bool,
            reason: String? = nil
        ) {
            self.id = id
            self.role = role
            self.label = label
            self.armedLabel = armedLabel
            self.name = name
            self.value = value
            self.isOn = isOn
            self.enabled = enabled
            self.reason = reason
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
        /// How the other view sessions say it: `armed on phone`.
        package var elsewhere: String

        /// Describes an arming.
        package init(view: String, control: FaceControl, left: Seconds, elsewhere: String) {
            self.view = view
            self.control = control
            self.left = left
            self.elsewhere = elsewhere
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

    /// Something that a person should notice though they look elsewhere (V13).
    package struct Alert: Codable, Sendable, Equatable {
        /// A running number of the face's life: a view tells what has a higher one than the last.
        package var number: Int
        /// What has happened.
        package var text: String

        /// Describes an alert.
        package init(number: Int, text: String) {
            self.number = number
            self.text = text
        }
    }

    /// A button of one tap, that asks the navigator (`two-press.md`, one-tap by design).
    package struct Action: Codable, Sendable, Equatable {
        /// What it asks for.
        package enum Deed: String, Codable, Sendable, CaseIterable {
            /// Take the pending destination.
            case accept
            /// Let the pending destination go.
            case decline
            /// Start the trip of a preview.
            case start
            /// Leave a preview.
            case cancel
            /// End a trip.
            case end
            /// Go to a pin on foot.
            case walk
        }

        /// What it asks for.
        package var deed: Deed
        /// The offer, preview, trip or pin that it is about.
        package var target: String
        /// Its label.
        package var label: String
        /// Its accessible name.
        package var name: String

        enum CodingKeys: String, CodingKey {
            case deed = "do"
            case target
            case label
            case name
        }

        /// Describes a button.
        package init(deed: Deed, target: String, label: String, name: String) {
            self.deed = deed
            self.target = target
            self.label = label
            self.name = name
        }
    }

    /// What the navigator is doing and what it asks, in words.
    package struct Way: Codable, Sendable, Equatable {
        /// What it is doing, a line each; the first one is the stage.
        package var lines: [String]
        /// The pending question; absent where there is none (N3).
        package var question: String?
        /// What can be done about it, in the order in which it is drawn.
        package var actions: [Action]

        /// Describes a way.
        package init(lines: [String], question: String? = nil, actions: [Action] = []) {
            self.lines = lines
            self.question = question
            self.actions = actions
        }
    }

    /// A saved place as a card.
    package struct Card: Codable, Sendable, Equatable {
        /// Its name.
        package var name: String
        /// What somebody wrote about it.
        package var note: String?
        /// "Go here on foot".
        package var action: Action

        /// Describes a card.
        package init(name: String, note: String? = nil, action: Action) {
            self.name = name
            self.note = note
            self.action = action
        }
    }

    /// The words that views need beside the others, in the topology's language (V12).
    ///
    /// `{}` is where something goes.
    package struct Words: Codable, Sendable, Equatable {
        /// The time left: `{} left`.
        package var left: String
        /// The accessible value of an armed control, and the word beside it.
        package var armed: String
        /// How long an arming lasts, where that is longer than usual (V6); else empty.
        package var armedFor: String
        /// What was not sent: kind, age, reason.
        package var notSent: String
        /// The microphone's button.
        package var microphone: String
        /// The places' heading.
        package var places: String
        /// Said when nothing is heard any more, and what is shown is old (V8).
        package var old: String
        /// Said when a touch could not be delivered (V4).
        package var notDelivered: String
        /// Said where the browser gives a page no microphone because it came without TLS.
        package var insecure: String
        /// The button that asks for a browser's leave to notify.
        package var notify: String
        /// The terminal's keys, a line each.
        package var keys: [String]
        /// What a key that armed a control waits for (V3).
        package var confirmKey: String
        /// Said where a terminal is too small.
        package var tooSmall: String

        enum CodingKeys: String, CodingKey {
            case left
            case armed
            case armedFor = "armed_for"
            case notSent = "not_sent"
            case microphone
            case places
            case old
            case notDelivered = "not_delivered"
            case insecure
            case notify
            case keys
            case confirmKey = "confirm_key"
            case tooSmall = "too_small"
        }

        /// Names the words.
        package init(
            left: String, armed: String, armedFor: String, notSent: String, microphone: String,
            places: String, old: String, notDelivered: String, insecure: String, notify: String,
            keys: [String], confirmKey: String, tooSmall: String
        ) {
            self.left = left
            self.armed = armed
            self.armedFor = armedFor
            self.notSent = notSent
            self.microphone = microphone
            self.places = places
            self.old = old
            self.notDelivered = notDelivered
            self.insecure = insecure
            self.notify = notify
            self.keys = keys
            self.confirmKey = confirmKey
            self.tooSmall = tooSmall
        }
    }
}

extension String {
    /// Puts texts where a template of the view model's words has its gaps, in order.
    package func filled(with texts: String...) -> String {
        var rest = texts[...]
        var whole = ""
        var isOpen = false
        for character in self {
            switch character {
            case "{" where !isOpen: isOpen = true
            case "}" where isOpen:
                whole += rest.popFirst() ?? ""
                isOpen = false
            default: whole.append(character)
            }
        }
        return whole
    }
}

import Messages

extension Words {
    /// The bar's headline.
    func headline(performer: String, mode: SoloMode?) -> String {
        let name = performer.uppercased()
        guard let mode else { return Self.fill(headlineWithoutMode, name) }
        return Self.fill(headline, name, mode.rawValue)
    }

    /// The Stop's line.
    func text(_ line: SoloBar.StopLine?) -> String {
        switch line {
        case .requested: stopRequested
        case .stopped: stopped
        case .notConfirmed(let error): Self.fill(stopNotConfirmed, error ?? noRelease)
        case .notReleased: Self.fill(notReleased, noRelease)
        case nil: ""
        }
    }

    /// The line of a Stop that is about another session than the bar.
    func note(_ line: SoloBar.StopLine) -> String {
        switch line {
        case .notConfirmed(let error): Self.fill(earlierStopNotConfirmed, error ?? noRelease)
        case .requested, .stopped, .notReleased: earlierStopRequested
        }
    }

    /// How far a Stop is.
    func text(_ progress: SoloBar.Progress) -> String {
        switch progress {
        case .waiting: waiting
        case .taken: taken
        case .closing: closing
        case .readingBack: readingBack
        }
    }

    /// Why nothing can be told.
    func text(_ unknown: SoloBar.Unknown) -> String {
        let reason =
            switch unknown {
            case .notHeard: relayNotHeard
            case .silent: relaySilent
            case .disconnected: relayDisconnected
            case .notUnderstood: notUnderstood
            case .told(let reason): reason.isEmpty ? noReason : reason
            }
        return Self.fill(stateUnknown, reason)
    }

    /// Why no time was added.
    func text(_ failure: SoloBar.MoreFailure) -> String {
        let reason =
            switch failure {
            case .error(let error): error
            case .notSent(let reason): Self.fill(notSent, reason.rawValue)
            }
        return Self.fill(couldNotAddTime, reason)
    }

    /// Why "+" is refused.
    func text(_ refusal: SoloBar.MoreRefusal) -> String {
        switch refusal {
        case .stateUnknown: unknownState
        case .nothingOpen: nothingOpen
        case .unanswered: Self.fill(unanswered, more)
        case .stopUnsettled: stopUnsettled
        }
    }

    /// What of the broadcast did not come about.
    func text(_ failure: BroadcastControls.Failure) -> String {
        let control =
            switch failure {
            case .onAir: onAir
            case .offAir: offAir
            case .wrapUp: wrapUp
            }
        return Self.fill(failed, control)
    }

    /// The step of "+".
    func step(_ seconds: Seconds) -> String {
        if let minutes = Int(exactly: seconds / 60) {
            return Self.fill(self.minutes, String(minutes))
        }
        return Self.fill(self.seconds, Int(exactly: seconds).map(String.init) ?? "\(seconds)")
    }

    /// What an item was that was not sent.
    func kind(of removed: OutboxRemoved) -> String {
        switch removed.kind {
        case .soloPlay: removed.action == .stop ? stop : more
        case .onAir: onAir
        case .wrapUp: wrapUp
        case .eye: eye
        case .heard: heard
        }
    }

    /// Why an item was not sent.
    func reason(of removed: OutboxRemoved) -> String {
        switch removed.reason {
        case .superseded: removed.action == .stop ? newerStop : withdrawnByStop
        case .trimmed, .expired: removed.reason.rawValue
        }
    }

    /// What a person should notice.
    func text(_ alert: Alerts.Cause) -> String {
        switch alert {
        case .ended(let title): Self.fill(alertEnded, title ?? "")
        case .held: alertHeld
        case .minuteLeft: alertMinute
        }
    }

    /// The words that views need beside the others.
    func forViews(armedFor: Seconds) -> FaceView.Words {
        let isLonger = armedFor > TwoPress.armedFor
        let seconds = Int(exactly: armedFor).map(String.init) ?? "\(armedFor)"
        return FaceView.Words(
            left: left, armed: armed,
            armedFor: isLonger ? Self.fill(armedForLonger, seconds) : "",
            notSent: unsent, microphone: microphone, places: places, old: old,
            notDelivered: notDelivered, insecure: insecure, notify: notify, keys: keys,
            confirmKey: confirmKey, tooSmall: tooSmall)
    }

    /// The group's health in one line: who is not as it should be.
    func text(_ health: GroupStatus?) -> String {
        guard let health else { return groupUnknown }
        let others = health.processes.filter { $0.state != .ready }
        if others.isEmpty { return allReady }
        return others.map { process in
            Self.plain(process.name) + " " + process.state.rawValue.replacing("_", with: " ")
        }
        .joined(separator: " · ")
    }
}

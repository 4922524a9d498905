import Messages

extension FaceCore {
    /// A view model without what the passing of time changes in it, which is sent to nobody.
    struct Picture: Sendable, Equatable {
        let still: FaceView
        // The points in time from which the times in it are told.
        fileprivate let deadline: Seconds?
        fileprivate let armedAt: [Seconds]
        fileprivate let putAt: [Seconds]
    }

    /// The view model as of now.
    func view(at now: Seconds) -> FaceView { dated(still, at: now) }

    /// Fills in what the passing of time changes.
    func dated(_ still: FaceView, at now: Seconds) -> FaceView {
        var view = still
        view.timeLeft = bar.timeLeft(at: now)
        for (index, arming) in armings.list.enumerated() {
            view.armings[index].left = armings.armedFor - (now - arming.armedAt)
        }
        for (index, item) in notSent.items.enumerated() {
            view.unsent[index].age = now - item.putAt
        }
        return view
    }

    /// What two view models are compared by.
    func picture(at now: Seconds) -> Picture {
        Picture(
            still: still, deadline: bar.timeLeft(at: now) == nil ? nil : bar.deadlineShown,
            armedAt: armings.list.map(\.armedAt), putAt: notSent.items.map(\.putAt))
    }

    // Methods are called in closures and not passed themselves, as that would copy the whole core.
    private var still: FaceView {
        let words = lexicon.words
        let isThere = bar.isThere
        return FaceView(
            headline: isThere ? headline : "",
            title: isThere ? Words.plain(bar.session?.title ?? "") : "",
            stopLine: words.text(bar.stopLine),
            detail: bar.progress.map { words.text($0) },
            lines: lines,
            controls: FaceControl.allCases.map { control($0) },
            armings: armings.list.map { arming in
                FaceView.Arming(
                    view: arming.view, control: arming.control, left: 0,
                    elsewhere: Words.fill(words.armedElsewhere, arming.view))
            },
            rules: rules,
            unsent: notSent.items.map { item in
                FaceView.Unsent(
                    kind: words.kind(of: item.removed), age: 0,
                    reason: words.reason(of: item.removed))
            },
            watching: watching,
            microphone: microphone.holder.map { Words.fill(words.microphoneHeld, $0) }
                ?? words.microphoneClosed,
            navigator: navigator, way: navigator.map { way($0.value) }, places: places,
            health: words.text(health),
            alerts: alerts.list.map { alert in
                FaceView.Alert(number: alert.number, text: words.text(alert.cause))
            },
            language: lexicon.language.rawValue,
            words: viewWords)
    }

    private var rules: FaceView.Rules {
        FaceView.Rules(
            armedFor: armings.armedFor, settle: TwoPress.settle,
            minimumHold: HoldToTalk.minimumHold, maximumDrift: HoldToTalk.maximumDrift)
    }

    private var headline: String {
        lexicon.words.headline(
            performer: bar.session?.performer ?? companion, mode: bar.session?.mode)
    }

    /// What else is wrong, or worth knowing.
    private var lines: [String] {
        let words = lexicon.words
        var lines: [String] = []
        if let unknown = bar.unknown { lines.append(words.text(unknown)) }
        if case .notKept = keeping, bar.stop?.isUnsettled == true {
            lines.append(words.stopNotKept)
        }
        if let journalLost, bar.isThere {
            lines.append(Words.fill(words.journalLost, journalLost))
        }
        if let failure = bar.moreFailure { lines.append(words.text(failure)) }
        if let cause = bar.ended { lines.append(Words.fill(words.ended, cause.rawValue)) }
        if let end = bar.unseenEnd {
            let title = end.title ?? end.session?.text ?? ""
            lines.append(Words.fill(words.unseenEnd, title))
        }
        if let note = bar.note { lines.append(words.note(note)) }
        return lines + broadcast.failures.map { words.text($0) }
    }

    private func control(_ id: FaceControl) -> FaceView.Control {
        let texts = texts(of: id)
        let isOn = isOn(id)
        let refusal = refusal(of: id)
        return FaceView.Control(
            id: id, role: isSwitch(id) ? .switch : .button, label: texts.label,
            armedLabel: texts.armed, name: texts.name,
            value: isOn.map { $0 ? lexicon.words.on : lexicon.words.off } ?? "", isOn: isOn,
            enabled: refusal == nil, reason: refusal)
    }

    private func isSwitch(_ id: FaceControl) -> Bool {
        switch id {
        case .stop, .extend, .wrapUp: false
        case .onAir, .eye: true
        }
    }

    private func isOn(_ id: FaceControl) -> Bool? {
        switch id {
        case .stop, .extend, .wrapUp: nil
        case .onAir: broadcast.state.onAir
        case .eye: watching
        }
    }

    private func texts(of id: FaceControl) -> (label: String, armed: String, name: String) {
        let words = lexicon.words
        let made = controlTexts.value
        switch id {
        case .stop:
            return (bar.isRetry ? words.retryStop : words.stop, made.stopArmed, words.stopName)
        case .extend: return (made.step, made.stepArmed, made.stepName)
        case .onAir:
            if broadcast.state.onAir == true {
                return (words.offAir, words.tapToEnd, words.offAirName)
            }
            return (words.onAir, made.onAirArmed, words.onAirName)
        case .wrapUp: return (words.wrapUp, made.wrapUpArmed, words.wrapUpName)
        case .eye:
            if watching { return (words.eyeLit, words.tapAgain, made.eyeLitName) }
            return (words.eyeDark, words.tapAgain, made.eyeDarkName)
        }
    }
}

extension SoloBar {
    /// Whether a Stop that is pressed now is a further try: exactly while one of the two lines
    /// stands that say that it, or a release, is not confirmed.
    fileprivate var isRetry: Bool {
        switch stopLine {
        case .notConfirmed, .notReleased: true
        case .requested, .stopped, nil: false
        }
    }
}

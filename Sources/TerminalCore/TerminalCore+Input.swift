import Messages

// What a person does at the terminal.
extension TerminalCore {
    mutating func take(_ input: Input, at now: Seconds, _ effects: inout [Effect]) {
        switch input {
        case .tellsReleases(let does): hands.tellsReleases = does
        case .pasted: hands.letGo()
        case .focus(let has): if !has { effects += disarm() }
        case .mouse(let pointer, let row, let column):
            take(pointer, row: row, column: column, at: now, &effects)
        case .key(let key, let stroke, let number):
            take(key, stroke, number: number, at: now, &effects)
        }
    }

    /// Lets go of everything; the face is told in any case, as a press may be on its way (V4).
    private mutating func disarm() -> [Effect] {
        hands.disarm()
        return [.disarm]
    }

    // MARK: The mouse

    /// A press is a down and an up in the same place, and no way out of it between (V2).
    private mutating func take(
        _ pointer: Input.Pointer, row: Int, column: Int, at now: Seconds,
        _ effects: inout [Effect]
    ) {
        let target = target(row: row, column: column)
        switch pointer {
        case .wheel(let rows): scroll(by: rows)
        case .down:
            hands.letGo()
            if let target { hands.begin(.mouse(target, since: now)) }
        case .drag:
            if case .mouse(target, _) = hands.press { return }
            hands.letGo()
        case .up:
            if case .mouse(let pressed, let since) = hands.press, pressed == target {
                press(pressed, down: since, up: now, &effects)
            }
            hands.letGo()
        case .other: hands.letGo()
        }
    }

    private mutating func press(
        _ target: Target, down: Seconds, up: Seconds, _ effects: inout [Effect]
    ) {
        switch target {
        case .action(let action): effects.append(.ask(action))
        case .control(let control):
            hands.ask(control)
            effects.append(.press(control, down: down, up: up))
        }
    }

    // MARK: Keys

    private mutating func take(
        _ key: Key, _ stroke: Input.Stroke, number: Int, at now: Seconds,
        _ effects: inout [Effect]
    ) {
        switch stroke {
        case .up: letGo(number, at: now, &effects)
        case .again: scroll(by: key)
        // Without releases a key that goes down is one that is struck.
        case .down where hands.tellsReleases:
            if let control = Self.controls[key] {
                hands.begin(.key(number: number, control, since: now))
            } else {
                strike(key, at: now, &effects)
            }
        case .down, .struck:
            if scroll(by: key) { return }
            guard !hands.isHeld(key, at: now) else { return }
            if let control = Self.controls[key] {
                arm(control, at: now, &effects)
            } else {
                strike(key, at: now, &effects)
            }
        }
    }

    private static let controls: [Key: FaceControl] = [
        .character("s"): .stop, .character("S"): .stop, .character("+"): .extend,
        .character("o"): .onAir, .character("O"): .onAir, .character("w"): .wrapUp,
        .character("W"): .wrapUp, .character("e"): .eye, .character("E"): .eye,
    ]

    private mutating func letGo(_ number: Int, at now: Seconds, _ effects: inout [Effect]) {
        guard case .key(number, let control, let since) = hands.press else { return }
        hands.letGo()
        press(.control(control), down: since, up: now, &effects)
    }

    /// A key whose release is not told only arms (V3).
    ///
    /// The face hears of a disarming first: whatever it believed to be armed here, this press cannot
    /// confirm it.
    private mutating func arm(
        _ control: FaceControl, at now: Seconds, _ effects: inout [Effect]
    ) {
        guard armed != control, hands.asked != control else { return }
        effects.append(.disarm)
        press(.control(control), down: now, up: now, &effects)
    }

    private mutating func strike(_ key: Key, at now: Seconds, _ effects: inout [Effect]) {
        switch key {
        case .character("y"), .character("Y"):
            if let armed { press(.control(armed), down: now, up: now, &effects) }
        case .character("n"), .character("N"), .escape:
            scene.showsHelp = false
            effects += disarm()
        case .character("a"), .character("A"): answer(.accept, &effects)
        case .character("d"), .character("D"): answer(.decline, &effects)
        case .character("?"):
            scene.showsHelp.toggle()
            scene.scroll = 0
        case .character("q"), .character("Q"), .control("c"), .control("|"), .control("\\"):
            effects += leave()
        case .control("z"): effects += suspend()
        case .up, .down, .pageUp, .pageDown, .home, .end: scroll(by: key)
        case .character, .control, .other: break
        }
    }

    private func answer(_ deed: FaceView.Action.Deed, _ effects: inout [Effect]) {
        let actions = scene.view?.way?.actions ?? []
        if let action = actions.first(where: { $0.deed == deed }) { effects.append(.ask(action)) }
    }

    /// - Returns: Whether the key is one that scrolls; such a one may be held.
    @discardableResult
    private mutating func scroll(by key: Key) -> Bool {
        switch key {
        case .up: scroll(by: -1)
        case .down: scroll(by: 1)
        case .pageUp: scroll(by: -page)
        case .pageDown: scroll(by: page)
        case .home: scroll(by: -scene.scroll)
        case .end: scroll(by: .max / 2)
        case .character, .control, .escape, .other: return false
        }
        return true
    }
}

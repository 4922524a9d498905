import Messages

extension EngineCore {
    /// What an order to release and read back came to.
    enum Finding: Sendable, Equatable {
        /// The controller shows these inputs, and no others.
        case shown([String])
        /// It could not be read back.
        case unknown(String)

        /// The inputs that it shows.
        var inputs: [String]? {
            switch self {
            case .shown(let inputs): inputs
            case .unknown: nil
            }
        }

        /// Why there is no read-back.
        var silence: String? {
            switch self {
            case .shown: nil
            case .unknown(let reason): reason
            }
        }
    }

    /// Has a controller release what ended sessions may still hold, and be read back.
    ///
    /// The open session's inputs are spared: it can only be open beside leftovers because a person
    /// dismissed them (E2).
    mutating func letGo(on index: Int) {
        releaseCount += 1
        let id = ReleaseID(releaseCount)
        hands[index].asked = Hand.Asked(id: id, due: now + Hand.patience)
        hands[index].stage = .closing
        hands[index].refusal = nil
        hands[index].retryAt = nil
        let inputs = hands[index].leftovers.subtracting(openInputs(on: index)).sorted()
        emit(.release(id, of: hands[index].controller, inputs: inputs))
    }

    /// What the open session may hold on a controller.
    func openInputs(on index: Int) -> Set<String> {
        index == 0 ? slot?.inputs.leftovers ?? [] : []
    }

    /// Tries again at once, unless an answer is due anyway (E6).
    mutating func hurry(_ index: Int) {
        guard hands[index].asked == nil else { return }
        hands[index].rest()
        letGo(on: index)
    }

    /// The place of a controller's hand; a controller not heard of before gets one.
    mutating func hand(on controller: ControllerID) -> Int {
        if let index = hands.firstIndex(where: { $0.controller == controller }) { return index }
        hands.append(Hand(controller))
        return hands.count - 1
    }

    /// The releases have been carried out and the read-back has begun.
    mutating func released(
        _ id: ReleaseID, of controller: ControllerID, inputs: [String], refusal: String?
    ) {
        guard let index = hands.firstIndex(where: { $0.controller == controller }) else { return }
        let subjects = hands[index].awaiting + unconfirmed(on: controller)
        if let session = subjects.lazy.compactMap(\.session).first {
            for input in inputs {
                emit(.publishInput(SoloInput(session: session, release: input, now: now)))
            }
        }
        guard hands[index].asked?.id == id else { return }
        hands[index].refusal = refusal
        hands[index].stage = .readingBack
        if let session = closing?.session, hands[index].awaiting.contains(.session(session)) {
            closing?.stage = .readingBack
            publish()
        }
    }

    /// A controller was read back, or could not be.
    mutating func answered(_ id: ReleaseID, of controller: ControllerID, _ finding: Finding) {
        guard let index = hands.firstIndex(where: { $0.controller == controller }),
            // An answer may come late and count, but not if inputs were pressed since (E5).
            id >= hands[index].firstValid
        else { return }
        if hands[index].asked?.id == id {
            hands[index].asked = nil
        } else if finding.inputs == nil {
            return
        }
        conclude(finding, on: index)
    }

    /// Goes on without the controllers that have had their time (E4).
    mutating func giveUpOnSilentControllers() {
        for index in hands.indices {
            guard let asked = hands[index].asked, asked.due <= now else { continue }
            hands[index].asked = nil
            conclude(.unknown("controller does not answer"), on: index)
        }
    }

    /// Tries again where a pause is over (E6).
    mutating func retryReleases() {
        for index in hands.indices {
            if let retryAt = hands[index].retryAt, retryAt <= now { letGo(on: index) }
        }
    }
}

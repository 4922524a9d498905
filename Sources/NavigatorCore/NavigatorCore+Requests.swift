import Messages

// Answering requests, each once (N16).
extension NavigatorCore {
    /// Answers a request, or lets it wait for the journal.
    mutating func answer(_ request: NavigatorRequest, _ call: Call, _ effects: inout [Effect]) {
        guard recovered else {
            // Not remembered: the same request is good once the pins are known.
            let problem = Problem(.busy, "the navigator is still reading its pins")
            effects.append(.reply(.problem(problem), to: call.token))
            return
        }
        switch remembered.verdict(on: request, key: call.key) {
        case .reused: effects.append(.reply(.problem(.reusedKey), to: call.token))
        case .seen(let reply): effects.append(.reply(reply, to: call.token))
        case .new:
            switch writes.join(request, call) {
            case .reused: effects.append(.reply(.problem(.reusedKey), to: call.token))
            case .joined: break
            case .apart: answerNew(request, call, &effects)
            }
        }
    }

    private mutating func answerNew(
        _ request: NavigatorRequest, _ call: Call, _ effects: inout [Effect]
    ) {
        let reply: NavigatorReply
        do throws(Problem) {
            guard let done = try carryOut(request, call, &effects) else { return }
            reply = done
        } catch {
            reply = .problem(error)
        }
        if !request.onlyReads { remembered.remember(request, key: call.key, reply: reply) }
        effects.append(.reply(reply, to: call.token))
    }

    /// Carries out a request; nil where its answer has to wait for the journal.
    private mutating func carryOut(
        _ request: NavigatorRequest, _ call: Call, _ effects: inout [Effect]
    ) throws(Problem) -> NavigatorReply? {
        switch request {
        case .offerPin(let ask): return .offer(try offer(offered(by: ask), call, &effects))
        case .offerLink(let ask): return .offer(try offer(offered(by: ask), call, &effects))
        case .offerHandoff(let ask): return .offer(try offer(offered(by: ask), call, &effects))
        case .walkPin(let ask): return .offer(try offer(offered(by: ask), call, &effects))
        case .openGuide(let ask): return .offer(try offer(offered(by: ask), call, &effects))
        case .addPin(let ask):
            journal(.added(try pin(addedBy: ask, call)), for: request, call, &effects)
            return nil
        case .removePin(let ask):
            journal(.removed(try pin(ask.pin).id), for: request, call, &effects)
            return nil
        case .listPins: return .pins(pins.listed())
        case .listGuides: return .guides(GuidesListed(guides: guides))
        case .accept(let ask): try accept(ask.pending, call, &effects)
        case .decline(let ask): try decline(ask.pending)
        case .start(let ask): try start(ask.preview, call, &effects)
        case .cancel(let ask): try cancel(ask.preview, &effects)
        case .end(let ask): try end(ask.trip, &effects)
        case .mode(let ask): try setMode(ask.mode, call, &effects)
        case .provider(let ask): try setProvider(ask.provider, call, &effects)
        case .simulate(let ask): simulating = ask.on
        case .status: break
        }
        return .state(state)
    }
}

extension NavigatorRequest {
    /// Whether it changes nothing, so that its answer need not be remembered.
    fileprivate var onlyReads: Bool {
        switch self {
        case .status, .listPins, .listGuides: true
        case .offerPin, .offerLink, .offerHandoff, .accept, .decline, .start, .cancel, .end, .mode,
            .provider, .simulate, .addPin, .removePin, .walkPin, .openGuide:
            false
        }
    }
}

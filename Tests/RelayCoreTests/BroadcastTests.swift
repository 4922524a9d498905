import Messages
import RelayCore
import Testing

private let token = ReplyToken(7)

@Suite struct BroadcastTests {
    /// Asks over the bus.
    private func ask(_ request: RelayRequest, _ id: RequestID) -> RelayCore.Event {
        .request(request, key: RequestKey(source: "/play/shell", id: id), token: token)
    }

    @Test("broadcast.set and broadcast.wrap_up change the state, tell everybody and are answered")
    func requests() {
        var relay = RelayCore.started()
        for (request, id, state) in [
            (RelayRequest.set(BroadcastSet(onAir: true)), "1", BroadcastState(onAir: true)),
            (.wrapUp(BroadcastWrapUp()), "2", BroadcastState(onAir: true, wrapping: true)),
            (.set(BroadcastSet(onAir: false)), "3", BroadcastState(onAir: false)),
        ] {
            var told = FaceState.unknown("engine unreachable")
            told.broadcast = state
            #expect(
                relay.receive(ask(request, RequestID(id)), at: 100.5) == [
                    .publishBroadcast(state), .reply(.broadcast(state), to: token),
                    .publish(told, face: face),
                ])
        }
    }

    @Test("On air wanted again: nothing changes, and wrapping goes on")
    func again() {
        var relay = RelayCore.started()
        _ = relay.receive(ask(.set(BroadcastSet(onAir: true)), "1"), at: 100.5)
        _ = relay.receive(ask(.wrapUp(BroadcastWrapUp()), "2"), at: 100.5)
        let state = BroadcastState(onAir: true, wrapping: true)
        #expect(
            relay.receive(ask(.set(BroadcastSet(onAir: true)), "3"), at: 100.5)
                == [.reply(.broadcast(state), to: token)])
    }

    @Test("Wrapping up what is not on air is refused", arguments: [nil, false])
    func notOnAir(_ onAir: Bool?) {
        var relay = RelayCore.started()
        if let onAir { _ = relay.receive(ask(.set(BroadcastSet(onAir: onAir)), "1"), at: 100.5) }
        let effects = relay.receive(ask(.wrapUp(BroadcastWrapUp()), "2"), at: 100.5)
        guard case .reply(.problem(let problem), token)? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(problem.type == .refused)
        #expect(effects.count == 1)
    }

    @Test("B3: a request seen again gets its answer again, and a key is good for one request")
    func once() {
        var relay = RelayCore.started()
        let on = ask(.set(BroadcastSet(onAir: true)), "1")
        _ = relay.receive(on, at: 100.5)
        _ = relay.receive(ask(.set(BroadcastSet(onAir: false)), "2"), at: 100.5)
        #expect(
            relay.receive(on, at: 100.5)
                == [.reply(.broadcast(BroadcastState(onAir: true)), to: token)])
        #expect(
            relay.receive(ask(.wrapUp(BroadcastWrapUp()), "1"), at: 100.5)
                == [.reply(.problem(.reusedKey), to: token)])
    }

    @Test(
        "B3: an item that is handed out again, its acknowledgement lost, is acknowledged only",
        arguments: [
            OutboxRequest.onAir(true), .eye(watching: true), .heard(text: "left", take: "7"),
        ])
    func handedOutAgain(_ request: OutboxRequest) {
        var relay = RelayCore.started()
        _ = relay.receive(.handed(item("item", request), by: face, take: 1), at: 100.5)
        _ = relay.receive(.handed(item("off", .onAir(false)), by: face, take: 2), at: 100.5)
        #expect(
            relay.receive(.handed(item("item", request), by: face, take: 3), at: 100.5) == [
                .ask(.take(face: face, number: 4)), .ask(.acknowledge("item", face: face)),
            ])
    }
}

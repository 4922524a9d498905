import Messages
import TestKit
import Testing

/// The requests that each process understands, by their types.
@Suite struct RequestReadingTests {
    private func read<Request: ReadableMessage>(
        _ request: Request.Type, _ message: some Message
    ) throws -> Request? {
        try Request(type: type(of: message).type, from: TextReader(text: try Plain.text(message)))
    }

    @Test("The navigator understands its requests")
    func navigator() throws {
        let known: [(any Message, NavigatorRequest)] = [
            (OfferPin(pin: "p"), .offerPin(OfferPin(pin: "p"))),
            (OfferLink(url: "u"), .offerLink(OfferLink(url: "u"))),
            (
                OfferHandoff(place: Sample.place),
                .offerHandoff(OfferHandoff(place: Sample.place))
            ),
            (NavAccept(pending: "o"), .accept(NavAccept(pending: "o"))),
            (NavDecline(pending: "o"), .decline(NavDecline(pending: "o"))),
            (NavStart(preview: "p"), .start(NavStart(preview: "p"))),
            (NavCancel(), .cancel(NavCancel())), (NavEnd(), .end(NavEnd())),
            (NavMode(mode: "m"), .mode(NavMode(mode: "m"))),
            (NavProvider(provider: "p"), .provider(NavProvider(provider: "p"))),
            (NavSimulate(on: true), .simulate(NavSimulate(on: true))),
            (NavStatus(), .status(NavStatus())),
            (PinsAdd(place: Sample.place), .addPin(PinsAdd(place: Sample.place))),
            (PinsList(), .listPins(PinsList())),
            (PinsRemove(pin: "p"), .removePin(PinsRemove(pin: "p"))),
            (PinsWalk(pin: "p"), .walkPin(PinsWalk(pin: "p"))),
            (GuidesList(), .listGuides(GuidesList())),
            (GuidesOpen(place: "p"), .openGuide(GuidesOpen(place: "p"))),
        ]
        for (message, request) in known {
            #expect(try read(NavigatorRequest.self, message) == request)
        }
        #expect(try read(NavigatorRequest.self, SoloStop(.nothing)) == nil)
    }

    @Test("The engine understands its requests")
    func engine() throws {
        let extend = SoloExtend(session: "s", seconds: 1)
        let start = SoloStart(title: "x", mode: "true", seconds: 1)
        let known: [(any Message, SoloRequest)] = [
            (start, .start(start)), (extend, .extend(extend)),
            (SoloStop(.nothing), .stop(SoloStop(.nothing))),
            (SoloDismiss(why: "w"), .dismiss(SoloDismiss(why: "w"))),
            (SoloStatus(), .status(SoloStatus())),
            (SoloReceiptsList(last: 2), .receipts(SoloReceiptsList(last: 2))),
        ]
        for (message, request) in known {
            #expect(try read(SoloRequest.self, message) == request)
        }
        #expect(try read(SoloRequest.self, FaceLook()) == nil)
    }

    @Test("The engine's answers are read as they were written")
    func answers() throws {
        let replies: [SoloReply] = [
            .started(SoloStarted(Sample.deadline)), .extended(SoloExtended(Sample.deadline)),
            .stopping(SoloStopping(session: nil, boot: "b", revision: 1, stage: .closing)),
            .receipt(Sample.receipt),
            .state(SoloState(boot: "b", now: 1, revision: 1, open: false)),
            .receipts(SoloReceipts(receipts: [Sample.bareReceipt])),
            .problem(Problem(.busy, "x")),
        ]
        for reply in replies {
            #expect(try read(SoloReply.self, reply.message) == reply)
        }
    }

    @Test("Relay, face, outbox and launcher understand theirs")
    func others() throws {
        #expect(
            try read(RelayRequest.self, BroadcastSet(onAir: true))
                == .set(BroadcastSet(onAir: true)))
        #expect(try read(RelayRequest.self, BroadcastWrapUp()) == .wrapUp(BroadcastWrapUp()))
        let press = FacePress(control: .stop, view: "v")
        #expect(try read(FaceRequest.self, press) == .press(press))
        #expect(try read(FaceRequest.self, FaceStop(view: "v")) == .stop(FaceStop(view: "v")))
        #expect(try read(FaceRequest.self, FaceDisarm(view: "v")) == .disarm(FaceDisarm(view: "v")))
        let pointer = FacePointer(view: "v", pointer: 1, phase: .down, x: 1, y: 2, at: 3)
        #expect(try read(FaceRequest.self, pointer) == .pointer(pointer))
        #expect(try read(FaceRequest.self, FaceLook()) == .look(FaceLook()))
        let take = OutboxTake(wait: 1, boot: "b")
        #expect(try read(OutboxAsk.self, take) == .take(take))
        #expect(try read(OutboxAsk.self, OutboxAck(id: "i")) == .acknowledge(OutboxAck(id: "i")))
        #expect(try read(OutboxAsk.self, FaceLook()) == nil)
        #expect(try read(GroupRequest.self, GroupStatusGet()) == .status(GroupStatusGet()))
        #expect(try read(GroupRequest.self, GroupStop()) == .stop(GroupStop()))
        let restart = GroupRestart(process: "face")
        #expect(try read(GroupRequest.self, restart) == .restart(restart))
    }

    @Test("A request that can't be read is malformed, not unknown")
    func malformed() {
        #expect(throws: Problem.self) {
            try NavigatorRequest(type: OfferLink.type, from: TextReader(text: #"{"url":1}"#))
        }
    }
}

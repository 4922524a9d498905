import EngineCore
import Messages
import Testing

/// One path out of the slot, whatever the cause.
struct ClosingTests {
    /// What closes a session, and what the receipt calls it.
    static let causes: [(Event, Seconds, CloseCause, endsPlayer: Bool)] = [
        (.tick, 70, .deadline, true),
        (.playerEnded(one, reason: nil), 20, .playerEnded, false),
        (.controllerLost(memory, reason: "no display"), 20, .controllerLost, true),
        (.shutdown, 20, .shutdown, true),
    ]

    @Test("E4: in one step the slot empties, that is told, and inputs and player are let go")
    func stopClosesInOneStep() {
        var bench = Bench.playing()
        bench.settle(.player(.press("Right"), of: one), at: 15)
        let asking = bench.receive(stop(.session(one), id: "k1"), at: 20)
        #expect(
            asking == [.journal(WriteID(3), [.asked(asked("k1"), about: .session(one))])])
        let closing = bench.receive(.journaled(WriteID(3)), at: 20.01)
        let told = state(
            revision: 3, now: 20.01, closing: SoloClosing(session: one, stage: .closing))
        let stopping = SoloStopping(session: one, boot: boot, revision: 3, stage: .closing)
        #expect(
            closing == [
                .admit(nil), .publish(told),
                .release(ReleaseID(1), of: memory, inputs: ["Right"]), .endPlayer(one),
                .reply(.stopping(stopping), to: token(9)),
            ])
    }

    @Test("E4: every cause takes the same path", arguments: causes)
    func causesCloseAlike(
        event: Event, at now: Seconds, cause: CloseCause, endsPlayer: Bool
    ) {
        var bench = Bench.playing()
        let told = state(
            revision: 3, now: now, closing: SoloClosing(session: one, stage: .closing))
        let effects = bench.receive(event, at: now)
        #expect(
            effects == [
                .admit(nil), .publish(told), .release(ReleaseID(1), of: memory, inputs: []),
            ] + (endsPlayer ? [.endPlayer(one)] : []))
        let settled = bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: now + 0.5)
        #expect(settled.receipts.map(\.cause) == [cause])
        #expect(settled.receipts.map(\.released) == [true])
    }

    @Test("E4: the read-back is a stage of its own, and the receipt is journaled before it is told")
    func readBackMakesReceipt() {
        var bench = Bench.closing(holding: ["Right"])
        let reading = bench.receive(
            .released(ReleaseID(1), of: memory, inputs: ["Right"], refusal: nil), at: 20.5)
        let told = state(
            revision: 4, now: 20.5, closing: SoloClosing(session: one, stage: .readingBack))
        #expect(
            reading == [
                .publishInput(SoloInput(session: one, release: "Right", now: 20.5)),
                .publish(told),
            ])
        let made = SoloReceipt.Made(boot: boot, revision: 5, now: 21)
        let record = Receipt(
            subject: .session(one), controller: memory, title: "Chess", cause: .stop, made: made,
            released: true)
        let back = bench.receive(.readBack(ReleaseID(1), of: memory, shown: []), at: 21)
        #expect(
            back == [.journal(WriteID(4), [.letGo(["Right"], on: memory), .receipt(record)])])
        let sent = receipt(stops: ["k1"], revision: 5, now: 21.01, made: made)
        #expect(
            bench.receive(.journaled(WriteID(4)), at: 21.01) == [
                .publishReceipt(sent),
                .publish(state(revision: 5, now: 21.01, receipt: sent)),
            ])
    }

    @Test("E4: a controller that is silent for 2 s makes the receipt false")
    func silentController() {
        var bench = Bench.closing(holding: ["Right"])
        #expect(bench.core.deadline == 21)
        bench.settle(.playerEnded(one, reason: nil), at: 20.5)
        #expect(bench.core.deadline == 22)
        #expect(bench.settle(.tick, at: 21.99) == [])
        let late = bench.settle(.tick, at: 22)
        let sent = receipt(
            released: false, reason: "controller does not answer", stops: ["k1"], revision: 4,
            now: 22)
        #expect(
            late == [.publishReceipt(sent), .publish(state(revision: 4, now: 22, receipt: sent))])
    }

    @Test("E4: the player's grace and its killing run beside the release")
    func playerIsKilledAfterGrace() {
        var bench = Bench.closing()
        bench.settle(.readBack(ReleaseID(1), of: memory, shown: []), at: 20.1)
        #expect(bench.core.deadline == 21)
        #expect(bench.receive(.tick, at: 20.9) == [])
        #expect(bench.receive(.tick, at: 21) == [.killPlayer(one)])
        #expect(bench.receive(.tick, at: 21.5) == [])
        #expect(bench.receive(.playerEnded(one, reason: nil), at: 21.6) == [])
        #expect(bench.core.deadline == nil)
    }

    @Test("E5: only a read-back makes a receipt true; what a release reports does not")
    func reportsProveNothing() {
        var bench = Bench.closing(holding: ["Right"])
        bench.settle(
            .released(ReleaseID(1), of: memory, inputs: ["Right"], refusal: nil), at: 20.2)
        let lied = bench.settle(.readBack(ReleaseID(1), of: memory, shown: ["Right"]), at: 20.3)
        #expect(lied.receipts.map(\.released) == [false])
        #expect(lied.receipts.map(\.held) == [["Right"]])
        #expect(lied.receipts.map(\.reason) == ["the controller shows them"])
    }

    @Test("E5: an input that the player let go stays ours until a read-back shows it up")
    func reportedReleaseStaysInLedger() {
        var bench = Bench.playing()
        bench.settle(.player(.press("Right"), of: one), at: 15)
        bench.settle(.took(Stroke(one, "Right", isPress: true)), at: 15)
        bench.settle(.player(.release("Right"), of: one), at: 16)
        bench.settle(.took(Stroke(one, "Right", isPress: false)), at: 16)
        #expect(bench.settle(stop(.session(one), id: "k1"), at: 20).orders == [["Right"]])
        let back = bench.settle(.readBack(ReleaseID(1), of: memory, shown: ["Right"]), at: 20.3)
        #expect(back.receipts.map(\.held) == [["Right"]])
    }

    @Test("E5: another controller's read-back proves nothing")
    func otherControllerProvesNothing() {
        var bench = Bench.closing(holding: ["Right"])
        let other = ControllerID(kind: "x11", display: ":1")
        #expect(bench.settle(.readBack(ReleaseID(1), of: other, shown: []), at: 21) == [])
        #expect(bench.state(at: 21)?.closing?.session == one)
    }

    @Test("E11: what others hold is reported and makes no receipt false")
    func heldByOthers() {
        var bench = Bench.closing(holding: ["Right"])
        let back = bench.settle(
            .readBack(ReleaseID(1), of: memory, shown: ["a", "Shift"]), at: 21)
        #expect(back.receipts.map(\.released) == [true])
        #expect(back.receipts.map(\.heldByOthers) == [["Shift", "a"]])
    }

    @Test("E12: a controller that throws makes the receipt false, with its reason")
    func throwingController() {
        var bench = Bench.closing(holding: ["Right"])
        let thrown = bench.settle(
            .notReadBack(ReleaseID(1), of: memory, reason: "display gone"), at: 20.1)
        #expect(thrown.receipts.map(\.released) == [false])
        #expect(thrown.receipts.map(\.reason) == ["display gone"])
    }

    @Test("E12: a refused release is the reason of a receipt that is false")
    func refusedRelease() {
        var bench = Bench.closing(holding: ["Right"])
        bench.settle(
            .released(ReleaseID(1), of: memory, inputs: [], refusal: "Right: refused"), at: 20.1)
        let back = bench.settle(.readBack(ReleaseID(1), of: memory, shown: ["Right"]), at: 20.2)
        #expect(back.receipts.map(\.reason) == ["Right: refused"])
    }
}

import Messages
import RelayCore
import Testing

@Suite struct AnsweredTests {
    /// A relay that has taken the maze's Stop.
    private func stopTakenRelay() -> RelayCore {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.handed(item("stop-1", .stop(stopMaze)), by: face, take: 1), at: 100)
        return relay
    }

    @Test("R5: a Stop goes from taken to closing, reading back and the receipt's word")
    func stages() {
        var relay = stopTakenRelay()
        let stopping = SoloStopping(session: maze, boot: bootA, revision: 2, stage: .closing)
        #expect(
            relay.told(.answered(stopAsk(), .stopping(stopping)), at: 100.5)
                == [.playing(now: 300.5, answered: [stopAnswered(revision: 2, stage: .closing)])])
        let reading = SoloState.empty(
            revision: 3, closing: SoloClosing(session: maze, stage: .readingBack))
        #expect(
            relay.told(.state(reading), at: 100.5) == [
                FaceState(
                    open: .closed, boot: bootA, revision: 3, now: 300,
                    answered: [stopAnswered(revision: 3, stage: .readingBack)])
            ])
        #expect(
            relay.entries(.receipt(.ofMaze(true, revision: 4)), at: 100.5)
                == [[stopAnswered(revision: 4, released: true)]])
    }

    @Test("R5: an answer without a title keeps the one that the same session had before")
    func titleKept() {
        var relay = stopTakenRelay()
        _ = relay.receive(.receipt(.ofMaze(false, revision: 3)), at: 100.5)
        _ = relay.receive(.state(.playing(revision: 4, session: "next")), at: 100.5)
        let stopping = SoloStopping(session: maze, boot: bootA, revision: 5, stage: .readingBack)
        #expect(
            relay.entries(.answered(stopAsk(), .stopping(stopping)), at: 100.5)
                == [[stopAnswered(revision: 5, stage: .readingBack)]])
    }

    @Test("R5: `released` is the receipt's, true and false, by answer", arguments: [true, false])
    func released(_ released: Bool) {
        var relay = stopTakenRelay()
        let receipt = SoloReceipt.ofMaze(released, revision: 7)
        #expect(
            relay.entries(.answered(stopAsk(), .receipt(receipt)), at: 100.5)
                == [[stopAnswered(revision: 7, released: released)]],
            "the moment is the answer's, not that of the receipt's making")
    }

    @Test("R5: a receipt in a state answers a Stop that it names, as events get lost (B2)")
    func receiptInState() {
        var relay = stopTakenRelay()
        let state = SoloState.empty(revision: 4, receipt: .ofMaze(true))
        #expect(
            relay.entries(.state(state), at: 100.5)
                == [[stopAnswered(revision: 4, released: true)]])
    }

    @Test("R5: a receipt that names other Stops answers nothing")
    func otherReceipt() {
        var relay = stopTakenRelay()
        let receipt = SoloReceipt.ofMaze(true, stops: ["stop-0"])
        #expect(relay.told(.receipt(receipt), at: 100.5) == [])
    }

    @Test("R5: a further receipt takes the place of an earlier one, an older one of none")
    func newestReceipt() {
        var relay = stopTakenRelay()
        _ = relay.receive(.receipt(.ofMaze(true, revision: 6)), at: 100.5)
        #expect(relay.told(.receipt(.ofMaze(false, revision: 5)), at: 100.5) == [])
        let stopping = SoloStopping(session: maze, boot: bootA, revision: 5, stage: .readingBack)
        #expect(relay.told(.answered(stopAsk(), .stopping(stopping)), at: 100.5) == [])
        #expect(
            relay.entries(.receipt(.ofMaze(false, revision: 7)), at: 100.5)
                == [[stopAnswered(revision: 7, released: false)]])
    }

    @Test("R5: a problem is told with its words and sort, for the session that was named")
    func problem() {
        var relay = stopTakenRelay()
        let problem = Problem(
            .notFound, "no such session", session: "other", boot: bootA, revision: 8)
        #expect(
            relay.entries(.answered(stopAsk(), .problem(problem)), at: 100.5) == [
                [
                    Answered(
                        id: "stop-1", action: .stop, session: maze, title: "Maze", boot: bootA,
                        revision: 8, error: "no such session", problem: .notFound)
                ]
            ])
    }

    @Test("R5: a Stop about nothing is answered for no session")
    func noSession() {
        var relay = RelayCore.knowing(.empty())
        let stop = SoloStop(.nothing)
        _ = relay.receive(.handed(item("stop-1", .stop(stop)), by: face, take: 1), at: 100)
        let receipt = SoloReceipt(
            session: nil, boot: bootA, revision: 2,
            made: SoloReceipt.Made(boot: bootA, revision: 2, now: 301), controller: "memory",
            released: true, cause: .noneOpen, now: 301)
        let answer = RelayCore.Event.answered(stopAsk("stop-1", stop), .receipt(receipt))
        #expect(
            relay.entries(answer, at: 100.5) == [
                [Answered(id: "stop-1", action: .stop, boot: bootA, revision: 2, released: true)]
            ])
    }

    @Test("R5: an answer that is none to a Stop changes nothing")
    func strangeAnswer() {
        var relay = stopTakenRelay()
        #expect(relay.receive(.answered(stopAsk(), .state(.playing())), at: 100.5) == [])
    }

    @Test("R5: the newest Stop's entry stands alone, and a superseded one's answer is dropped")
    func superseded() {
        var relay = stopTakenRelay()
        let newer = RelayCore.Event.handed(item("stop-2", .stop(stopMaze)), by: face, take: 2)
        #expect(relay.entries(newer, at: 100.5) == [[stopTaken("stop-2")]])
        #expect(
            relay.receive(.answered(stopAsk(), .receipt(.ofMaze(true))), at: 100.5) == [])
        #expect(relay.told(.receipt(.ofMaze(true)), at: 100.5) == [])
    }

    @Test("R5: each face is told of its own requests")
    func ownRequests() {
        var relay = RelayCore.knowing(.playing(), faces: [face, phone])
        let effects = relay.receive(
            .handed(item("stop-1", .stop(stopMaze)), by: face, take: 1), at: 100)
        #expect(
            effects.contains(.publish(.playing(now: 300, answered: [stopTaken()]), face: face)))
        #expect(relay.told(.receipt(.ofMaze(true)), at: 100, face: phone) == [])
    }

    @Test("R5: a \"+\" is told as taken, then by its answer, which acknowledges it")
    func extended() {
        var relay = RelayCore.knowing(.playing(revision: 4))
        let taken = RelayCore.Event.handed(item("more-1", .extend(moreMaze)), by: face, take: 1)
        _ = relay.receive(taken, at: 100)
        let answer = SoloExtended(
            SoloDeadline(session: maze, expiresAt: 1_200, now: 301, boot: bootA))
        let entry = Answered(
            id: "more-1", action: .extend, session: maze, title: "Maze", boot: bootA, revision: 4)
        #expect(
            relay.receive(.answered(extendAsk(), .extended(answer)), at: 100.5) == [
                .ask(.acknowledge("more-1", face: face)),
                .publish(.playing(revision: 4, now: 300.5, answered: [entry]), face: face),
            ])
    }

    @Test(
        "R5: a \"+\" that was refused, or that nobody answered, is over with its problem",
        arguments: [
            RelayCore.Event.answered(extendAsk(), .problem(Problem(.tooLate, "too late"))),
            .failed(extendAsk(), Problem(.tooLate, "too late")),
        ])
    func notExtended(_ event: RelayCore.Event) {
        var relay = RelayCore.knowing(.playing())
        let taken = RelayCore.Event.handed(item("more-1", .extend(moreMaze)), by: face, take: 1)
        _ = relay.receive(taken, at: 100)
        let entry = Answered(
            id: "more-1", action: .extend, session: maze, title: "Maze", error: "too late",
            problem: .tooLate)
        #expect(
            relay.receive(event, at: 100.5) == [
                .ask(.acknowledge("more-1", face: face)),
                .publish(.playing(now: 300.5, answered: [entry]), face: face),
            ])
    }

    @Test("R5: a \"+\" that is handed out again is asked again under its key, and acknowledged")
    func extendAgain() {
        var relay = RelayCore.knowing(.playing())
        let more = item("more-1", .extend(moreMaze))
        _ = relay.receive(.handed(more, by: face, take: 1), at: 100)
        #expect(
            relay.receive(.handed(more, by: face, take: 2), at: 100.5)
                == [.ask(.take(face: face, number: 3)), .ask(extendAsk())])
        #expect(extendAsk().within < 10, "it fails before its lease of 10 s ends")
    }

    @Test("R5: an older \"+\"'s late answer is acknowledged and not told")
    func olderExtend() {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.handed(item("more-1", .extend(moreMaze)), by: face, take: 1), at: 100)
        _ = relay.receive(.handed(item("more-2", .extend(moreMaze)), by: face, take: 2), at: 100)
        let late = RelayCore.Event.answered(extendAsk(), .problem(Problem(.tooLate, "too late")))
        #expect(relay.receive(late, at: 100.5) == [.ask(.acknowledge("more-1", face: face))])
    }

    @Test("R6: a Stop stands ahead of an older \"+\", whose late answer does not take its place")
    func stopFirst() {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.handed(item("more-1", .extend(moreMaze)), by: face, take: 1), at: 100)
        _ = relay.receive(.handed(item("stop-1", .stop(stopMaze)), by: face, take: 2), at: 100)
        let late = RelayCore.Event.answered(extendAsk(), .problem(Problem(.tooLate, "too late")))
        #expect(
            relay.entries(late, at: 100.5) == [
                [
                    stopTaken(),
                    Answered(
                        id: "more-1", action: .extend, session: maze, title: "Maze",
                        error: "too late", problem: .tooLate),
                ]
            ])
    }
}

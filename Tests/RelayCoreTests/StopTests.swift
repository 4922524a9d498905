import Messages
import RelayCore
import Testing

/// The three kinds of Stops by what they are about.
private let targets: [SoloStop] = [
    SoloStop(.session(maze), view: "shell"), SoloStop(.nothing), SoloStop(.whateverRuns),
]

@Suite struct StopTests {
    @Test(
        "R7: a Stop goes on unchanged, under the face's own key, before anything else",
        arguments: targets)
    func passedOn(_ stop: SoloStop) {
        var relay = RelayCore.knowing(.playing())
        let handed = RelayCore.Event.handed(item("stop-1", .stop(stop)), by: face, take: 1)
        let effects = relay.receive(handed, at: 101)
        #expect(effects.first == .ask(.stop(stop, key: key("stop-1"), face: face)))
    }

    @Test("R7: it goes on while the engine is unreachable or unknown, for the bus to try")
    func unreachable() {
        var relay = RelayCore.started()
        let handed = RelayCore.Event.handed(item("stop-1", .stop(stopMaze)), by: face, take: 1)
        #expect(
            relay.receive(handed, at: 100.5) == [
                .ask(stopAsk()), .ask(.take(face: face, number: 2)),
                .ask(.acknowledge("stop-1", face: face)),
                .publish(.unknown("engine unreachable", answered: [stopTaken()]), face: face),
            ])
    }

    @Test("R7: a Stop without an outcome holds back nothing of any kind")
    func holdsNothingBack() {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.handed(item("stop-1", .stop(stopMaze)), by: face, take: 1), at: 100)
        #expect(
            relay.asked(.handed(item("more-1", .extend(moreMaze)), by: face, take: 2), at: 100)
                == [.take(face: face, number: 3), extendAsk()])
        #expect(
            relay.receive(.handed(item("air", .onAir(true)), by: face, take: 3), at: 100)
                .contains(.publishBroadcast(BroadcastState(onAir: true))))
    }

    @Test("R8: each time that the outbox hands it out it is asked again, settled or not")
    func handedOutAgain() {
        var relay = RelayCore.knowing(.playing())
        let stop = item("stop-1", .stop(stopMaze))
        _ = relay.receive(.handed(stop, by: face, take: 1), at: 100)
        #expect(
            relay.receive(.handed(stop, by: face, take: 2), at: 100.5) == [
                .ask(stopAsk()), .ask(.take(face: face, number: 3)),
                .ask(.acknowledge("stop-1", face: face)),
            ], "and what the face was told of it stays")
        _ = relay.receive(.receipt(.ofMaze(true)), at: 100.5)
        #expect(
            relay.asked(.handed(stop, by: face, take: 3), at: 100.5).first == stopAsk())
    }

    @Test("R8: when the engine's connection returns, before anything else")
    func connectionReturns() {
        var relay = RelayCore.knowing(.playing(), faces: [face, phone])
        _ = relay.receive(.handed(item("stop-1", .stop(stopMaze)), by: face, take: 1), at: 100)
        _ = relay.receive(.handed(item("stop-2", .stop(stopMaze)), by: phone, take: 1), at: 100)
        _ = relay.receive(.engine(.disconnected), at: 100.5)
        #expect(
            relay.asked(.engine(.connected), at: 100.75) == [
                stopAsk(), .stop(stopMaze, key: key("stop-2"), face: phone), .status(2),
            ])
    }

    @Test("R8: when another boot is heard, a settled one too: F6 wants that boot's answer")
    func bootChanges() {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.handed(item("stop-1", .stop(stopMaze)), by: face, take: 1), at: 100)
        _ = relay.receive(.receipt(.ofMaze(true)), at: 100)
        #expect(
            relay.asked(.engine(.heard(bootB)), at: 100.5) == [stopAsk(), .status(2)])
        // The answer that is there is the earlier boot's still.
        #expect(
            relay.asked(.answered(.status(2), .state(.empty(boot: bootB))), at: 100.5)
                == [stopAsk()])
        let receipt = SoloReceipt.ofMaze(true, boot: bootB, revision: 1)
        #expect(
            relay.entries(.answered(stopAsk(), .receipt(receipt)), at: 100.5)
                == [[stopAnswered(boot: bootB, revision: 1, released: true)]])
    }

    @Test("R8: when another boot answers, of which nothing was heard before")
    func otherBootAnswers() {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.handed(item("stop-1", .stop(stopMaze)), by: face, take: 1), at: 100)
        _ = relay.receive(.engine(.disconnected), at: 100.5)
        _ = relay.receive(.engine(.connected), at: 100.5)
        #expect(
            relay.asked(.answered(.status(2), .state(.empty(boot: bootB))), at: 100.5)
                == [stopAsk()])
    }

    @Test("R8: when the engine is heard again after a silence")
    func heardAgain() {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.handed(item("stop-1", .stop(stopMaze)), by: face, take: 1), at: 100)
        _ = relay.receive(.engine(.silent), at: 100.5)
        #expect(relay.asked(.engine(.heard(bootA)), at: 100.5) == [stopAsk(), .status(2)])
    }

    @Test("R8: the first answer of all is no change of boot")
    func firstAnswer() {
        var relay = RelayCore.started()
        _ = relay.receive(.engine(.connected), at: 100)
        _ = relay.receive(.handed(item("stop-1", .stop(stopMaze)), by: face, take: 1), at: 100)
        #expect(relay.asked(.answered(.status(1), .state(.playing())), at: 100) == [])
    }

    @Test("R8: the relay makes up no answer to a Stop that nobody answers")
    func nobodyAnswers() {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.handed(item("stop-1", .stop(stopMaze)), by: face, take: 1), at: 100)
        let failed = RelayCore.Event.failed(stopAsk(), Problem(.unreachable, "no answer"))
        #expect(relay.receive(failed, at: 100.5) == [])
    }

    @Test("R8, R9: an answer of an earlier boot is dropped, one of a new boot makes it ask")
    func answerOfAnotherBoot() {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.handed(item("stop-1", .stop(stopMaze)), by: face, take: 1), at: 100)
        let answer = RelayCore.Event.answered(
            stopAsk(), .receipt(.ofMaze(true, boot: bootB, revision: 1)))
        let entry = stopAnswered(boot: bootB, revision: 1, released: true)
        #expect(
            relay.receive(answer, at: 100.5) == [
                .ask(stopAsk()), .ask(.status(2)),
                .publish(.unknown("engine restarting", answered: [entry]), face: face),
            ])
        _ = relay.receive(.answered(.status(2), .state(.empty(boot: bootB))), at: 100.5)
        let late = RelayCore.Event.answered(stopAsk(), .receipt(.ofMaze(false, revision: 9)))
        #expect(relay.receive(late, at: 100.5) == [])
    }

    @Test("R8, R9: a dead boot's answer that comes after the new one's makes the relay ask again")
    func deadBootAnswersLast() {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.handed(item("stop-1", .stop(stopMaze)), by: face, take: 1), at: 100)
        let new = SoloReply.receipt(.ofMaze(true, boot: bootB, revision: 1))
        _ = relay.receive(.answered(stopAsk(), new), at: 100.5)
        let dead = SoloReply.receipt(.ofMaze(true))
        _ = relay.receive(.answered(stopAsk(), dead), at: 100.5)
        let status = RelayCore.Event.answered(.status(2), .state(.empty(boot: bootB)))
        #expect(relay.asked(status, at: 100.5) == [stopAsk()])
        #expect(
            relay.entries(.answered(stopAsk(), new), at: 100.5)
                == [[stopAnswered(boot: bootB, revision: 1, released: true)]])
    }

    @Test("R8: what the boot that answers has said itself is not asked again")
    func newBootHasAnswered() {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.handed(item("stop-1", .stop(stopMaze)), by: face, take: 1), at: 100)
        let new = SoloReply.receipt(.ofMaze(true, boot: bootB, revision: 1))
        _ = relay.receive(.answered(stopAsk(), new), at: 100.5)
        let status = RelayCore.Event.answered(.status(2), .state(.empty(boot: bootB)))
        #expect(relay.asked(status, at: 100.5) == [])
    }
}

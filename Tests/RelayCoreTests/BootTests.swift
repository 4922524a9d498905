import Messages
import RelayCore
import Testing

/// Everything by which another boot can be noticed.
private let signs: [RelayCore.Event] = [
    .engine(.heard(bootB)),
    .state(.playing(boot: bootB)),
    .receipt(.ofMaze(true, boot: bootB)),
]

@Suite struct BootTests {
    @Test(
        "R9: a boot that has not answered makes the relay ask; until it answers: null",
        arguments: signs)
    func anotherBoot(_ sign: RelayCore.Event) {
        var relay = RelayCore.knowing(.playing())
        #expect(
            relay.receive(sign, at: 100.5)
                == [.ask(.status(2)), .publish(.unknown("engine restarting"), face: face)])
        #expect(relay.receive(sign, at: 100.5) == [], "one question is enough")
        #expect(
            relay.told(.answered(.status(2), .state(.empty(boot: bootB, now: 2))), at: 101)
                == [FaceState(open: .closed, boot: bootB, revision: 1, now: 2)])
    }

    @Test("R9: an earlier boot's word is dropped, its sign of life included")
    func earlierBoot() {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.engine(.heard(bootB)), at: 100.5)
        _ = relay.receive(.answered(.status(2), .state(.empty(boot: bootB))), at: 100.5)
        #expect(relay.receive(.state(.playing(revision: 9)), at: 100.5) == [])
        #expect(relay.receive(.receipt(.ofMaze(true)), at: 100.5) == [])
        #expect(relay.receive(.engine(.heard(bootA)), at: 100.5) == [])
        _ = relay.receive(.engine(.silent), at: 100.5)
        #expect(relay.receive(.engine(.heard(bootA)), at: 100.5) == [], "B is silent still")
        #expect(relay.receive(.engine(.heard(bootB)), at: 100.5) == [.ask(.status(3))])
    }

    @Test("R9: a stale boot that is heard late is told from a new one by the answer")
    func staleBoot() {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.state(.playing(boot: bootB, revision: 7)), at: 100.5)
        #expect(
            relay.told(.answered(.status(2), .state(.playing())), at: 100.5)
                == [.playing(now: 300)])
        #expect(relay.receive(.state(.playing(boot: bootB, revision: 8)), at: 100.5) == [])
    }

    @Test("R9: only the answer to the last question counts")
    func lastQuestion() {
        var relay = RelayCore.started()
        _ = relay.receive(.engine(.connected), at: 100)
        #expect(relay.asked(.engine(.heard(bootB)), at: 100.5) == [.status(2)])
        #expect(relay.receive(.answered(.status(1), .state(.playing())), at: 100.5) == [])
        #expect(
            relay.told(.answered(.status(2), .state(.playing(boot: bootB))), at: 100.5)
                == [.playing(boot: bootB, now: 300)])
    }

    @Test("R9: revisions of a boot never go back, by event or by answer")
    func revisions() {
        var relay = RelayCore.knowing(.playing(revision: 5))
        #expect(relay.receive(.state(.empty(revision: 4)), at: 100.5) == [])
        _ = relay.receive(.engine(.disconnected), at: 100.5)
        _ = relay.receive(.engine(.connected), at: 100.5)
        #expect(relay.receive(.state(.playing(revision: 6)), at: 100.5) == [], "no answer yet")
        #expect(
            relay.told(.answered(.status(2), .state(.playing(revision: 5))), at: 100.5)
                == [.playing(revision: 6, now: 300)])
    }

    @Test("R9: a new boot's state that overtakes its answer is not lost")
    func overtaken() {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.state(.playing(boot: bootB, revision: 4, now: 14)), at: 100.5)
        _ = relay.receive(.state(.playing(boot: bootB, revision: 3, now: 13)), at: 100.5)
        #expect(
            relay.told(.answered(.status(2), .state(.empty(boot: bootB, revision: 2))), at: 100.75)
                == [.playing(boot: bootB, revision: 4, now: 14.25)])
    }

    @Test("R9: the connection's return takes back what was known, until there is an answer")
    func connectionReturns() {
        var relay = RelayCore.knowing(.playing())
        _ = relay.receive(.engine(.disconnected), at: 100.25)
        #expect(
            relay.receive(.engine(.connected), at: 100.5)
                == [.ask(.status(2)), .publish(.unknown("engine restarting"), face: face)])
        #expect(relay.told(.state(.playing(revision: 2)), at: 100.5) == [])
    }

    @Test("R9: a question without an answer is asked again at the next sign of life")
    func unanswered() {
        var relay = RelayCore.started()
        _ = relay.receive(.engine(.connected), at: 100)
        #expect(relay.receive(.tick, at: 101) == [.ask(.vitals)], "still waited for")
        let failed = Problem(.unreachable, "engine did not answer")
        _ = relay.receive(.failed(.status(1), failed), at: 101.5)
        #expect(relay.receive(.tick, at: 102) == [.ask(.vitals), .ask(.status(2))])
    }
}

import Group
import Messages
import Testing

@Suite("Supervisor: the end")
struct SupervisorEndingTests {
    private let all = ["engine", "relay", "face", "navigator", "web"]
    private let topology = Topology(
        processes: ["engine", "relay", "face", "navigator", "web"].map { .init($0) })

    /// Ends the group from the face to the engine, and gives the effects of the last exit.
    private func end(_ desk: inout Desk) -> [Supervisor.Effect] {
        _ = desk.send(.signal(.end))
        for name in ["face", "relay", "navigator", "web"] { _ = desk.exit(name, .exited(0)) }
        return desk.exit("engine", .exited(0))
    }

    @Test("G5: the order goes from the face to the engine, each when the one before has ended")
    func order() {
        var desk = Desk.ready(topology)
        #expect(desk.send(.signal(.end)) == [.note(.ending(.signal)), .order("face")])
        #expect(desk.exit("face", .exited(0)) == [.order("relay")])
        #expect(desk.exit("relay", .exited(0)) == [.order("navigator")])
        #expect(desk.exit("navigator", .exited(0)) == [.order("web")])
        #expect(desk.exit("web", .exited(0)) == [.order("engine")])
        #expect(desk.exit("engine", .exited(0)) == [.sweep(kill: false)])
        #expect(desk.send(.remaining([])) == [.finish(Ending(cause: .signal))])
        #expect(desk.supervisor.isFinished)
        #expect(Ending(cause: .signal).code == 0)
    }

    @Test("G5: one that does not heed the order gets TERM after 1 s and KILL after 5 s")
    func escalation() {
        var desk = Desk.ready(topology)
        _ = desk.send(.signal(.end))
        #expect(desk.pass(to: 0.75) == [])
        #expect(desk.pass(to: 1) == [.signal("face", .terminate)])
        #expect(desk.pass(to: 4.75) == [])
        #expect(
            desk.pass(to: 5) == [.note(.killing("face", after: 5)), .signal("face", .kill)])
        #expect(desk.exit("face", .signalled(9)) == [.order("relay")])
    }

    @Test("G5: the engine has 10 s, as it has inputs to release")
    func engineGrace() {
        var desk = Desk.ready(Topology(processes: [.init("engine")]))
        _ = desk.send(.signal(.end))
        #expect(desk.pass(to: 9.75) == [.signal("engine", .terminate)])
        #expect(desk.pass(to: 10).last == .signal("engine", .kill))
        _ = desk.exit("engine", .signalled(9))
        let finish = desk.send(.remaining([]))
        #expect(finish == [.finish(Ending(cause: .signal, unclean: ["engine"]))])
        #expect(Ending(cause: .signal, unclean: ["engine"]).code == 1)
    }

    @Test("G5: what has not been heard yet gets TERM at once")
    func unheard() {
        var desk = Desk(Topology(processes: [.init("engine")]))
        desk.spawn("engine")
        #expect(
            desk.send(.signal(.end)) == [
                .note(.ending(.signal)), .signal("engine", .terminate),
            ])
        _ = desk.exit("engine", .signalled(15))
        #expect(desk.send(.remaining([])) == [.finish(Ending(cause: .signal))])
    }

    @Test("G5: a signal within 1 s is the same order")
    func same() {
        var desk = Desk.ready(topology)
        _ = desk.send(.signal(.end))
        _ = desk.pass(to: 1)
        #expect(desk.send(.signal(.end)) == [])
    }

    @Test("G5: a later one kills at once, the engine when the others have gone")
    func forced() {
        var desk = Desk.ready(topology)
        _ = desk.send(.signal(.end))
        _ = desk.pass(to: 1.25)
        #expect(
            desk.send(.signal(.end))
                == [
                    .note(.forced), .signal("face", .kill), .signal("navigator", .kill),
                    .signal("relay", .kill), .signal("web", .kill),
                ].sorted(like: all))
        for name in ["face", "relay", "navigator"] {
            #expect(desk.exit(name, .signalled(9)) == [])
        }
        #expect(desk.exit("web", .signalled(9)) == [.signal("engine", .kill)])
        #expect(desk.exit("engine", .signalled(9)) == [.sweep(kill: false)])
        let killed = ["face", "relay", "navigator", "web", "engine"]
        #expect(
            desk.send(.remaining([])) == [.finish(Ending(cause: .signal, unclean: killed))])
    }

    @Test("G5: nothing is started after the order")
    func nothingStarts() {
        var desk = Desk.ready(topology)
        _ = desk.exit("web", .exited(1))
        _ = desk.send(.signal(.end))
        _ = desk.exit("relay", .exited(1))
        let effects = desk.pass(to: 60)
        #expect(!effects.contains { if case .spawn = $0 { true } else { false } })
    }

    @Test("G5: one that crashes while the group ends makes the exit code 1")
    func crash() {
        var desk = Desk.ready(Topology(processes: [.init("engine")]))
        _ = desk.send(.signal(.end))
        _ = desk.exit("engine", .signalled(11))
        #expect(
            desk.send(.remaining([])) == [
                .finish(Ending(cause: .signal, unclean: ["engine"]))
            ])
    }

    @Test("G5: down only when the group is empty: what is left gets 2 s, and is then killed")
    func leftover() {
        var desk = Desk.ready(topology)
        #expect(end(&desk) == [.sweep(kill: false)])
        #expect(desk.send(.remaining(["bot (77)"])) == [])
        #expect(!desk.pass(to: 1.75).contains(.sweep(kill: true)))
        _ = desk.send(.remaining(["bot (77)"]))
        #expect(
            desk.pass(to: 2) == [.note(.left(["bot (77)"])), .sweep(kill: true)])
        #expect(
            desk.send(.remaining([])) == [
                .finish(Ending(cause: .signal, unclean: ["bot (77)"]))
            ])
    }

    @Test("G5: a survivor is named")
    func survivor() {
        var desk = Desk.ready(topology)
        _ = end(&desk)
        _ = desk.send(.remaining(["bot (77)"]))
        let ending = Ending(cause: .signal, unclean: ["bot (77)"], survivors: ["bot (77)"])
        #expect(!desk.pass(to: 6.75).contains(.finish(ending)))
        #expect(desk.pass(to: 7) == [.finish(ending)])
        #expect(ending.code == 1)
    }
}

extension [Supervisor.Effect] {
    /// Notes first, then the signals in the order of the names.
    fileprivate func sorted(like names: [String]) -> [Supervisor.Effect] {
        func rank(_ effect: Supervisor.Effect) -> Int {
            if case .signal(let name, _) = effect { names.firstIndex(of: name) ?? -1 } else { -1 }
        }
        return sorted { rank($0) < rank($1) }
    }
}

import Group
import Messages
import Testing

@Suite("Supervisor: processes are kept up")
struct SupervisorKeepingTests {
    @Test("G1: the first event starts all processes, in order")
    func start() {
        var supervisor = Supervisor(Topology())
        let effects = supervisor.receive(.tick, at: 100)
        #expect(
            effects.dropLast() == [
                .spawn("engine"), .spawn("relay"), .spawn("face"), .spawn("navigator"),
                .spawn("web"),
            ])
        guard case .publish(let status) = effects.last else {
            Issue.record("nothing published")
            return
        }
        #expect(status.processes.map(\.state) == Array(repeating: .starting, count: 5))
    }

    @Test("G2: ready is what each process reports, and the group when all have")
    func ready() {
        var desk = Desk()
        for name in ["engine", "relay", "face", "navigator"] { desk.spawn(name) }
        #expect(desk.send(beat("engine", .starting)) == [])
        _ = desk.pass(to: 0.5)
        #expect(desk.send(beat("engine")) == [.note(.ready("engine", after: 0.5))])
        #expect(desk.send(beat("engine")) == [])
        _ = desk.send(beat("relay"))
        _ = desk.send(beat("face"))
        #expect(
            desk.send(beat("navigator"))
                == [.note(.ready("navigator", after: 0.5)), .note(.groupReady(after: 0.5))])
    }

    @Test("G2: the group's readiness does not wait for one that is not essential")
    func notEssential() {
        var desk = Desk(Topology(processes: [.init("engine"), .init("routes")]))
        desk.spawn("engine")
        desk.spawn("routes")
        #expect(
            desk.send(beat("engine"))
                == [.note(.ready("engine", after: 0)), .note(.groupReady(after: 0))])
        #expect(
            desk.send(beat("routes", boot: "b2")) == [.note(.ready("routes", after: 0))])
    }

    @Test("G2: a start that takes long is said to wait, and for whom")
    func waiting() {
        var desk = Desk()
        for name in ["engine", "relay", "face", "navigator"] { desk.spawn(name) }
        _ = desk.send(beat("engine"))
        _ = desk.send(beat("face"))
        let heard = ["engine", "face"]
        #expect(desk.pass(to: 9.75, beating: heard) == [])
        #expect(
            desk.pass(to: 10, beating: heard) == [.note(.waiting(["relay", "navigator"]))])
        #expect(
            desk.pass(to: 20, beating: heard) == [.note(.waiting(["relay", "navigator"]))])
    }

    @Test("G3: a process that dies is started again, each time after a longer pause")
    func backOff() {
        var desk = Desk.ready(Topology(processes: [.init("face")]))
        for pause in [0.1, 0.2, 0.4, 0.8, 1.6] {
            let exit = Exit.signalled(9)
            #expect(
                desk.exit("face", exit) == [.note(.died("face", exit, startsIn: pause))])
            #expect(desk.status(of: "face")?.state == .dead)
            let start = desk.now + pause
            #expect(desk.supervisor.deadline == start)
            #expect(desk.pass(to: start - 0.05) == [])
            #expect(desk.pass(to: start) == [.spawn("face")])
            desk.spawn("face")
        }
        #expect(desk.status(of: "face")?.restarts == 5)
    }

    @Test("G3: more than five deaths of an essential process in 30 s end the group")
    func essential() {
        var desk = Desk.ready()
        let others = ["engine", "face", "navigator"]
        for _ in 1...5 {
            _ = desk.exit("relay", .exited(1))
            _ = desk.pass(to: desk.now + 2, beating: others)
            desk.spawn("relay")
        }
        #expect(
            desk.exit("relay", .exited(1)) == [
                .note(.gaveUp("relay", deaths: 6)), .note(.ending(.gaveUp("relay"))),
                .order("face"),
            ])
        #expect(desk.status(of: "relay")?.state == .dead)
    }

    @Test("G3: five deaths, or six in more than 30 s, do not")
    func window() {
        var desk = Desk.ready()
        let others = ["engine", "face", "navigator"]
        for death in 0..<6 {
            _ = desk.pass(to: Seconds(death) * 6.25, beating: others)
            let effects = desk.exit("relay", .exited(1))
            #expect(!effects.contains(.note(.gaveUp("relay", deaths: 6))))
            _ = desk.pass(to: desk.now + 2, beating: others)
            desk.spawn("relay")
        }
        #expect(desk.status(of: "relay")?.restarts == 6)
    }

    @Test("G3: one that is not essential is given up, and the others go on")
    func givenUp() {
        var limits = Limits()
        limits.restarts = 0
        var desk = Desk.ready(
            Topology(limits: limits, processes: [.init("engine"), .init("web")]))
        #expect(desk.exit("web", .exited(1)) == [.note(.gaveUp("web", deaths: 1))])
        #expect(desk.status(of: "web")?.state == .givenUp)
        #expect(desk.pass(to: 60, beating: ["engine"]) == [])
    }

    @Test("G3: a process that is never to be started again is not")
    func never() {
        var web = Topology.Process("web")
        web.restart = .never
        var desk = Desk.ready(Topology(processes: [.init("engine"), web]))
        #expect(desk.exit("web", .exited(0)) == [.note(.over("web", .exited(0)))])
        #expect(desk.pass(to: 60, beating: ["engine"]) == [])
    }

    @Test("G3: a process that cannot be started counts as dead")
    func notSpawned() {
        var desk = Desk()
        #expect(
            desk.send(.notSpawned("face", reason: "no memory")) == [
                .note(.notSpawned("face", reason: "no memory")),
                .note(.died("face", .notSpawned, startsIn: 0.1)),
            ])
    }

    @Test("G9: one that process.stop has ended is started again")
    func stopped() {
        var desk = Desk.ready()
        #expect(
            desk.exit("face", .exited(0)) == [
                .note(.died("face", .exited(0), startsIn: 0.1))
            ])
        #expect(desk.pass(to: 0.25) == [.spawn("face")])
    }
}

@Suite("Supervisor: the watch")
struct SupervisorWatchTests {
    private let others = ["engine", "relay", "navigator", "web"]

    @Test("G4: a beat that is missing for 5 s gets its process killed and started again")
    func missing() {
        var desk = Desk.ready()
        #expect(desk.pass(to: 2.75, beating: others) == [])
        #expect(desk.status(of: "face")?.state == .ready)
        #expect(desk.pass(to: 3, beating: others) == [])
        #expect(desk.status(of: "face")?.state == .silent)
        #expect(desk.pass(to: 4.75, beating: others) == [])
        #expect(
            desk.pass(to: 5, beating: others) == [
                .note(.silent("face", for: 5)), .signal("face", .kill),
            ])
        #expect(desk.pass(to: 7, beating: others) == [])
        #expect(
            desk.exit("face", .signalled(9)) == [
                .note(.died("face", .signalled(9), startsIn: 0.1))
            ])
    }

    @Test("G4: the watch arms with the first beat")
    func unarmed() {
        var desk = Desk()
        for name in ["engine", "relay", "face", "navigator"] { desk.spawn(name) }
        for name in others { _ = desk.send(beat(name)) }
        let effects = desk.pass(to: 60, beating: others)
        #expect(!effects.contains(.signal("face", .kill)))
    }

    @Test("G4: time in which the launcher did not run is nobody's silence")
    func suspended() {
        var desk = Desk.ready()
        desk.sleep(to: 3_600)
        #expect(desk.send(.tick) == [])
        #expect(desk.status(of: "face")?.lastBeat == 0.5)
        #expect(desk.pass(to: 3_604.25, beating: others) == [])
        #expect(desk.pass(to: 3_604.5, beating: others).contains(.signal("face", .kill)))
    }

    @Test("G4: a late beat of the run before does not arm the watch, nor is it readiness")
    func formerBoot() {
        var desk = Desk.ready()
        _ = desk.exit("face", .signalled(9))
        _ = desk.pass(to: 0.25)
        desk.spawn("face", pid: 23)
        #expect(desk.send(beat("face")) == [])
        #expect(desk.status(of: "face")?.state == .starting)
        #expect(
            desk.send(beat("face", boot: "b2", pid: 23)) == [.note(.ready("face", after: 0))])
    }

    @Test("a process that a script has started is known by its beats, and watched itself")
    func script() {
        var desk = Desk()
        desk.spawn("face")
        #expect(
            desk.send(beat("face", .starting, pid: 70)) == [.adopt("face", pid: 70)])
        #expect(desk.send(beat("face", .starting, pid: 70)) == [])
        _ = desk.send(.adopted("face", pid: 70))
        #expect(desk.status(of: "face")?.pid == 70)
        // The script may end before what it has started.
        #expect(desk.exit("face", .exited(0)) == [])
        #expect(desk.exit("face", .unknown, pid: 70).first != nil)
    }

    @Test("a script that outlives what it has started is killed after a second")
    func scriptLeft() {
        var desk = Desk()
        desk.spawn("face")
        _ = desk.send(beat("face", pid: 70))
        _ = desk.send(.adopted("face", pid: 70))
        #expect(desk.exit("face", .unknown, pid: 70) == [])
        #expect(desk.pass(to: 0.75) == [])
        #expect(desk.pass(to: 1) == [.signal("face", .kill)])
    }
}

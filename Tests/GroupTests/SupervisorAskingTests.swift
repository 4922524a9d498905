import Group
import Messages
import Testing

@Suite("Supervisor: sessions and receipts")
struct SupervisorReceiptTests {
    private static func state(open: Bool, receipt: SoloReceipt? = nil) -> SoloState {
        SoloState(
            boot: "e", now: 0, revision: 1, open: open,
            session: open
                ? SoloSession(
                    id: "s", performer: "P", title: "T", mode: .coached, startedAt: 0,
                    expiresAt: 9) : nil,
            receipt: receipt)
    }

    private static func receipt(released: Bool, session: SessionID? = "s") -> SoloReceipt {
        SoloReceipt(
            session: session, boot: "e", revision: 2, made: .init(boot: "e", revision: 2, now: 0),
            controller: "memory", released: released, cause: .shutdown, now: 0)
    }

    /// Ends a group whose engine said all this, and gives the ending.
    private func ending(after events: [Supervisor.Event]) -> Ending? {
        var desk = Desk.ready(Topology(processes: [.init("engine")]))
        for event in events { _ = desk.send(event) }
        _ = desk.send(.signal(.end))
        _ = desk.exit("engine", .exited(0))
        var effects = desk.send(.remaining([]))
        if effects.isEmpty { effects = desk.pass(to: 0.5) }
        guard case .finish(let ending) = effects.last else { return nil }
        return ending
    }

    @Test("G1: TSTP is refused while a session is open, and obeyed otherwise")
    func suspend() {
        var desk = Desk.ready()
        #expect(desk.send(.signal(.suspend)) == [.suspend])
        _ = desk.send(.solo(Self.state(open: true)))
        #expect(desk.send(.signal(.suspend)) == [.note(.suspendRefused)])
        _ = desk.send(.solo(Self.state(open: false, receipt: Self.receipt(released: true))))
        #expect(desk.send(.signal(.suspend)) == [.suspend])
    }

    @Test("G5: the exit code is 0 only if the last receipt confirms the release")
    func confirmed() {
        let good = Self.receipt(released: true)
        let bad = Self.receipt(released: false)
        let open = Supervisor.Event.solo(Self.state(open: true))
        #expect(ending(after: []) == Ending(cause: .signal))
        #expect(
            ending(after: [open, .receipt(good)]) == Ending(cause: .signal, receipt: good))
        let unconfirmed = Ending(cause: .signal, receipt: bad, isUnconfirmed: true)
        #expect(ending(after: [open, .receipt(bad)]) == unconfirmed)
        #expect(unconfirmed.code == 1)
        #expect(ending(after: [.solo(Self.state(open: false, receipt: bad))]) == unconfirmed)
    }

    @Test("G5: a session whose receipt was never heard is no confirmed release")
    func owed() {
        let open = Supervisor.Event.solo(Self.state(open: true))
        let other = Self.receipt(released: true, session: nil)
        #expect(ending(after: [open]) == Ending(cause: .signal, isUnconfirmed: true))
        #expect(
            ending(after: [open, .receipt(other)])
                == Ending(cause: .signal, receipt: other, isUnconfirmed: true))
    }

    @Test("G5: a receipt may be heard after the engine has ended")
    func late() {
        var desk = Desk.ready(Topology(processes: [.init("engine")]))
        _ = desk.send(.solo(Self.state(open: true)))
        _ = desk.send(.signal(.end))
        _ = desk.exit("engine", .exited(0))
        #expect(desk.send(.remaining([])) == [])
        let good = Self.receipt(released: true)
        #expect(desk.send(.receipt(good)) == [.finish(Ending(cause: .signal, receipt: good))])
    }
}

@Suite("Supervisor: requests")
struct SupervisorRequestTests {
    private func request(_ request: GroupRequest, id: RequestID = "r") -> Supervisor.Event {
        .request(request, key: RequestKey(source: "/g/shell", id: id), token: ReplyToken(1))
    }

    @Test("G9: restart ends a process and starts it again, and that is no death")
    func restart() {
        var desk = Desk.ready()
        for round in 1...7 {
            let effects = desk.send(
                request(.restart(GroupRestart(process: "face")), id: RequestID("\(round)")))
            #expect(effects.prefix(2) == [.note(.restarting("face")), .order("face")])
            #expect(desk.status(of: "face")?.state == .stopping)
            #expect(desk.exit("face", .exited(0)) == [.spawn("face")])
            desk.spawn("face")
            _ = desk.send(beat("face", boot: Boot("boot \(round)")))
        }
        #expect(desk.status(of: "face")?.restarts == 7)
    }

    @Test("G9: restart starts a process that was given up")
    func revive() {
        var limits = Limits()
        limits.restarts = 0
        var desk = Desk.ready(Topology(limits: limits, processes: [.init("web")]))
        _ = desk.exit("web", .exited(1))
        let effects = desk.send(request(.restart(GroupRestart(process: "web"))))
        #expect(effects.prefix(2) == [.note(.restarting("web")), .spawn("web")])
    }

    @Test("G9: restart of nobody, or while the group ends, is a problem")
    func refused() {
        var desk = Desk.ready(Topology(processes: [.init("engine")]))
        let unknown = Problem(
            .notFound, "no such process", detail: "handrail has engine.", field: "process")
        #expect(
            desk.send(request(.restart(GroupRestart(process: "x"))))
                == [.reply(.problem(unknown), to: ReplyToken(1))])
        _ = desk.send(.signal(.end))
        let ending = Problem(
            .refused, "the group is ending", detail: "Nothing is started any more.")
        #expect(
            desk.send(request(.restart(GroupRestart(process: "engine")), id: "other"))
                == [.reply(.problem(ending), to: ReplyToken(1))])
    }

    @Test("G9: group.stop is the order to end, and later signals count from it")
    func stop() {
        var desk = Desk.ready(Topology(processes: [.init("engine")]))
        let effects = desk.send(request(.stop(GroupStop())))
        #expect(effects.first == .note(.ending(.request)))
        #expect(effects.contains(.order("engine")))
        _ = desk.pass(to: 1.25)
        #expect(desk.send(.signal(.end)) == [.note(.forced), .signal("engine", .kill)])
    }

    @Test("B3: a request is done once per source and id, and answered alike")
    func once() {
        var desk = Desk.ready()
        let restart = request(.restart(GroupRestart(process: "face")))
        let first = desk.send(restart)
        _ = desk.exit("face", .exited(0))
        #expect(desk.send(restart) == Array(first.suffix(1)))
        #expect(
            desk.send(request(.stop(GroupStop())))
                == [.reply(.problem(.reusedKey), to: ReplyToken(1))])
    }

    @Test("the status is published when something lasting changes, not with each beat")
    func published() {
        var supervisor = Supervisor(Topology(processes: [.init("engine")]))
        _ = supervisor.receive(.tick, at: 0)
        let process = GroupStatus.Process(
            name: "engine", pid: 11, state: .ready, restarts: 0, since: 0, lastBeat: 0)
        _ = supervisor.receive(.spawned("engine", pid: 11), at: 0)
        #expect(
            supervisor.receive(beat("engine"), at: 0).last
                == .publish(GroupStatus(name: "handrail", processes: [process])))
        #expect(supervisor.receive(beat("engine"), at: 0.4) == [])
    }
}

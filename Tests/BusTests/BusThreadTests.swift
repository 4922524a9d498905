import Bus
import Messages
import TestKit
import Testing

/// An actor that takes in on the bus thread what other threads leave for it.
private actor Counter: BusActor {
    private let thread: BusThread
    private let bus: Bus
    private let mailbox: Mailbox<Int>
    private let goal: Int
    private var posted: [Int] = []
    private var calls = 0

    init(_ bus: sending Bus, _ thread: BusThread, _ mailbox: Mailbox<Int>, until goal: Int) {
        self.thread = thread
        self.bus = bus
        self.mailbox = mailbox
        self.goal = goal
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    func turn() -> TurnOutcome {
        bus.wait(until: nil)
        while bus.next() != nil {}
        posted += mailbox.drain()
        guard posted.count + calls == goal else { return .goOn }
        #expect(posted == Array(0..<posted.count))
        return .end
    }

    func call() async {
        #expect(thread.isIsolatingCurrentContext() == true)
        // Leaves the thread and has to come back to it.
        await elsewhere()
        #expect(thread.isIsolatingCurrentContext() == true)
        calls += 1
    }

    @concurrent
    private func elsewhere() async {
        #expect(thread.isIsolatingCurrentContext() == false)
    }
}

@Suite("The bus thread")
struct BusThreadTests {
    @Test("B8: jobs and posts of other threads reach the bus thread, in order")
    func postsAndJobs() async throws {
        let directory = RunDirectory()
        let thread = try BusThread()
        let mailbox = Mailbox<Int>(waking: thread)
        let bus = try Bus(
            settings: directory.settings(of: "engine"), version: "test", thread: thread,
            signals: .untouched)
        let counter = Counter(bus, thread, mailbox, until: 600)
        let runner = PlainThread { thread.run(counter) }
        async let calls: Void = withTaskGroup { group in
            for _ in 0..<100 { group.addTask { await counter.call() } }
        }
        for number in 0..<500 { mailbox.post(number) }
        await calls
        runner.join()
        #expect(thread.isIsolatingCurrentContext() == false)
    }
}

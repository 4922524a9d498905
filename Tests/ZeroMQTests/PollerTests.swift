import Foundation
import Testing
import ZeroMQ

@Suite struct PollerTests {
    @Test("A wait ends when its moment has come, not before")
    func deadline() throws {
        var poller = try Poller()
        for wait in [0.02, 0.001, 0.0] {
            let deadline = now + wait
            #expect(try poller.wait(until: deadline) == false)
            #expect(now >= deadline)
        }
    }

    @Test("A moment that is past only looks", arguments: [-1, 0, 1e-9, -Double.infinity, .nan])
    func past(moment: Double) throws {
        let pair = try Pair(.pair, .pair)
        var poller = try Poller()
        _ = poller.add(pair.bound.socket)
        #expect(try poller.wait(until: moment) == false)
        try pair.connected.send("hello")
        #expect(try poller.wait(until: moment))
    }

    @Test("A wait for ever ends with a message, also after one with a moment")
    func forEver() throws {
        let pair = try Pair(.pair, .pair)
        var poller = try Poller()
        let item = poller.add(pair.bound.socket)
        #expect(try poller.wait(until: now) == false)
        try pair.connected.send("hello")
        #expect(try poller.wait(until: nil))
        #expect(poller[item] == .readable)
    }

    @Test("Each item says what it is ready for, and no other")
    func items() throws {
        let pair = try Pair(.pair, .pair)
        let bell = try WakeUp()
        var poller = try Poller()
        for _ in 0..<3 {
            poller.removeAll()
            let bound = poller.add(pair.bound.socket, for: [.readable, .writable])
            let connected = poller.add(pair.connected.socket)
            let descriptor = poller.add(descriptor: bell.descriptor)
            bell.signal()
            #expect(try poller.wait(until: now + patience))
            #expect(poller[bound] == .writable)
            #expect(poller[connected] == [])
            #expect(poller[descriptor] == .readable)
            bell.clear()
        }
    }

    @Test("A socket that closes after it was added is not waited for")
    func closed() throws {
        let pair = try Pair(.pair, .pair)
        var poller = try Poller()
        let item = poller.add(pair.bound.socket)
        try pair.connected.send("hello")
        #expect(try poller.wait(until: now + patience))
        pair.bound.socket = try Socket(.pair, in: context)
        #expect(try poller.wait(until: now + 0.001) == false)
        #expect(poller[item] == [])
    }

    @Test("B4: a wait ends when the peer has gone, and again when it is back")
    func peer() throws {
        let folder = try Folder()
        let endpoint = "ipc://\(folder.path)/s"
        let asker = try Link(.dealer)
        try asker.socket.set(.immediate, true)
        try asker.socket.set(.reconnectInterval, .milliseconds(10))
        try asker.socket.connect(endpoint)
        for _ in 0..<3 {
            var answerer: Link? = try Link(.router)
            try answerer?.socket.bind(endpoint)
            #expect(try asker.wait(for: .writable))
            #expect(try asker.socket.send([[1]]) == .sent)
            answerer = nil
            #expect(try asker.wait(for: .unwritable))
        }
    }

    @Test("P14: whatever was done with a socket between two waits, what has come is seen")
    func calls() throws {
        let folder = try Folder()
        let pair = try Pair(.router, .dealer, at: "ipc://\(folder.path)/s")
        #expect(try pair.connected.wait(for: .writable))
        var poller = try Poller()
        let other = try Link(.router)
        for turn in 0..<2_000 {
            poller.removeAll()
            let item = poller.add(pair.bound.socket)
            if turn.isMultiple(of: 2) { _ = try poller.wait(until: 0) }
            try pair.connected.send("\(turn)")
            // Each of these may take in what the descriptor rang for.
            switch turn % 4 {
            case 0: _ = try? pair.bound.socket.send([[0], [1]])
            case 1: _ = try pair.bound.socket.lastEndpoint
            case 2: try pair.bound.socket.set(.linger, .milliseconds(100))
            default: _ = poller.add(other.socket)
            }
            guard try poller.wait(until: now + patience), poller[item] == .readable else {
                Issue.record("not seen in turn \(turn)")
                return
            }
            while try pair.bound.socket.receive() != nil {}
        }
    }

    @Test("A descriptor whose other end has gone says so unasked")
    func hungUp() throws {
        let pipe = Pipe()
        var poller = try Poller()
        let item = poller.add(descriptor: pipe.fileHandleForReading.fileDescriptor)
        try pipe.fileHandleForWriting.close()
        #expect(try poller.wait(until: now + patience))
        #expect(poller[item] == .hungUp)
    }

    @Test("A bell rung by another thread ends the wait, however often it rang, until it is cleared")
    func wakeUp() throws {
        let bell = try WakeUp()
        var poller = try Poller()
        let item = poller.add(descriptor: bell.descriptor)
        Thread.detachNewThread { for _ in 0..<1000 { bell.signal() } }
        #expect(try poller.wait(until: now + patience))
        #expect(poller[item] == .readable)

        bell.clear()
        bell.signal()
        bell.signal()
        #expect(try poller.wait(until: now + patience))
    }

    @Test("A cleared bell is silent")
    func cleared() throws {
        let bell = try WakeUp()
        bell.signal()
        bell.signal()
        bell.clear()
        bell.clear()
        var poller = try Poller()
        _ = poller.add(descriptor: bell.descriptor)
        #expect(try poller.wait(until: now + 0.001) == false)
    }

    @Test("P15: signals during a wait neither end it nor make it longer")
    func signals() async {
        await #expect(processExitsWith: .exitCode(0)) {
            // No SA_RESTART, as `signal` would set: each signal has to interrupt the call it meets.
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { _ in interrupted.signal() }
            sigaction(SIGUSR1, &action, nil)
            // Threads of the pool that tests run on have all signals blocked.
            var signals = sigset_t()
            sigaddset(&signals, SIGUSR1)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            let waiting = pthread_self()
            Thread.detachNewThread { while true { pthread_kill(waiting, SIGUSR1) } }

            let pair = try Pair(.pair, .pair)
            var poller = try Poller()
            _ = poller.add(pair.bound.socket)
            interrupted.clear()
            let deadline = now + 0.2
            let isReady = try poller.wait(until: deadline)
            let late = now - deadline
            _ = poller.add(descriptor: interrupted.descriptor)
            let wasInterrupted = try poller.wait(until: 0)
            exit(!isReady && late >= 0 && late < 5 && wasInterrupted ? 0 : 1)
        }
    }
}

/// Rung by the signal handler, which can have nothing of its own.
private let interrupted = makeBell()

private func makeBell() -> WakeUp {
    do { return try WakeUp() } catch { fatalError("\(error)") }
}

import CLinux
import Synchronization
package import ZeroMQ

/// An actor that lives on a bus thread and does a turn of work whenever something has come.
package protocol BusActor: Actor {
    /// Waits for input, handles what came, and says whether to go on.
    ///
    /// Called on the bus thread with the actor's isolation, again and again until it says `.end`.
    func turn() -> TurnOutcome
}

/// What a turn leaves to do.
package enum TurnOutcome: Sendable {
    case goOn
    case end
}

/// The one thread that owns a process's sockets, as the serial executor of its actors (B8).
///
/// Whichever thread calls `run` becomes the bus thread. Jobs come from any thread; an actor on this
/// executor calls a socket without lock, hop or copy.
package final class BusThread: SerialExecutor, Sendable {
    /// Wakes the loop from another thread.
    package let wake: WakeUp
    // Both are guarded by their mutexes: jobs come from any thread, the id is set once by `run`.
    private let jobs = Mutex<[UnownedJob]>([])
    private let owner = Mutex<pid_t>(0)

    /// Makes an executor that no thread runs yet.
    ///
    /// - Throws: A `BusError` of code `system` where the system has no descriptor left.
    package init() throws(BusError) {
        do {
            wake = try WakeUp()
        } catch {
            throw BusError(.system, "The bus thread has no wake-up", cause: error)
        }
    }

    /// Makes the calling thread the bus thread, and runs an actor's turns until one is the last.
    package func run<Process: BusActor>(_ process: Process) {
        owner.withLock { $0 = clinux_thread_id() }
        var outcome = TurnOutcome.goOn
        while outcome == .goOn {
            // The turn clears the wake-up right after its wait, before anything is drained: what
            // is posted later than that ends the next wait at once, so nothing is slept over.
            outcome = process.assumeIsolated { $0.turn() }
            runJobs()
        }
    }

    private func runJobs() {
        let waiting = jobs.withLock { jobs in
            defer { jobs.removeAll(keepingCapacity: true) }
            return jobs
        }
        for job in waiting { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    /// Leaves a job of one of the actors for the bus thread.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        wake.signal()
    }

    /// Names this executor to the runtime.
    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Whether the calling thread is the bus thread.
    package func isIsolatingCurrentContext() -> Bool? {
        // Not `pthread_self()`: in release builds its value may be kept across an await.
        owner.withLock { $0 } == clinux_thread_id()
    }

    /// Traps where the calling thread is not the bus thread.
    package func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "not on the bus thread")
    }
}

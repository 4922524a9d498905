import Bus
import FoundationEssentials
import Glibc
import Synchronization
import TestKit

/// Hits real processes at the steps of the protocol, and says which promise was not kept.
enum Faults {
    /// The argument that asks for it.
    static let word = "faults"

    /// What the command line asks for.
    private struct Order {
        var names: [String] = []
        var count = Int.max
        var seed: UInt64 = 0
        var jobs = 2
        var isJSON = false
    }

    /// What has come of the points so far.
    private struct Tally {
        var waiting: [FaultPoint]
        var passed = 0
        var failed: [String] = []
    }

    /// Runs what the arguments name, and gives the exit code: 1 where a promise was not kept.
    static func run(_ arguments: [String]) -> Int32 {
        if arguments.contains("--help") {
            print(help)
            return 0
        }
        if arguments == ["--list"] {
            for point in FaultPoint.all { print(point) }
            return 0
        }
        guard FaultTrial.isPossible else {
            Terminal.note(
                "bench: this build cannot hold a process at a step; build with -c debug, or with")
            Terminal.note("       -c release --traits FaultPoints")
            return 2
        }
        guard let order = order(arguments) else {
            Terminal.note("bench: faults does not understand this; see bench faults --help")
            return 2
        }
        let points =
            order.names.isEmpty
            ? FaultPoint.sample(order.count, seed: order.seed)
            : FaultPoint.all.filter { order.names.contains("\($0)") }
        guard !points.isEmpty else {
            Terminal.note("bench: there is no such point; see bench faults --list")
            return 2
        }
        return run(points, order)
    }

    private static func order(_ arguments: [String]) -> Order? {
        var order = Order()
        var words = arguments[...]
        while let word = words.popFirst() {
            switch word {
            case "--json": order.isJSON = true
            case "--points":
                guard let count = words.popFirst().flatMap({ Int($0) }), count > 0 else {
                    return nil
                }
                order.count = count
            case "--jobs":
                guard let jobs = words.popFirst().flatMap({ Int($0) }), jobs > 0 else { return nil }
                order.jobs = jobs
            case "--seed":
                guard let seed = words.popFirst().flatMap({ UInt64($0) }) else { return nil }
                order.seed = seed
            default:
                guard !word.hasPrefix("-") else { return nil }
                order.names.append(word)
            }
        }
        return order
    }

    private static func run(_ points: [FaultPoint], _ order: Order) -> Int32 {
        let began = Stamp.now
        let tally = Shared(Tally(waiting: points.reversed()))
        let isWatched = isatty(STDERR_FILENO) == 1
        let work: @Sendable () -> Void = {
            while let point = tally.value.withLock({ $0.waiting.popLast() }) {
                let problem = problem(at: point)
                let done = tally.value.withLock { tally in
                    if let problem { tally.failed.append(problem) } else { tally.passed += 1 }
                    return tally.passed + tally.failed.count
                }
                if let problem { Terminal.note("FAILED \(problem)") }
                if isWatched { Terminal.note("\(done) of \(points.count): \(point)") }
            }
        }
        // A group at a time on each thread.
        let threads = (1..<order.jobs).map { _ in Thread(work) }
        work()
        for thread in threads { thread.join() }
        let (passed, failed) = tally.value.withLock { ($0.passed, $0.failed.count) }
        let seconds = Int((Stamp.now - began).rounded())
        print(
            order.isJSON
                ? #"{"points":\#(points.count),"passed":\#(passed),"failed":\#(failed),"seconds":\#(seconds)}"#
                : "\(points.count) fault points: \(passed) passed, \(failed) failed, \(seconds) s")
        return failed == 0 ? 0 : 1
    }

    private static func problem(at point: FaultPoint) -> String? {
        do throws(FaultTrial.Failure) {
            try FaultTrial.run(point)
            return nil
        } catch {
            return error.description
        }
    }

    private static let help = """
        usage: bench faults [POINT …] [--points N] [--seed S] [--jobs J] [--json]

        Holds a process of a real group at a step of the protocol, lets a fault happen there, and
        looks whether what is promised of a Stop still holds. All points, where none is named.

          --points N  only so many, chosen by the seed
          --seed S    another choice
          --jobs J    so many groups at a time (2)
          --list      print the points' names: SCENARIO/STEP/FAULT/VICTIM
          --json      print the outcome as JSON
          --help      print this
        """
}

/// A value that several threads change.
private final class Shared<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) {
        self.value = Mutex(value)
    }
}

/// A thread that can be waited for where it is kept in a list.
private final class Thread {
    private var thread: PlainThread?

    init(_ body: @escaping @Sendable () -> Void) {
        thread = PlainThread(body)
    }

    func join() {
        thread.take()?.join()
    }
}

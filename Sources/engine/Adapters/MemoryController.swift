import Dispatch
import EngineCore
import Glibc
import JSON
import Linux
import Messages
import Synchronization

/// A table of held inputs, for trying out and for tests; it can refuse, delay, and lie once.
///
/// What it is asked is carried out in order on a queue of its own. With a file its table outlives
/// the engine, as a display's does.
final class MemoryController: Controller {
    /// The kind by which the topology names it.
    static let kind = "memory"

    private struct State {
        var held: Set<String> = []
        var admitted: SessionID?
        var refusalsLeft: Int
        var lies: Bool
    }

    private let id: ControllerID
    private let delay: Int
    private let report: Report
    private let queue: DispatchQueue
    // Strokes and `admit` meet here: a stroke looks at who is admitted and takes effect in one step.
    // No file is touched under it, as the bus thread would wait for the disk.
    private let state: Mutex<State>
    // The table's file, from its first change on.
    private let file = Mutex<Int32>(-1)

    /// Makes a controller, with the table that its file holds if it has one.
    init(_ id: ControllerID, _ options: ControllerOptions, report: @escaping Report) {
        self.id = id
        self.report = report
        delay = options.delay
        queue = DispatchQueue(label: id.text)
        state = Mutex(State(refusalsLeft: options.refuseRelease, lies: options.lieOnce))
        queue.async {
            let held = Self.read(id.display)
            self.state.withLock { $0.held = held }
        }
    }

    deinit {
        file.withLock { file in if file >= 0 { close(file) } }
    }

    func admit(_ session: SessionID?) {
        state.withLock { $0.admitted = session }
    }

    func stroke(_ stroke: Stroke) {
        later {
            let problem = self.change { state -> String? in
                guard state.admitted == stroke.session else { return "the session has ended" }
                if stroke.isPress {
                    state.held.insert(stroke.input)
                } else {
                    state.held.remove(stroke.input)
                }
                return nil
            }
            self.report(problem.map { .refused(stroke, reason: $0) } ?? .took(stroke))
        }
    }

    func release(_ release: ReleaseID, inputs: [String]) {
        later {
            let refusal = self.change { state -> String? in
                if state.refusalsLeft > 0 {
                    state.refusalsLeft -= 1
                    return "the controller refuses to release"
                }
                if state.lies {
                    state.lies = false
                } else {
                    state.held.subtract(inputs)
                }
                return nil
            }
            self.report(
                .released(
                    release, of: self.id, inputs: refusal == nil ? inputs : [], refusal: refusal))
            let shown = self.state.withLock { $0.held.sorted() }
            self.report(.readBack(release, of: self.id, shown: shown))
        }
    }

    private func later(_ body: @escaping @Sendable () -> Void) {
        queue.async {
            // This queue is the controller: its slowness is what is being tried out.
            if self.delay > 0 { usleep(useconds_t(self.delay) * 1_000) }
            body()
        }
    }

    /// Changes the table, and keeps it before anybody hears of the change.
    private func change(_ body: (inout State) -> String?) -> String? {
        let (before, after, problem) = state.withLock { state in
            let before = state.held
            let problem = body(&state)
            return (before, state.held, problem)
        }
        if let path = id.display, after != before { keep(after, in: path) }
        return problem
    }

    /// Writes the table to its file.
    ///
    /// A display is not lost to a full disk or for want of a descriptor, and neither is this: the
    /// file stays open, and is small. One call writes it, so that a kill leaves the one table or the
    /// other; blanks go over what was longer before.
    private func keep(_ held: Set<String>, in path: String) {
        guard let json = try? [UInt8](json: held.sorted()) else { return }
        file.withLock { file in
            if file < 0 { file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
            let blanks = max(0, Int(lseek(file, 0, SEEK_END)) - json.count)
            let text = json + [UInt8](repeating: UInt8(ascii: " "), count: blanks)
            _ = pwrite(file, text, text.count, 0)
            ftruncate(file, off_t(json.count))
        }
    }

    private static func read(_ path: String?) -> Set<String> {
        guard let path, let contents = File.contents(of: path) else { return [] }
        return (try? Value(contents).decode(Set<String>.self)) ?? []
    }
}

import EngineCore
import Messages

/// What holds inputs down: it takes strokes, lets go, and can be read back.
///
/// Calls return at once and are carried out in their order elsewhere; what came of them is
/// reported as events, from any thread.
protocol Controller: Sendable {
    /// From now on lets the strokes of this session alone through (E11).
    ///
    /// When it has returned, no stroke of another session takes effect any more, queued or not.
    func admit(_ session: SessionID?)
    /// Presses or releases an input.
    func stroke(_ stroke: Stroke)
    /// Releases inputs, and reads back all that is held.
    func release(_ id: ReleaseID, inputs: [String])
}

/// Reports what came of something, on any thread.
typealias Report = @Sendable (EngineCore.Event) -> Void

/// The controllers of an engine: the configured one, and those that the journal names (E9).
final class Controllers {
    private let report: Report
    private var known: [ControllerID: any Controller] = [:]

    /// Takes up the controller that sessions play on.
    init(_ id: ControllerID, _ options: ControllerOptions, report: @escaping Report) {
        self.report = report
        known[id] = MemoryController(id, options, report: report)
    }

    /// Lets the strokes of one session through, on every controller.
    func admit(_ session: SessionID?) {
        for controller in known.values { controller.admit(session) }
    }

    /// Hands a stroke to the controller that sessions play on.
    func stroke(_ stroke: Stroke, on id: ControllerID) {
        known[id]?.stroke(stroke)
    }

    /// Releases inputs on a controller and reads it back, be it one of an earlier life.
    func release(_ id: ReleaseID, of controller: ControllerID, inputs: [String]) {
        guard let found = controllerOfAnyLife(controller) else {
            report(
                .notReadBack(
                    id, of: controller, reason: "\(controller.text) is no controller of this engine"
                ))
            return
        }
        found.release(id, inputs: inputs)
    }

    private func controllerOfAnyLife(_ id: ControllerID) -> (any Controller)? {
        if let controller = known[id] { return controller }
        guard id.kind == MemoryController.kind else { return nil }
        let controller = MemoryController(id, ControllerOptions(), report: report)
        known[id] = controller
        return controller
    }
}

import Bus
import Messages
import Monitor

/// `solo stop`: a deliberate Stop by way of the face, or straight to the engine where that way is
/// not open.
enum StopCommand {
    static let wait = Option(
        name: "wait", summary: "wait until it is settled, and print the Stop's line")

    static func run(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let face = visit.site.face(visit.arguments)
        let view = visit.arguments[.view] ?? "shell"
        if visit.arguments.has(wait) { try visit.subscribe(to: face, topics: [FaceView.type]) }
        if let pressed = try Way(visit: visit, face: face, view: view).press() {
            try visit.tell(pressed)
            guard visit.arguments.has(wait) else { return }
            return try follow(visit, face: face)
        }
        try ShortWay(visit: visit, view: view).stop(waits: visit.arguments.has(wait))
    }

    /// Waits until the face has settled its Stop: until Stop can no longer be pressed (F4).
    ///
    /// An event only says that it is worth asking: one that was on its way before the Stop shows
    /// how an earlier one ended.
    private static func follow(_ visit: Visit, face: String) throws(Failure) {
        var told: String?
        while true {
            let view = try visit.persistently { () throws(Failure) in
                try visit.ask(FaceLook(), of: face, for: FaceView.self)
            }
            if view.controls.first(where: { $0.id == .stop })?.enabled == false {
                return try visit.console.line(view.stopLine)
            }
            let line = [view.stopLine, view.detail].compactMap(\.self).joined(separator: " · ")
            if line != told { visit.console.note(line) }
            told = line
            _ = try visit.event(of: FaceView.type)
        }
    }
}

/// The Stop's way by the face and the relay.
private struct Way {
    /// How long the face and the relay have to answer before the Stop takes the short way.
    private static let patience: Seconds = 2

    let visit: Visit
    let face: String
    let view: String

    /// Presses, and looks meanwhile whether the relay is there to carry the Stop.
    ///
    /// - Returns: The face's answer; nil where the Stop has to go another way.
    func press() throws(Failure) -> FacePressed? {
        let stop = visit.client.request(FaceStop(view: view), of: face, within: Self.patience)
        let vitals = visit.client.request(
            VitalsGet(), of: visit.site.relay, on: .control, within: Self.patience)
        var pressed: FacePressed?
        var open: Set<RequestID> = [stop, vitals]
        while !open.isEmpty {
            switch visit.client.next(until: nil) {
            case .reply(let incoming, let id):
                guard open.remove(id) != nil, id == stop else { continue }
                if incoming.type == Problem.type {
                    throw .refused(try visit.read(Problem.self, from: incoming))
                }
                pressed = try visit.read(FacePressed.self, from: incoming)
            case .failed(stop, _):
                visit.console.note("\(face) does not answer: the Stop goes straight to the engine")
                return nil
            case .failed(vitals, _):
                visit.console.note(
                    "\(visit.site.relay) does not answer: the Stop goes straight to the engine")
                return nil
            case .failed, .event, .request, .peer, .vitalsAsked, .stopOrdered, .signal, .readable,
                nil:
                continue
            }
        }
        return pressed
    }
}

/// The Stop's way straight to the engine's control endpoint.
private struct ShortWay {
    /// What the face would say of it.
    private static let stopped = "Stopped — engine released inputs"

    let visit: Visit
    let view: String
    /// One id for however often it is asked, as the engine does a Stop once for each (E8).
    let id = RequestID(Stamp.randomID())

    /// Stops whatever runs, and asks again until the release is confirmed, if that is waited for.
    func stop(waits: Bool) throws(Failure) {
        let engine = visit.site.engine
        if waits {
            try visit.subscribe(to: engine, topics: [SoloState.type, SoloReceipt.type])
        }
        var told: String?
        while true {
            let answer = try visit.persistently { () throws(Failure) in
                visit.client.request(
                    SoloStop(.whateverRuns, view: view), of: engine, on: .control, id: id,
                    within: Visit.patience)
                return try visit.answer(to: id, from: engine)
            }
            let receipt = answer.type == SoloReceipt.type ? try receipt(answer) : nil
            if let receipt, receipt.released { return try visit.console.line(Self.stopped) }
            let line = receipt.map { "Stop not confirmed: \(SoloText.line($0))" } ?? "closing"
            guard waits else { return try end(line, isRefused: receipt != nil) }
            if line != told { visit.console.note("\(line); waiting for a released receipt") }
            told = line
            _ = try visit.event(of: SoloReceipt.type)
        }
    }

    private func receipt(_ answer: Incoming) throws(Failure) -> SoloReceipt {
        try visit.read(SoloReceipt.self, from: answer)
    }

    private func end(_ line: String, isRefused: Bool) throws(Failure) {
        if isRefused { throw .refused(line) }
        try visit.console.line("\(line): `handrail solo status` tells of the receipt")
    }
}

import Messages
import ZeroMQ

/// Keeping strangers out, and sending away whoever has become one.
extension Bus {
    /// How long after a failed try the events are bound again, in seconds.
    private static let retryAfter: Seconds = 0.005

    /// Proves that no stranger gets in, before the process says that it is there.
    ///
    /// - Throws: A `BusError` of code `unguarded`.
    func proveGuard() throws(BusError) {
        try gate?.prove(endpoints, in: context) { () throws(ZeroMQError) in try strangers() }
    }

    /// Goes by the newest list of keys; where somebody who may have been listening may not any
    /// more, everybody is sent away, as the library sends no single one.
    func followKeys() {
        guard let gate else { return }
        gate.follow()
        guard gate.hasToCut || bindEventsAt != nil, now >= bindEventsAt ?? 0 else { return }
        do throws(ZeroMQError) {
            if gate.hasToCut {
                publisher.sendAllAway(
                    replacingSocketBy: try .toBind(
                        .xpub, in: context, behind: gate.lock(of: .events)))
                gate.hasCut()
            }
            try publisher.socket.bind(endpoints.events)
            bindEventsAt = nil
        } catch {
            // The library lets go of the port on a thread of its own.
            bindEventsAt = now + Self.retryAfter
        }
    }

    /// Counts those whom the library has sent away.
    func countStrangers() {
        guard let gate else { return }
        do throws(ZeroMQError) {
            gate.count(strangers: try strangers(), at: now)
        } catch {
            Log.write(.error, "reading of strangers failed: \(error)")
        }
    }

    /// How many the library has sent away since the last time.
    private func strangers() throws(ZeroMQError) -> Int {
        var count = 0
        while try publisher.socket.nextHandshake() != nil { count += 1 }
        while try responder.requests.nextHandshake() != nil { count += 1 }
        while try responder.control.nextHandshake() != nil { count += 1 }
        return count
    }
}

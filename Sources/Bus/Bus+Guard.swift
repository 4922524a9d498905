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
        try gate?.prove(endpoints, in: context) { () throws(ZeroMQError) in
            try strangers().compactMap { $0.end == .denied ? $0.door : nil }
        }
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
            gate.count(strangers: try strangers().count, at: now)
        } catch {
            Log.write(.error, "reading of strangers failed: \(error)")
        }
    }

    /// Who came since the last time and did not get in: where, and why.
    ///
    /// Who was too slow is no stranger.
    private func strangers() throws(ZeroMQError) -> [(door: Door, end: Handshake)] {
        var ends: [(door: Door, end: Handshake)] = []
        while let end = try publisher.socket.nextHandshake() { ends.append((.events, end)) }
        while let end = try responder.requests.nextHandshake() { ends.append((.requests, end)) }
        while let end = try responder.control.nextHandshake() { ends.append((.control, end)) }
        return ends.filter { $0.end != .timedOut }
    }
}

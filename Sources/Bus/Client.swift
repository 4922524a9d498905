package import Messages
import ZeroMQ

/// A visitor on the bus, without a place of its own: asks, and listens, on the calling thread.
///
/// Not `Sendable`: it stays on the thread that made it.
package final class Client {
    /// The group that it visits.
    package let settings: Settings
    private let links: Links
    private var poller: Poller

    /// Visits a group.
    ///
    /// - Parameter settings: The group's; `process` names the visitor, `shell` for instance.
    /// - Throws: A `BusError` of code `system` where the system has no descriptor left.
    package init(settings: Settings) throws(BusError) {
        self.settings = settings
        poller = try BusError.wrapping("There is nothing to wait with") {
            () throws(ZeroMQError) in try Poller()
        }
        links = Links(
            Connector(settings: settings, context: Context(), keyring: Keyring(settings)), boot: nil
        )
    }

    /// Messages that were missed, by the holes in the sequences of others.
    package var lost: Int { links.lost }

    /// Listens to topics of a process; a topic stands for all that begin with it.
    ///
    /// - Throws: A `BusError` where the process's endpoints cannot be used.
    package func subscribe(to process: String, topics: [String]) throws(BusError) {
        try links.subscribe(to: process, topics: topics)
    }

    /// Asks without waiting; the answer comes from `next` under the id.
    @discardableResult
    package func request(
        _ message: some Message, of process: String, on channel: Channel = .requests,
        id: RequestID? = nil, within patience: Seconds
    ) -> RequestID {
        request(
            type: type(of: message).type, data: message, of: process, on: channel, id: id,
            within: patience)
    }

    /// Asks something whose kind is only known at run time; see the other `request`.
    @discardableResult
    package func request(
        type: String, data: some Encodable, of process: String, on channel: Channel,
        id: RequestID? = nil, within patience: Seconds
    ) -> RequestID {
        let id = id ?? RequestID(Stamp.randomID())
        links.ask(
            data, type: type, of: process, on: channel,
            key: RequestKey(source: settings.source, id: id), until: Stamp.now + patience)
        return id
    }

    /// Asks, and waits for the answer.
    ///
    /// - Throws: The `Problem` that came as the answer, or `unreachable` where none came in time.
    package func ask(
        _ message: some Message, of process: String, on channel: Channel = .requests,
        within patience: Seconds
    ) throws(Problem) -> Incoming {
        let id = request(message, of: process, on: channel, within: patience)
        while true {
            switch next(until: nil) {
            case .reply(let incoming, id):
                if incoming.type == Problem.type { throw try incoming.read(Problem.self) }
                return incoming
            case .failed(id, let problem): throw problem
            case .reply, .failed, .event, .request, .peer, .vitalsAsked, .stopOrdered, .signal,
                .readable, nil:
                continue
            }
        }
    }

    /// The next thing that comes; nil where nothing has come by the moment given, which may be
    /// past: then it only looks.
    ///
    /// Things come in order; those that come while `ask` waits are passed over.
    package func next(until deadline: Seconds?, watching descriptor: Int32? = nil) -> BusInput? {
        while true {
            if let input = links.next(at: Stamp.now) { return input }
            poller.removeAll()
            links.add(to: &poller)
            let watched = descriptor.map { poller.add(descriptor: $0) }
            let step = Stamp.now + RunningTime.pulse
            let wake = [deadline, links.deadline, step].compactMap(\.self)
            do throws(ZeroMQError) {
                try poller.wait(until: wake.min())
            } catch {
                Log.write(.error, "waiting failed: \(error)")
            }
            links.collect(from: poller, at: Stamp.now)
            if let descriptor, let watched, !poller[watched].isEmpty {
                return .readable(descriptor)
            }
            if let deadline, Stamp.now >= deadline { return links.next(at: Stamp.now) }
        }
    }
}

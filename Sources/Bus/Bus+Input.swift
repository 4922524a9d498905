import Messages
import ZeroMQ

/// Which of a process's own sockets may have something to read, and how long control has waited.
struct Serving {
    /// So many other messages are served before control is looked at again (B6 allows 64).
    static let betweenControl = 16

    var subscriptions = false
    var control = false
    var requests = false
    var sinceControl = 0
}

extension Bus {
    /// The next thing that has come, control first; nil once everything has been read.
    package func next() -> BusInput? {
        while true {
            if !news.isEmpty { return news.removeFirst() }
            if let input = nextControl() { return input }
            if serving.subscriptions {
                acceptSubscriptions()
                continue
            }
            serving.sinceControl += 1
            if serving.sinceControl >= Serving.betweenControl {
                serving.control = true
                serving.sinceControl = 0
            }
            // Requests and links take turns, so that neither keeps the other waiting.
            let requestsFirst = serving.sinceControl.isMultiple(of: 2)
            if requestsFirst, let input = nextRequest() { return input }
            if let input = links.next(at: now) { return input }
            if !requestsFirst, let input = nextRequest() { return input }
            if !serving.requests, !serving.control, news.isEmpty { return nil }
        }
    }

    private func nextControl() -> BusInput? {
        while serving.control {
            guard let delivery = receive(on: .control) else {
                serving.control = false
                return nil
            }
            if let input = input(of: delivery, on: .control) { return input }
        }
        return nil
    }

    private func nextRequest() -> BusInput? {
        guard serving.requests else { return nil }
        guard let delivery = receive(on: .requests) else {
            serving.requests = false
            return nil
        }
        return input(of: delivery, on: .requests)
    }

    private func receive(on channel: Channel) -> Delivery? {
        followKeys()
        do throws(ZeroMQError) {
            return try responder.receive(on: channel, mirroringTo: &publisher) { user in
                gate?.admits(user, at: Door(channel)) ?? true
            }
        } catch {
            Log.write(.error, "reading requests failed: \(error)")
            return nil
        }
    }

    /// What the process is told of a delivery; nil where the bus has seen to it.
    private func input(of delivery: Delivery, on channel: Channel) -> BusInput? {
        counts.received += 1
        switch delivery {
        case .malformed(let problem):
            countMalformed(problem)
            return nil
        case .notAllowed: return nil
        case .request(let incoming, let token):
            return input(of: incoming, token: token, on: channel)
        }
    }

    private func input(
        of incoming: Incoming, token: ReplyToken, on channel: Channel
    ) -> BusInput? {
        switch incoming.type {
        case VitalsGet.type:
            reply(vitals, to: token)
            // Only on control has the question gone the way that a Stop would go (E14).
            return channel == .control ? .vitalsAsked : nil
        case ProcessStop.type:
            reply(ProcessStopping(), to: token)
            return .stopOrdered(.requested)
        default: return .request(incoming, key: incoming.key, token: token)
        }
    }

    private func acceptSubscriptions() {
        do throws(ZeroMQError) {
            while try publisher.acceptSubscription(at: now) {}
        } catch {
            Log.write(.error, "reading subscriptions failed: \(error)")
        }
        serving.subscriptions = false
    }
}

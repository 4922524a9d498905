import Bus
import Messages

/// A command's visit to its group: asks, waits, and says what it waits for.
struct Visit {
    /// How long an answer may take, in seconds.
    static let patience: Seconds = 5
    /// After so long a wait is told, in seconds.
    static let quiet: Seconds = 1

    let arguments: Arguments
    let console: Console
    let site: Site
    let client: Client

    /// Goes to the group that a command line names.
    ///
    /// - Throws: A `Failure` with code 2 where the topology is wrong.
    init(_ invocation: Invocation) throws(Failure) {
        arguments = invocation.arguments
        console = invocation.console
        site = try Site(arguments)
        client = try Failure.wrapping { [site] () throws(BusError) in
            try Client(settings: site.settings)
        }
    }

    /// Asks, and waits for the answer.
    ///
    /// - Throws: A `Failure`, with code 1 where the answer is a problem and 3 where there is none.
    func ask(
        _ message: some Message, of process: String, on channel: Channel = .requests
    ) throws(Failure) -> Incoming {
        let id = client.request(message, of: process, on: channel, within: Self.patience)
        return try answer(to: id, from: process)
    }

    /// Asks, waits for the answer and reads it.
    ///
    /// - Throws: As the other `ask`.
    func ask<Reply: Message>(
        _ message: some Message, of process: String, on channel: Channel = .requests,
        for reply: Reply.Type
    ) throws(Failure) -> Reply {
        try read(reply, from: try ask(message, of: process, on: channel))
    }

    /// Waits for the answer to what was asked.
    ///
    /// - Throws: As `ask`.
    func answer(to id: RequestID, from process: String) throws(Failure) -> Incoming {
        var told = false
        let toldAt = Stamp.now + Self.quiet
        while true {
            switch client.next(until: told ? nil : toldAt) {
            case .reply(let incoming, id):
                guard incoming.type == Problem.type else { return incoming }
                throw .refused(try read(Problem.self, from: incoming))
            case .failed(id, let problem): throw .nobody("\(problem.detail) (\(site.hint))")
            case nil:
                told = true
                console.note("waiting for \(process) to answer, \(Int(Self.patience)) s at most")
            case .reply, .failed, .event, .request, .peer, .vitalsAsked, .stopOrdered, .signal,
                .readable:
                continue
            }
        }
    }

    /// Listens to topics of a process.
    ///
    /// - Throws: A `Failure` where its endpoints cannot be used.
    func subscribe(to process: String, topics: [String]) throws(Failure) {
        try Failure.wrapping { () throws(BusError) in
            try client.subscribe(to: process, topics: topics)
        }
    }

    /// Waits for the next event of a type, a second at most.
    ///
    /// - Throws: `Failure.enough` where nobody reads any more.
    func event(of type: String) throws(Failure) -> Incoming? {
        let deadline = Stamp.now + Self.quiet
        while let input = client.next(until: deadline, watching: console.pipe) {
            switch input {
            case .event(let incoming, _) where incoming.type == type: return incoming
            case .readable: throw .enough
            case .event, .reply, .failed, .request, .peer, .vitalsAsked, .stopOrdered, .signal:
                continue
            }
        }
        return nil
    }

    /// Does something again where nobody answered: who was asked may just have been restarted.
    ///
    /// - Throws: What the second time throws.
    func persistently<Value>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        do throws(Failure) {
            return try body()
        } catch {
            guard error.code == .nobody else { throw error }
            return try body()
        }
    }

    /// Reads what a message says.
    ///
    /// - Throws: A `Failure` with code 1 where it is not what was expected.
    func read<Payload: Message>(
        _ payload: Payload.Type, from incoming: Incoming
    ) throws(Failure) -> Payload {
        guard incoming.type == payload.type else {
            throw .refused("expected \(payload.type), and \(incoming.type) came")
        }
        do throws(Problem) {
            return try incoming.read(payload)
        } catch {
            throw .refused(error)
        }
    }
}

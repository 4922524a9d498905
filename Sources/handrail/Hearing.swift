import Bus
import Messages

/// A command that listens to its group, until it has had enough, is interrupted, or nobody reads.
struct Hearing: ~Copyable {
    /// Whether to listen on.
    enum Wish {
        case goOn
        case enough
    }

    /// How long a measurement takes unless told, in seconds.
    private static let usualSpan: Seconds = 5

    let site: Site
    let interrupts: Interrupts
    private let console: Console
    private let listener: Listener
    private let span: Seconds?

    /// Begins to listen to all processes of the group that a command line names.
    ///
    /// - Throws: A `Failure` with code 2 where the command line or the topology is wrong.
    init(_ invocation: Invocation) throws(Failure) {
        let site = try Site(invocation.arguments)
        let span = try invocation.arguments.number(.span)
        // Before libzmq's threads: they must leave the signals alone, too.
        let interrupts = try Failure.wrapping { () throws(BusError) in try Interrupts() }
        let listener = try Failure.wrapping { () throws(BusError) in
            try Listener(to: site.names, settings: site.settings)
        }
        console = invocation.console
        self.site = site
        self.span = span
        self.interrupts = interrupts
        self.listener = listener
    }

    /// Listens for as long as the command line says, or until something else ends it.
    ///
    /// - Parameters:
    ///   - usual: For how long where the command line does not say, in seconds; nil: no end.
    ///   - take: Takes in what is heard, and the moment.
    /// - Throws: What `take` throws; a `Failure` with code 3 where the time is over and nobody was
    ///   heard.
    func listen(
        usually usual: Seconds? = nil,
        _ take: (Overheard, Seconds) throws(Failure) -> Wish
    ) throws(Failure) {
        let end = (span ?? usual).map { Stamp.now + $0 }
        var isDeaf = true
        var toldAt: Seconds? = Stamp.now + Visit.quiet
        while true {
            switch try next(until: [end, toldAt].compactMap(\.self).min()) {
            case .ready?: return
            case nil:
                if let end, Stamp.now >= end {
                    guard isDeaf else { return }
                    throw .nobody("nothing was heard (\(site.hint))")
                }
                console.note("nothing heard yet; waiting for the group (\(site.hint))")
                toldAt = nil
            case let overheard?:
                isDeaf = false
                toldAt = nil
                if try take(overheard, Stamp.now) == .enough { return }
            }
        }
    }

    /// Listens for a measurement, and says for how long.
    ///
    /// - Throws: As `listen`.
    func measure(_ take: (Overheard, Seconds) -> Void) throws(Failure) {
        console.note("listening for \(span ?? Self.usualSpan) s")
        try listen(usually: Self.usualSpan) { overheard, now throws(Failure) in
            take(overheard, now)
            return .goOn
        }
    }

    /// The next thing heard, or the descriptor that an interrupt or a closed pipe has made ready.
    ///
    /// - Parameters:
    ///   - deadline: The moment at which to give up; nil waits for ever.
    ///   - descriptors: What else ends the wait.
    /// - Returns: Nil where nothing has come by the moment.
    /// - Throws: A `Failure` where the system refuses.
    func next(
        until deadline: Seconds?, watching descriptors: [Int32] = []
    ) throws(Failure) -> Overheard? {
        let watched = [interrupts.descriptor, console.pipe].compactMap(\.self) + descriptors
        return try Failure.wrapping { () throws(BusError) in
            try listener.next(until: deadline, watching: watched)
        }
    }
}

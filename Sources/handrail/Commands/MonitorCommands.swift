import Bus
import Group
import Messages
import Monitor

/// `tap` and its family: they listen, and take part in nothing.
enum MonitorCommands {
    private static let count = Option(
        name: "count", value: "N", summary: "end after so many lines")
    private static let state = Option(
        name: "state", summary: "begin with how things stand: the newest state of each topic")
    private static let dot = Option(name: "dot", summary: "write it in Graphviz's language")
    private static let patterns = [
        "A PATTERN is a process's name, a topic or type with * and ?, or session:ID. Of one sort,",
        "one must match; of several sorts, each.",
    ]

    static let all = [
        Command(
            name: "tap", summary: "show every event, request and reply as it passes",
            operands: [Operand("PATTERN", .any)], options: [state, count, .span, .json],
            details: patterns, run: tap),
        Command(
            name: "rate", summary: "measure how often and how much is published, by topic",
            options: [.span, .json], run: rate),
        Command(
            name: "latency", summary: "measure how long requests take, by type",
            options: [.span, .json], run: latency),
        Command(
            name: "graph", summary: "show who is connected to whom", options: [dot, .json],
            run: graph),
        Command(
            name: "top", summary: "show the group on one screen, until q", options: [.json],
            details: ["Where the output is no terminal, it shows the group once."],
            run: TopCommand.run),
    ]

    private static func tap(_ invocation: Invocation) throws(Failure) {
        let arguments = invocation.arguments
        let console = invocation.console
        let limit = try arguments.count(count)
        let hearing = try Hearing(invocation)
        console.interrupt = hearing.interrupts.descriptor
        var tap = Tap(
            on: hearing.site.topology.name,
            TapPattern(arguments.operands, processes: hearing.site.names),
            showsStanding: arguments.has(state))
        let text = TapText(console.palette)
        var shown = 0
        try hearing.listen { overheard, _ throws(Failure) in
            for entry in tap.receive(overheard) {
                let line =
                    arguments.has(.json)
                    ? TapText.json(entry) : text.line(entry, at: TimeOfDay.now)
                try console.write(line + "\n")
                shown += 1
                if shown == limit { return .enough }
            }
            return .goOn
        }
    }

    private static func rate(_ invocation: Invocation) throws(Failure) {
        let hearing = try Hearing(invocation)
        var rates = Rates(at: Stamp.now)
        try hearing.measure { overheard, now in rates.receive(overheard, at: now) }
        let report = rates.report(at: Stamp.now)
        guard invocation.arguments.has(.json) else {
            return try invocation.console.lines(TopicRate.table(report).lines)
        }
        for rate in report { try invocation.console.json(rate) }
    }

    private static func latency(_ invocation: Invocation) throws(Failure) {
        let hearing = try Hearing(invocation)
        var latencies = Latencies()
        try hearing.measure { overheard, now in latencies.receive(overheard, at: now) }
        guard invocation.arguments.has(.json) else {
            return try invocation.console.lines(TypeLatency.table(latencies.report).lines)
        }
        for latency in latencies.report { try invocation.console.json(latency) }
    }

    private static func graph(_ invocation: Invocation) throws(Failure) {
        let site = try Site(invocation.arguments)
        let graph: ConnectionGraph
        do throws(SocketTableError) {
            graph = ConnectionGraph(
                endpoints: site.endpoints, sockets: try SocketTable.sockets(),
                owners: SocketTable.owners())
        } catch {
            throw .refused("the kernel does not tell who is connected: \(error)")
        }
        guard !graph.isEmpty else { throw .nobody("nobody is there (\(site.hint))") }
        if invocation.arguments.has(.json) { return try invocation.console.json(graph) }
        try invocation.console.lines(
            invocation.arguments.has(dot) ? graph.dot(named: site.topology.name) : graph.lines)
    }
}

extension Site {
    /// The endpoints of each process.
    fileprivate var endpoints: [String: Endpoints] {
        let pairs = names.map { name in
            let usual = Endpoints(of: name, in: directories.run)
            return (name, settings.processes[name]?.endpoints ?? usual)
        }
        return Dictionary(pairs, uniquingKeysWith: { one, _ in one })
    }
}

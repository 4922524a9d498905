import Bus
import Group
import Messages
import Monitor

/// `send`: any one request, as a program on the bus would send it.
enum SendCommand {
    private static let to = Option(
        name: "to", value: "PROCESS", summary: "who is asked, where the type does not say it")

    static let all = [
        Command(
            name: "send", summary: "send one request, and print what its reply says",
            operands: [Operand("TYPE"), Operand("JSON", .atMostOne)], options: [to],
            details: [
                "JSON is the request's data, {} without. The reply's data comes as one line of",
                "JSON on standard output, a problem's on standard error.",
            ], run: run)
    ]

    /// What must not queue behind work goes to the control endpoint.
    private static let control: Set<String> = [SoloStop.type, VitalsGet.type, ProcessStop.type]

    private static func run(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let type = visit.arguments.operands[0]
        let text = visit.arguments.operands.count > 1 ? visit.arguments.operands[1] : "{}"
        guard let data = JSONValue(text: text) else {
            throw .usage("\"\(text)\" is no JSON")
        }
        let process = try receiver(of: type, at: visit)
        let id = visit.client.request(
            type: type, data: data, of: process, on: control.contains(type) ? .control : .requests,
            within: Visit.patience)
        try visit.console.json(of: try visit.answer(to: id, from: process))
    }

    /// The process that answers requests of a type.
    private static func receiver(of type: String, at visit: Visit) throws(Failure) -> String {
        if let named = visit.arguments[to] { return named }
        switch type.prefix(while: { $0 != "." }) {
        case "solo": return visit.site.engine
        case "broadcast": return visit.site.relay
        case "face", "outbox": return visit.site.face(visit.arguments)
        case "offer", "nav", "pins", "guides": return visit.site.navigator
        case "web": return visit.site.web
        case "group": return Topology.launcher
        default:
            let names = visit.site.names.joined(separator: ", ")
            throw .usage("\(type) does not say who is meant; give --to with one of \(names)")
        }
    }
}

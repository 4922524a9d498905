import Bus
import Messages
import Monitor

/// `offer`: destinations from outside.
enum OfferCommands {
    private static let mode = Option(
        name: "mode", value: "MODE", summary: "how to go there")
    private static let from = Option(name: "from", value: "WHO", summary: "who sends it")

    static let all = [
        Command(
            name: "offer pin", summary: "offer a saved place, or one that is given whole",
            operands: [Operand("PIN-OR-NAME")], options: PlaceOptions.all + [.json], run: pin),
        Command(
            name: "offer link", summary: "offer what a link names", operands: [Operand("URL")],
            options: [.json], run: link),
        Command(
            name: "offer handoff", summary: "offer a place as a companion does",
            operands: [Operand("NAME")], options: PlaceOptions.all + [mode, from, .json],
            run: handoff),
    ]

    private static func pin(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let word = visit.arguments.operands[0]
        if let place = try PlaceOptions.place(named: word, visit.arguments) {
            try visit.offer(OfferPin(place: place))
        } else {
            try visit.offer(OfferPin(pin: PlaceID(word)))
        }
    }

    private static func link(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        try visit.offer(OfferLink(url: visit.arguments.operands[0]))
    }

    private static func handoff(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let name = visit.arguments.operands[0]
        guard let place = try PlaceOptions.place(named: name, visit.arguments) else {
            throw .usage("\(PlaceOptions.at.text) is missing")
        }
        try visit.offer(
            OfferHandoff(place: place, mode: visit.arguments[mode], from: visit.arguments[from]))
    }
}

import Glibc
import Linux
import Messages
import Monitor
import TerminalCore

/// `face`: the face in this terminal, or the way to the one in a browser.
enum FaceCommand {
    private static let plain = Option(
        name: "plain", summary: "say what changes in lines, for screen readers")
    private static let view = Option(
        name: "view", value: "NAME", summary: "the view session's name (terminal-PID)")
    private static let code = Option(
        name: "qr", summary: "show the page's address as a QR code, for a phone")

    static let all = [
        Command(
            name: "face", summary: "show the face in this terminal until q, or the way to it",
            options: [plain, view, .face, code],
            details: [
                "The keys are explained by ?. Colours follow COLORTERM and NO_COLOR.",
                "Where the terminal does not tell when a key is let go, a control's key arms it",
                "and y confirms.",
                "",
                "--qr shows the address of the page that `web` serves. Whoever has the address may",
                "press; a phone reaches it where the topology has `web` listen beyond this machine.",
            ], run: run)
    ]

    private static func run(_ invocation: Invocation) throws(Failure) {
        if invocation.arguments.has(code) { return try showTheWay(invocation) }
        let isPlain = invocation.arguments.has(plain)
        guard isPlain || isScreen(invocation.console) else {
            throw .usage(
                "face needs a terminal that it can draw on, for what is typed and what is shown; "
                    + "--plain writes lines instead, --qr shows the way to the page")
        }
        var screen = try FaceScreen(invocation, isPlain ? .lines : .screen)
        try screen.run()
    }

    /// Whether there is a terminal that can be drawn on.
    private static func isScreen(_ console: Console) -> Bool {
        console.isTerminal && isatty(STDIN_FILENO) == 1 && Environment.variables["TERM"] != "dumb"
    }

    private static func showTheWay(_ invocation: Invocation) throws(Failure) {
        let visit = try Visit(invocation)
        let page = try visit.ask(WebPageGet(), of: visit.site.web, for: WebPage.self)
        guard let code = QRCode(page.address) else {
            throw .refused("the address is too long for a QR code: \(page.address)")
        }
        let isColored = visit.console.palette == .colored
        for line in code.lines(isColored: isColored) { try visit.console.write("\(line)\n") }
        try visit.console.line(page.address)
    }
}

import Messages
import Monitor

/// `face`: the face in a terminal, or the way to the one in a browser.
enum FaceCommand {
    private static let code = Option(
        name: "qr", summary: "show the page's address as a QR code, for a phone")

    static let all = [
        Command(
            name: "face", summary: "show the face, or the way to it", options: [code],
            details: [
                "--qr shows the address of the page that `web` serves. Whoever has the address may",
                "press; a phone reaches it where the topology has `web` listen beyond this machine.",
            ], run: run)
    ]

    private static func run(_ invocation: Invocation) throws(Failure) {
        guard invocation.arguments.has(code) else {
            throw .usage("there is no face in a terminal yet; --qr shows the way to the page")
        }
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

import Bus
import Messages
import TestKit
import Testing

/// A group with a session under way, whose page a browser can open.
///
/// An arming lasts so long that none ends by itself within a test.
func pagedGroup(
    title: String = "Tetris", language: String = "en", web: String = "port: 0"
) throws -> TestGroup {
    let group = try TestGroup(face: "armed_for: 60", web: web, language: language)
    let start = try group.handrail(
        "solo", "start", title, "--minutes", "10", "--mode", "true")
    #expect(start.code == 0, "\(start.output)")
    try group.view("the session on the screen") { $0.title == title && $0.timeLeft != nil }
    return group
}

/// Lets a browser go through a case with the group's page.
@discardableResult
func browse(
    _ name: String, _ group: TestGroup, _ first: String = "", _ second: String = "",
    by script: String
) throws -> String {
    let address = try group.ask(WebPageGet(), of: "web").read(WebPage.self).address
    let browser = try Script(script, name, address, first, second, in: group.directory)
    return try browser.result()
}

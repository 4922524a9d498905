import Bus
import Foundation
import Messages
import TestKit
import Testing

@testable import Group

@Suite("Logs")
struct LogTests {
    private let line = LogLine(
        time: "2026-01-02T03:04:05Z", process: "face", level: .warning, text: "slow \u{1b}[2J")

    @Test("G8: one line each, process first, coloured where asked, and no control character")
    func text() {
        #expect(
            LogStyle(format: .text(isColored: false)).render(line)
                == "face       warning: slow \\u{1b}[2J")
        #expect(
            LogStyle(format: .text(isColored: true)).render(line)
                == "\u{1b}[36mface\u{1b}[0m       \u{1b}[33mwarning: slow \\u{1b}[2J\u{1b}[0m")
    }

    @Test("G8: as JSON, a line is one object")
    func json() throws {
        let text = try #require(LogStyle(format: .json).render(line))
        #expect(!text.contains("\n"))
        #expect(try JSONDecoder().decode(LogLine.self, from: Data(text.utf8)) == line)
    }

    @Test("G8: what matters less than asked for is not shown", arguments: LogLevel.allCases)
    func threshold(_ threshold: LogLevel) {
        let style = LogStyle(format: .json, threshold: threshold)
        let shown = LogLevel.allCases.filter { level in
            style.render(LogLine(time: "", process: "p", level: level, text: "t")) != nil
        }
        #expect(shown == LogLevel.allCases.filter { $0.rank >= threshold.rank })
    }

    @Test("what a process of ours prints begins with its level, what others print does not")
    func printed() {
        let ours = LogLine(time: "", process: "p", printed: "error: no disk")
        #expect(ours == LogLine(time: "", process: "p", level: .error, text: "no disk"))
        let other = LogLine(time: "", process: "p", printed: "errors: none")
        #expect(other == LogLine(time: "", process: "p", level: .info, text: "errors: none"))
    }

    @Test("lines are cut where they end, wherever the reads do")
    func splitter() {
        var splitter = LineSplitter()
        #expect(splitter.split(Array("a\nb".utf8)) == ["a"])
        #expect(splitter.split(Array("c\r\n\nd".utf8)) == ["bc"])
        #expect(splitter.finish() == ["d"])
        #expect(splitter.finish() == [])
        let endless = [UInt8](repeating: 120, count: LineSplitter.limit + 1)
        #expect(splitter.split(endless).map(\.count) == [LineSplitter.limit])
    }

    @Test("G9: the newest lines of each process are kept, the oldest go")
    func files() throws {
        let workshop = try Workshop()
        let files = LogFiles(in: workshop.path)
        let count = 5_000
        for number in 0..<count {
            let text = "\(number) \(String(repeating: "x", count: 50))"
            files.append(LogLine(time: "t", process: "face", level: .debug, text: text))
        }
        let numbers = files.lines(of: "face").compactMap {
            Int($0.text.prefix { $0.isNumber })
        }
        #expect(numbers.last == count - 1)
        #expect(numbers == Array((count - numbers.count)..<count))
        #expect((1_000..<count).contains(numbers.count))
        #expect(files.lines(of: "relay") == [])
    }

    @Test("lines are printed in order, and all of them before the end")
    func writer() throws {
        let workshop = try Workshop()
        let path = "\(workshop.path)/out"
        let output = try Descriptor.open(path, O_WRONLY | O_CREAT)
        let writer = LogWriter(
            style: LogStyle(format: .text(isColored: false)),
            files: LogFiles(in: workshop.path), output: output.number)
        for number in 0..<100 {
            writer.write(LogLine(time: "", process: "p", level: .info, text: "\(number)"))
        }
        writer.flush()
        let wanted = (0..<100).map { "p          \($0)\n" }.joined()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == wanted)
    }

    @Test(
        "notes are sentences",
        arguments: [
            (Note.groupReady(after: 0.05), "ready after 0.05 s"),
            (
                .died("face", .signalled(9), startsIn: 0.1),
                "face was ended by signal 9; it is started again in 0.10 s"
            ),
            (.gaveUp("web", deaths: 6), "web is given up: it died 6 times within 30 s"),
            (.ending(.gaveUp("relay")), "ending: relay cannot be kept up"),
            (.left(["bot (7)", "cat (8)"]), "left behind, and killed: bot (7), cat (8)"),
        ])
    func notes(_ note: Note, _ text: String) {
        #expect(note.text == text)
    }
}

extension LogLevel {
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

@Suite("The service manager")
struct ServiceManagerTests {
    @Test("G10: it hears what it is told, and of life twice as often as it asks for")
    func notify() throws {
        let workshop = try Workshop()
        let path = "\(workshop.path)/notify"
        let listener = try #require(DatagramListener(at: path))
        var manager = ServiceManager(
            environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "2000000"])
        manager.tell("READY=1")
        for now in [10, 10.5, 11, 11.5, 12] { manager.showLife(at: now) }
        var heard: [String] = []
        while let word = listener.next(within: 0) { heard.append(word) }
        #expect(heard == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"])
    }

    @Test("G10: a watchdog that is somebody else's is not fed")
    func other() throws {
        let workshop = try Workshop()
        let path = "\(workshop.path)/notify"
        let listener = try #require(DatagramListener(at: path))
        var manager = ServiceManager(
            environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "1", "WATCHDOG_PID": "1"])
        manager.showLife(at: 10)
        #expect(listener.next(within: 0) == nil)
    }
}

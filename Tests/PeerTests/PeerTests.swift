import Bus
import Messages
import TestKit
import Testing

@Suite("Peers that are not ours: pyzmq, the CloudEvents SDK, jsonschema", .serialized)
struct PeerTests {
    @Test("B3: a plain REQ is answered; many questions of one DEALER, each by its correlationid")
    func asking() throws {
        let group = try TestGroup()
        try group.startSession()
        let script = try Script("ask.py", group.directory.path, in: group.directory)
        try script.result()
    }

    @Test("B1, CloudEvents 1.0: who comes late gets the newest state at once, and the SDK reads it")
    func comingLate() throws {
        let group = try TestGroup()
        try group.startSession("Tetris")
        let script = try Script("late.py", group.directory.path, "Tetris", in: group.directory)
        try script.result()
    }

    @Test(
        "B5: what cannot be read is answered, counted, sometimes told; and a Stop still gets round")
    func garbage() throws {
        let group = try TestGroup()
        let session = try group.startSession()
        let script = try Script("garbage.py", group.directory.path, in: group.directory)
        let sent = try script.result().matches(of: /(\d+) malformed/).compactMap { Int($0.1) }
        let told = group.launcher.output.matches(of: /somebody sent what cannot be read/).count
        #expect(sent.count == 5 && (1..<sent.reduce(0, +) / 2).contains(told))
        #expect(try group.status().processes.allSatisfy { $0.restarts == 0 })
        #expect(try group.press(.stop).outcome == .confirmed)
        let receipt = try group.event("the receipt", of: SoloReceipt.type) { event in
            let receipt = try event.read(SoloReceipt.self)
            return receipt.session == session ? receipt : nil
        }
        #expect(receipt.released)
        try group.view("`Stopped`") { $0.saysStopped }
    }
}

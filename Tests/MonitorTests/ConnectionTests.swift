import Messages
import Testing

@testable import Monitor

@Suite("Who is connected to whom")
struct ConnectionTests {
    private static let endpoints = [
        "engine": Endpoints(of: "engine", in: "/run/h"),
        "relay": Endpoints(
            events: "tcp://127.0.0.1:7001", requests: "tcp://127.0.0.1:7002",
            control: "tcp://127.0.0.1:7003"),
        "face": Endpoints(of: "face", in: "/run/h"),
    ]

    private static let graph = ConnectionGraph(
        endpoints: endpoints,
        sockets: [
            SocketEntry(inode: 1, address: "/run/h/engine.events", isListening: true),
            SocketEntry(inode: 2, address: "/run/h/engine.control", isListening: true),
            SocketEntry(inode: 3, address: "tcp:7001", isListening: true),
            SocketEntry(inode: 10, address: "/run/h/engine.events", isListening: false, peer: 11),
            SocketEntry(inode: 12, address: "/run/h/engine.control", isListening: false, peer: 13),
            SocketEntry(inode: 14, address: "/run/h/engine.events", isListening: false, peer: 15),
            SocketEntry(inode: 16, address: "tcp:7001", isListening: false, peer: nil),
            SocketEntry(inode: 17, address: "/elsewhere", isListening: false, peer: 11),
        ],
        owners: [
            1: SocketOwner(pid: 100, command: "engine"), 3: SocketOwner(pid: 200, command: "sh"),
            11: SocketOwner(pid: 200, command: "sh"), 13: SocketOwner(pid: 200, command: "sh"),
            15: SocketOwner(pid: 300, command: "py\"thon"),
        ])

    @Test("A process is known by where it listens, a stranger by command and pid")
    func edges() {
        #expect(
            Self.graph.connections == [
                ConnectionGraph.Edge(from: "py\"thon(300)", to: "engine", over: ["events"]),
                ConnectionGraph.Edge(from: "relay", to: "engine", over: ["events", "control"]),
            ])
        #expect(Self.graph.processes.map(\.name) == ["engine", "face", "relay"])
        #expect(Self.graph.processes.map(\.pid) == [100, nil, 200])
        #expect(!Self.graph.isEmpty)
    }

    @Test("As lines, with who is missing")
    func lines() {
        #expect(
            Self.graph.lines == [
                "FROM          TO        OVER", "py\"thon(300)  → engine  events",
                "relay         → engine  events, control", "face is not there",
            ])
    }

    @Test("As DOT, quoted")
    func dot() {
        #expect(
            Self.graph.dot(named: "h") == [
                "digraph \"h\" {", "    rankdir=LR;", "    \"engine\";",
                "    \"face\" [style=dashed];", "    \"relay\";",
                "    \"py\\\"thon(300)\" -> \"engine\" [label=\"events\"];",
                "    \"relay\" -> \"engine\" [label=\"events, control\"];", "}",
            ])
    }

    @Test("The two ends of a TCP connection are found by their addresses")
    func tcp() {
        let table = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1B59 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 501 1
               1: 0100007F:1B59 0100007F:D2F0 01 00000000:00000000 00:00000000 00000000     0        0 502 1
               2: 0100007F:D2F0 0100007F:1B59 01 00000000:00000000 00:00000000 00000000     0        0 503 1
            """
        #expect(
            TCPSockets.entries(table) == [
                SocketEntry(inode: 501, address: "tcp:7001", isListening: true),
                SocketEntry(inode: 502, address: "tcp:7001", isListening: false, peer: 503),
                SocketEntry(inode: 503, address: "tcp:54000", isListening: false, peer: 502),
            ])
    }

    @Test("The kernel's answer to a dump is read, cut ones included")
    func netlink() throws {
        let name: [UInt8] = [7, 0, 0, 0, 0x2F, 0x61, 0, 0]
        let peer: [UInt8] = [8, 0, 2, 0, 9, 1, 0, 0]
        let message: [UInt8] = [1, 1, 1, 0, 8, 1, 0, 0] + [UInt8](repeating: 0, count: 8)
        let header: [UInt8] = [48, 0, 0, 0, 20, 0, 2, 0] + [UInt8](repeating: 0, count: 8)
        let whole = header + message + name + peer
        var entries: [SocketEntry] = []
        #expect(try UnixSockets.read(whole, into: &entries))
        #expect(
            entries == [SocketEntry(inode: 264, address: "/a", isListening: false, peer: 265)])
        for length in 0..<whole.count {
            #expect(try UnixSockets.read(Array(whole[..<length]), into: &entries))
        }
        #expect(entries.count == 1)
        let end: [UInt8] = [20, 0, 0, 0, 3, 0, 2, 0] + [UInt8](repeating: 0, count: 12)
        #expect(try !UnixSockets.read(end, into: &entries))
    }
}

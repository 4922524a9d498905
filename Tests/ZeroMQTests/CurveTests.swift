import Testing
import ZeroMQ

@Suite(.serialized) struct CurveTests {
    private let folder: Folder
    private let server: CurveKeys
    private var endpoint: String { "ipc://\(folder.path)/s" }

    init() throws {
        folder = try Folder()
        server = try CurveKeys()
    }

    @Test("A pair of keys is fresh each time, and found again from its secret half")
    func keys() throws {
        #expect(try CurveKeys() != server)
        #expect(try CurveKeys(secretKey: server.secretKey) == server)
        let error = #expect(throws: ZeroMQError.self) { try CurveKeys(secretKey: "short") }
        #expect(error?.code == .invalidArgument)
    }

    @Test("F1: a message carries its sender's name, also where the socket was polled before")
    func user() throws {
        let handler = try Link(.rep)
        try handler.socket.bind("inproc://zeromq.zap.01")
        let pair = try curvePair()
        try pair.connected.send("hello")

        #expect(try handler.wait())
        guard case .message(let question) = try handler.socket.receive() else {
            Issue.record("nobody was asked about")
            return
        }
        // version, request, domain, address, identity, mechanism, key
        #expect(question.frames[2] == Array("tests".utf8))
        #expect(question.frames[6].count == 32)
        let version = question.frames[0]
        let request = question.frames[1]
        let reply = [version, request, Array("200".utf8), [], Array("face".utf8), []]
        #expect(try handler.socket.send(reply) == .sent)

        guard case .message(let message) = try pair.bound.next() else {
            Issue.record("nothing came")
            return
        }
        #expect(message.user == "face")
        #expect(message.frames.last == Array("hello".utf8))
        try handler.socket.unbind("inproc://zeromq.zap.01")
    }

    @Test("F2: without an authentication handler nobody gets in")
    func enforced() throws {
        let pair = try curvePair()
        try pair.connected.send("hello")
        var poller = try Poller()
        _ = poller.add(pair.bound.socket)
        #expect(try poller.wait(until: now + 0.2) == false)
    }

    private func curvePair() throws -> Pair {
        let client = try CurveKeys()
        return try Pair(.router, .dealer, at: endpoint) { pair in
            try pair.bound.socket.set(.curveServer, true)
            try pair.bound.socket.set(.curveSecretKey, server.secretKey)
            try pair.bound.socket.set(.zapDomain, "tests")
            try pair.bound.socket.set(.zapEnforceDomain, true)
            try pair.connected.socket.set(.curveServerKey, server.publicKey)
            try pair.connected.socket.set(.curvePublicKey, client.publicKey)
            try pair.connected.socket.set(.curveSecretKey, client.secretKey)
        }
    }
}

import Messages
import Testing
import WebCore

@Suite("Who gets in by HTTP")
struct DoorwayTests {
    private let host = "127.0.0.1:7464"
    private let origin = "http://127.0.0.1:7464"

    private func door(_ options: WebOptions = WebOptions(), port: Int = 7_464) throws -> Doorway {
        let token = try #require(Token(Desk.text))
        return Doorway(options, port: port, token: token, files: ["/", "/app.js"])
    }

    private func status(_ knock: Knock, _ door: Doorway) -> Int? {
        switch door.verdict(on: knock) {
        case .refuse(let status, _): status
        case .file, .socket, .stop: nil
        }
    }

    @Test("known files are read by anybody who asks under a right name")
    func files() throws {
        let door = try door()
        for method in [Knock.Method.get, .head] {
            #expect(door.verdict(on: Knock(method, "/", host: host)) == .file("/"))
        }
        #expect(
            door.verdict(on: Knock(.get, "/app.js", host: "localhost:7464")) == .file("/app.js"))
        #expect(status(Knock(.get, "/etc/passwd", host: host), door) == 404)
        #expect(status(Knock(.post, "/", host: host), door) == 405)
        #expect(status(Knock(.other, "/", host: host), door) == 405)
    }

    @Test(
        "no other name is served, however near it is",
        arguments: [
            nil, "", "evil.example", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:7464.evil.example",
            "127.0.0.2:7464", "localhost", "localhost:7464, localhost:7464", " 127.0.0.1:7464",
        ])
    func names(host: String?) throws {
        let door = try door()
        #expect(status(Knock(.get, "/", host: host), door) == 421)
        let socket = Knock(.get, "/socket", host: host, origin: origin, socket: "handrail")
        #expect(status(socket, door) == 421)
    }

    @Test(
        "a socket is for the page itself only",
        arguments: [
            nil, "null", "http://evil.example", "https://127.0.0.1:7464", "http://127.0.0.1",
            "http://127.0.0.1:7464/", "http://127.0.0.1:74640",
        ])
    func origins(origin: String?) throws {
        let door = try door()
        let socket = Knock(.get, "/socket", host: host, origin: origin, socket: "handrail")
        #expect(status(socket, door) == 403)
        let stop = Knock(.post, "/stop", host: host, origin: origin, token: Desk.text)
        #expect(status(stop, door) == 403)
    }

    @Test("the page itself gets a socket of the one protocol")
    func socket() throws {
        let door = try door()
        var knock = Knock(.get, "/socket", host: host, origin: origin, socket: "handrail")
        #expect(door.verdict(on: knock) == .socket)
        for other in ["", "http", "handrail, x"] {
            knock.socket = other
            #expect(status(knock, door) == 400)
        }
        knock.socket = nil
        #expect(status(knock, door) == 426)
    }

    @Test("a post of Stop shows the secret")
    func stop() throws {
        let door = try door()
        var knock = Knock(.post, "/stop", host: host, origin: origin, token: Desk.text)
        #expect(door.verdict(on: knock) == .stop)
        for other in [nil, "", String(Desk.text.dropLast()), Desk.text + "0"] {
            knock.token = other
            #expect(status(knock, door) == 403)
        }
        knock.method = .get
        #expect(status(knock, door) == 405)
    }

    @Test("with a certificate everything is of the secure schemes")
    func secure() throws {
        let options = WebOptions(
            host: "192.168.1.20", certificate: "/c", key: "/k", hosts: ["den.local", "den:8443"])
        let door = try door(options, port: 443)
        #expect(door.address == "https://den.local/#\(Desk.text)")
        #expect(door.socketScheme == "wss")
        for host in ["192.168.1.20", "192.168.1.20:443", "den.local", "DEN.local:443", "den:8443"] {
            #expect(door.knows(host: host), "\(host)")
        }
        for host in ["den", "den:443", "localhost", "192.168.1.20:8443"] {
            #expect(!door.knows(host: host), "\(host)")
        }
        let socket = Knock(
            .get, "/socket", host: "den.local", origin: "https://den.local", socket: "handrail")
        #expect(door.verdict(on: socket) == .socket)
    }

    @Test("an address of the new sort stands in brackets; all addresses have a name to be told by")
    func addresses() throws {
        #expect(try door(WebOptions(host: "::1")).address == "http://[::1]:7464/#\(Desk.text)")
        #expect(
            try door(WebOptions(host: "0.0.0.0", hosts: ["den.local"])).address
                == "http://den.local:7464/#\(Desk.text)")
    }
}

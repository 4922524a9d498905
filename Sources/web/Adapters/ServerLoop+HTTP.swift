import CWebSockets
import Messages
import WebCore

/// Requests and answers of HTTP.
extension ServerLoop {
    /// The longest header that is looked at, in bytes.
    private static let longestHeader = 1_024
    /// The longest body, in bytes.
    private static let longestBody = 4_096
    /// So much of an answer is handed to the library at once, in bytes.
    private static let piece = 16_384
    /// The room that the library wants before what is sent.
    static let room = 16

    // MARK: Coming in

    /// Says whether a connection may become a page's socket.
    func confirm(_ wsi: OpaquePointer, _ connection: Connection) -> Int32 {
        // Not by what the library hands over here: of an upgrade that it has refused itself, that
        // is gone already, and the headers with it.
        guard header(WSI_TOKEN_UPGRADE, of: wsi)?.lowercased() == "websocket",
            case .arriving = connection.stage
        else { return -1 }
        var knock = knock(of: wsi)
        knock.socket = header(WSI_TOKEN_PROTOCOL, of: wsi) ?? ""
        switch verdict(on: knock, connection) {
        case .socket: return 0
        case .refuse(let status, let problem):
            return refuse(wsi, connection, .problem(status, problem))
        case .file, .stop:
            let problem = Problem(.invalid, "there are no sockets here")
            return refuse(wsi, connection, .problem(400, problem))
        }
    }

    /// Takes a request whose headers have come.
    func arrive(_ wsi: OpaquePointer, _ connection: Connection) -> Int32 {
        // One connection, one request: whatever else comes is not looked at.
        guard case .arriving = connection.stage else { return -1 }
        let knock = knock(of: wsi)
        switch verdict(on: knock, connection) {
        case .file(let path): return answer(wsi, connection, with: file(path, knock, wsi))
        case .stop: return expectBody(wsi, connection)
        case .refuse(let status, let problem):
            return answer(wsi, connection, with: .problem(status, problem))
        case .socket:
            let problem = Problem(.invalid, "this is for sockets only")
            return answer(wsi, connection, with: .problem(426, problem))
        }
    }

    private func verdict(on knock: Knock, _ connection: Connection) -> Doorway.Verdict {
        guard let door else { return Self.tooMany }
        if let host = knock.host, door.knows(host: host) { connection.host = host }
        guard connections.count <= Self.connectionsAtOnce else { return Self.tooMany }
        return door.verdict(on: knock)
    }

    private static let tooMany = Doorway.Verdict.refuse(
        status: 503,
        Problem(
            .busy, "too many connections",
            detail: "\(connectionsAtOnce) are served at once; try again when some have ended."))

    private func file(_ path: String, _ knock: Knock, _ wsi: OpaquePointer) -> Response {
        guard let file = PageFiles.all[path] else {
            return .problem(404, Problem(.notFound, "there is no such file"))
        }
        // Asked for again each time: after an update no old half of the page meets a new one.
        let headers = ["ETag: \(file.tag)", "Cache-Control: no-cache"]
        let isKnown = header(WSI_TOKEN_HTTP_IF_NONE_MATCH, of: wsi) == file.tag
        return Response(
            status: isKnown ? 304 : 200, type: file.type, body: file.bytes, headers: headers,
            isHead: knock.method == .head)
    }

    // MARK: A press of Stop

    private func expectBody(_ wsi: OpaquePointer, _ connection: Connection) -> Int32 {
        guard lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) == 0,
            let text = header(WSI_TOKEN_HTTP_CONTENT_LENGTH, of: wsi),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else {
            let problem = Problem(
                .malformed, "the body has no length", detail: "Send it whole, with its length.",
                field: "Content-Length")
            return answer(wsi, connection, with: .problem(411, problem))
        }
        guard let length = Int(text), length <= Self.longestBody else {
            let problem = Problem(
                .malformed, "the body is too long",
                detail: "It may have \(Self.longestBody) bytes.", field: "Content-Length")
            return answer(wsi, connection, with: .problem(413, problem))
        }
        connection.stage = .posting([], of: length)
        return 0
    }

    /// Takes a part of a body.
    func takeBody(_ bytes: UnsafeRawBufferPointer, _ connection: Connection) -> Int32 {
        guard case .posting(let body, let length) = connection.stage,
            body.count + bytes.count <= length
        else { return -1 }
        connection.stage = .posting(body + bytes, of: length)
        return 0
    }

    /// Takes that a body is over.
    func endBody(_ wsi: OpaquePointer, _ connection: Connection) -> Int32 {
        guard case .posting(let body, _) = connection.stage else { return -1 }
        do throws(Problem) {
            let stop = try PageJSON.stop(in: body)
            named += 1
            let post = PostID(named)
            connection.stage = .asking(post)
            posts[post] = wsi
            setTimer(wsi, Self.answerWithin)
            plan.report(.posted(post, stop))
            return 0
        } catch {
            return answer(wsi, connection, with: .problem(400, error))
        }
    }

    /// Answers a press of Stop, if whoever pressed is still there.
    func answer(_ response: Response, to post: PostID) {
        guard let wsi = posts.removeValue(forKey: post), let connection = connections[wsi] else {
            return
        }
        begin(wsi, connection, response)
        lws_callback_on_writable(wsi)
    }

    // MARK: Going out

    /// Answers, and goes on writing whenever there is room.
    private func answer(
        _ wsi: OpaquePointer, _ connection: Connection, with response: Response
    ) -> Int32 {
        begin(wsi, connection, response)
        return writeAnswer(wsi, connection)
    }

    /// Answers with a few bytes at once, and closes.
    private func refuse(
        _ wsi: OpaquePointer, _ connection: Connection, _ response: Response
    ) -> Int32 {
        begin(wsi, connection, response)
        _ = writeAnswer(wsi, connection)
        return -1
    }

    private func begin(_ wsi: OpaquePointer, _ connection: Connection, _ response: Response) {
        let socket = connection.host.map { "\(door?.socketScheme ?? "ws")://\($0)" }
        connection.stage = .answering(response.bytes(allowing: socket)[...])
        setTimer(wsi, Self.answerWithin)
    }

    /// Writes the next piece of an answer; closes after the last one.
    func writeAnswer(_ wsi: OpaquePointer, _ connection: Connection) -> Int32 {
        guard case .answering(let rest) = connection.stage else { return 0 }
        let piece = rest.prefix(Self.piece)
        guard write(Array(piece), LWS_WRITE_HTTP, to: wsi) else { return -1 }
        connection.stage = .answering(rest.dropFirst(piece.count))
        guard piece.count < rest.count else { return -1 }
        lws_callback_on_writable(wsi)
        return 0
    }

    /// Hands bytes to the library, which keeps what the system has no room for.
    func write(
        _ bytes: [UInt8], _ kind: lws_write_protocol, to wsi: OpaquePointer
    ) -> Bool {
        var buffer = [UInt8](repeating: 0, count: Self.room) + bytes
        let count = buffer.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { lws_write(wsi, $0 + Self.room, bytes.count, kind) } ?? -1
        }
        return count >= bytes.count
    }

    // MARK: What was asked

    private func knock(of wsi: OpaquePointer) -> Knock {
        var path: UnsafeMutablePointer<CChar>?
        var length: Int32 = 0
        let method = lws_http_get_uri_and_method(wsi, &path, &length)
        let bytes = UnsafeRawBufferPointer(start: path, count: path == nil ? 0 : Int(length))
        return Knock(
            Self.method(method), String(decoding: bytes, as: UTF8.self),
            host: header(WSI_TOKEN_HOST, of: wsi), origin: header(WSI_TOKEN_ORIGIN, of: wsi),
            token: ownHeader("x-handrail-token:", of: wsi))
    }

    private static func method(_ number: Int32) -> Knock.Method {
        switch Int(number) {
        case LWSHUMETH_GET: .get
        case LWSHUMETH_HEAD: .head
        case LWSHUMETH_POST: .post
        default: .other
        }
    }

    /// A header; nil where it is absent, too long or there more than once in parts.
    private func header(_ token: lws_token_indexes, of wsi: OpaquePointer) -> String? {
        let length = Int(lws_hdr_total_length(wsi, token))
        guard (1...Self.longestHeader).contains(length) else { return nil }
        var text = [CChar](repeating: 0, count: length + 1)
        guard lws_hdr_copy(wsi, &text, Int32(text.count), token) == length else { return nil }
        return Self.text(text, length)
    }

    /// A header that the library has no number for, by its name in lower case with its colon.
    private func ownHeader(_ name: String, of wsi: OpaquePointer) -> String? {
        let length = Int(lws_hdr_custom_length(wsi, name, Int32(name.utf8.count)))
        guard (1...Self.longestHeader).contains(length) else { return nil }
        var text = [CChar](repeating: 0, count: length + 1)
        let count = lws_hdr_custom_copy(
            wsi, &text, Int32(text.count), name, Int32(name.utf8.count))
        return count == length ? Self.text(text, length) : nil
    }

    private static func text(_ bytes: [CChar], _ length: Int) -> String {
        String(decoding: bytes.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

import Bus
import CWebSockets
import Glibc
import Messages
import WebCore

/// The server on its own thread: libwebsockets, and what it is told to do.
///
/// Every member is used on that thread only; the library calls back on it, and from nowhere else.
final class ServerLoop {
    /// So many connections get an answer; those beyond are told that there are too many.
    static let connectionsAtOnce = 256
    /// So many are taken in at all.
    static let mostConnections = 512
    /// How long a request's headers, body and answer may take each, in seconds.
    static let patience = 5
    /// How long the answer to a post may be on its way, in seconds.
    static let answerWithin = 10
    /// The longest headers of a request, in bytes.
    static let longestHeaders: UInt16 = 8_192

    let plan: ServerPlan
    let inbox: ServerInbox
    /// By the library's name for it.
    var connections: [OpaquePointer: Connection] = [:]
    var clients: [ClientID: OpaquePointer] = [:]
    var posts: [PostID: OpaquePointer] = [:]
    /// How many clients and posts there were.
    var named: UInt64 = 0
    var vhost: OpaquePointer?
    /// The descriptor that orders ring.
    private var bell: OpaquePointer?
    /// The socket that connections come to.
    var listener: ListeningSocket?
    /// Who gets in; known once the port is.
    var door: Doorway?
    /// Whether somebody was told that the server cannot listen.
    var isDeaf = false
    private var isEnding = false

    init(_ plan: ServerPlan, _ inbox: ServerInbox) {
        self.plan = plan
        self.inbox = inbox
    }

    /// Serves until it is told to end.
    func run() {
        let library = ServerContext(
            user: Unmanaged.passUnretained(self).toOpaque(), plan.options)
        guard let context = library.context, let vhost = library.vhost else {
            return fail("The server cannot start: see the lines above")
        }
        self.vhost = vhost
        bell = adoptFile(dup(inbox.bell))
        guard bell != nil else { return fail("The server cannot be woken") }
        listen()
        // The library's own words are for its start: later on, strangers could have it write them.
        lws_set_log_level(0, nil)
        while !isEnding, lws_service(context, 0) >= 0 {}
        if !isEnding { fail("The server has ended") }
    }

    private func fail(_ what: String) {
        let advice = "`handrail restart \(plan.name)` starts it again once that is mended"
        Log.write(.error, "\(what); \(advice)")
        plan.report(.notListening(Problem(.unreachable, "the page is not served", detail: what)))
    }

    /// Has the library wait for a descriptor, which it closes in the end.
    func adoptFile(_ descriptor: Int32) -> OpaquePointer? {
        guard descriptor >= 0 else { return nil }
        let file = lws_sock_file_fd_type(filefd: descriptor)
        return lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, file, nil, nil)
    }

    /// Has `listen` called again in so many seconds.
    func listenAgain(in seconds: Int64) {
        lws_set_timer_usecs(bell, seconds * 1_000_000)
    }

    // MARK: What the library calls

    /// Takes what the library says of a connection; other than 0 closes it.
    func take(
        _ reason: lws_callback_reasons, _ wsi: OpaquePointer, _ bytes: UnsafeRawBufferPointer
    ) -> Int32 {
        if reason == LWS_CALLBACK_RAW_RX_FILE {
            wsi == bell ? takeOrders() : accept()
            return 0
        }
        if reason == LWS_CALLBACK_TIMER, wsi == bell {
            listen()
            return 0
        }
        if reason == LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED {
            connections[wsi] = Connection()
            setTimer(wsi, Self.patience)
            return 0
        }
        guard let connection = connections[wsi] else { return 0 }
        switch reason {
        case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirm(wsi, connection)
        case LWS_CALLBACK_HTTP: return arrive(wsi, connection)
        case LWS_CALLBACK_HTTP_BODY: return takeBody(bytes, connection)
        case LWS_CALLBACK_HTTP_BODY_COMPLETION: return endBody(wsi, connection)
        case LWS_CALLBACK_HTTP_WRITEABLE: return writeAnswer(wsi, connection)
        case LWS_CALLBACK_ESTABLISHED: return open(wsi, connection)
        case LWS_CALLBACK_RECEIVE: return hear(bytes, wsi, connection)
        case LWS_CALLBACK_SERVER_WRITEABLE: return writeText(wsi, connection)
        case LWS_CALLBACK_WSI_DESTROY: return forget(wsi, connection)
        case LWS_CALLBACK_TIMER: return connection.isSocket ? 0 : -1
        // Whoever would have it be no HTTP at all.
        case LWS_CALLBACK_RAW_ADOPT, LWS_CALLBACK_RAW_RX: return -1
        default: return 0
        }
    }

    private func forget(_ wsi: OpaquePointer, _ connection: Connection) -> Int32 {
        connections[wsi] = nil
        switch connection.stage {
        case .arriving, .posting, .answering: break
        case .asking(let post): posts[post] = nil
        case .socket(let client):
            clients[client] = nil
            plan.report(.closed(client))
        }
        return 0
    }

    /// Closes a connection that has not come further in so many seconds.
    func setTimer(_ wsi: OpaquePointer, _ seconds: Int) {
        lws_set_timer_usecs(wsi, Int64(seconds) * 1_000_000)
    }

    // MARK: What the bus thread orders

    private func takeOrders() {
        for order in inbox.drain() {
            switch order {
            case .send(let text, let client): send(text, to: client)
            case .drop(let client, let why): drop(client, why)
            case .answer(let response, let post): answer(response, to: post)
            case .taken(let client): resume(client)
            case .end: isEnding = true
            }
        }
    }
}

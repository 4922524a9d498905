import Bus
import CWebSockets
import Glibc
import Messages
import WebCore

/// A context of libwebsockets with one virtual host; both end with it.
struct ServerContext: ~Copyable {
    let context: OpaquePointer?
    let vhost: OpaquePointer?
    // The library keeps pointers to these for as long as the context lives.
    private let protocols: UnsafeMutablePointer<lws_protocols>
    private let policy: UnsafeMutablePointer<lws_retry_bo_t>
    private let texts: [UnsafeMutablePointer<CChar>]

    /// How many sockets, files and pipes of its own it may have besides the connections.
    private static let otherDescriptors = 16

    /// Makes both; the words of what fails go to the log.
    ///
    /// - Parameters:
    ///   - user: The `ServerLoop` that is called back.
    ///   - options: The certificate, if there is one.
    init(user: UnsafeMutableRawPointer, _ options: WebOptions) {
        lws_set_log_level(LLL_ERR) { _, line in
            guard let line else { return }
            Log.write(.error, "libwebsockets: \(String(cString: line))")
        }
        let certificate = options.certificate.flatMap { strdup($0) }
        let key = options.key.flatMap { strdup($0) }
        let words: [String] = ["http", Doorway.socketProtocol, "page", "http/1.1"]
        let names = words.compactMap { strdup($0) }
        texts = names + [certificate, key].compactMap(\.self)
        protocols = .allocate(capacity: 3)
        for index in 0..<3 { (protocols + index).initialize(to: lws_protocols()) }
        for index in 0..<2 {
            protocols[index].name = UnsafePointer(names[index])
            protocols[index].callback = serve
        }
        policy = .allocate(capacity: 1)
        policy.initialize(to: lws_retry_bo_t())
        // A phone that has lost its network says nothing; what it had armed must not stay so.
        policy.pointee.secs_since_valid_ping = 3
        policy.pointee.secs_since_valid_hangup = 8

        var info = lws_context_creation_info()
        info.port = CONTEXT_PORT_NO_LISTEN_SERVER
        info.protocols = UnsafePointer(protocols)
        info.retry_and_idle_policy = UnsafePointer(policy)
        info.user = user
        info.vhost_name = UnsafePointer(names[2])
        info.gid = gid_t.max.asInt32
        info.uid = uid_t.max.asInt32
        info.options =
            UInt64(LWS_SERVER_OPTION_EXPLICIT_VHOSTS) | UInt64(LWS_SERVER_OPTION_VALIDATE_UTF8)
        info.fd_limit_per_thread = UInt32(
            ServerLoop.mostConnections + Self.otherDescriptors)
        info.max_http_header_data = ServerLoop.longestHeaders
        info.timeout_secs = UInt32(ServerLoop.patience)
        info.timeout_secs_ah_idle = UInt32(ServerLoop.patience)
        info.keepalive_timeout = Int32(ServerLoop.patience)
        // HTTP/2 would be a second server, with limits of its own.
        info.alpn = UnsafePointer(names[3])
        if certificate != nil {
            info.options |= UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
            info.ssl_cert_filepath = certificate.map { UnsafePointer($0) }
            info.ssl_private_key_filepath = key.map { UnsafePointer($0) }
        }
        context = lws_create_context(&info)
        vhost = context.flatMap { lws_create_vhost($0, &info) }
    }

    deinit {
        if let context { lws_context_destroy(context) }
        for text in texts { free(text) }
        protocols.deallocate()
        policy.deallocate()
    }
}

extension UInt32 {
    /// The same bits: the library writes "nobody" as -1.
    fileprivate var asInt32: Int32 { Int32(bitPattern: self) }
}

/// What the library calls, for every connection.
private func serve(
    wsi: OpaquePointer?, reason: lws_callback_reasons, user: UnsafeMutableRawPointer?,
    data: UnsafeMutableRawPointer?, length: Int
) -> Int32 {
    guard let wsi, let context = lws_get_context(wsi), let loop = lws_context_user(context) else {
        return 0
    }
    let bytes = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : length)
    return Unmanaged<ServerLoop>.fromOpaque(loop).takeUnretainedValue().take(reason, wsi, bytes)
}

import Messages

/// An answer of HTTP; each ends its connection, so that no request can hide in another one's body.
struct Response: Sendable {
    private static let reasons: [Int: String] = [
        200: "OK", 304: "Not Modified", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 409: "Conflict", 411: "Length Required",
        413: "Content Too Large", 421: "Misdirected Request", 426: "Upgrade Required",
        500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable",
    ]

    var status: Int
    var type: String
    var body: [UInt8]
    /// Further headers, one a line.
    var headers: [String] = []
    /// Whether only the headers are wanted.
    var isHead = false

    /// The answer that something is not done.
    static func problem(_ status: Int, _ problem: Problem) -> Response {
        Response(
            status: status, type: "application/problem+json",
            body: PageJSON.bytes(of: problem) ?? [],
            headers: status == 405 ? ["Allow: GET, HEAD"] : [])
    }

    /// The whole answer.
    ///
    /// - Parameter socket: The address that the page may open sockets to, besides its own; older
    ///   browsers do not count sockets among what is the page's own.
    /// - Returns: Headers and body.
    func bytes(allowing socket: String?) -> [UInt8] {
        let connections = ["'self'", socket].compactMap(\.self).joined(separator: " ")
        let policy = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
            "connect-src \(connections)", "manifest-src 'self' blob:", "frame-ancestors 'none'",
            "base-uri 'none'", "form-action 'none'",
        ]
        let lines =
            [
                "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Error")",
                "Content-Type: \(type)", "Content-Length: \(body.count)",
                "Content-Security-Policy: \(policy.joined(separator: "; "))",
                "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
                "Cross-Origin-Resource-Policy: same-origin",
                "Cross-Origin-Opener-Policy: same-origin",
                "Permissions-Policy: microphone=(self)", "Connection: close",
            ] + (status == 200 && isFile ? [] : ["Cache-Control: no-store"]) + headers
        let head = lines.map { "\($0)\r\n" }.joined() + "\r\n"
        return Array(head.utf8) + (isHead || status == 304 ? [] : body)
    }

    private var isFile: Bool { headers.contains { $0.hasPrefix("ETag:") } }
}

package import Messages

/// A request of HTTP, as far as it matters who may come in.
package struct Knock: Sendable, Equatable {
    /// The method.
    package var method: Method
    /// The path, without what follows a question mark.
    package var path: String
    /// The `Host`.
    package var host: String?
    /// The `Origin`.
    package var origin: String?
    /// The `X-Handrail-Token`.
    package var token: String?
    /// The `Sec-WebSocket-Protocol` of a request for a socket; nil for any other.
    package var socket: String?

    /// The methods that are told apart.
    package enum Method: Sendable {
        case get
        case head
        case post
        case other
    }

    /// Describes a request.
    package init(
        _ method: Method, _ path: String, host: String? = nil, origin: String? = nil,
        token: String? = nil, socket: String? = nil
    ) {
        self.method = method
        self.path = path
        self.host = host
        self.origin = origin
        self.token = token
        self.socket = socket
    }
}

/// Who gets in by HTTP: exact sets of hosts and origins, and the secret (`faces.md`).
///
/// Without the `Host` a page of somebody else's could have its own name lead here, and without the
/// `Origin` it could open a socket or post from another site.
package struct Doorway: Sendable, Equatable {
    /// What becomes of a request.
    package enum Verdict: Sendable, Equatable {
        /// It gets the file at a path.
        case file(String)
        /// It gets a socket, whose first message must show the secret.
        case socket
        /// Its body is read, as a press of Stop.
        case stop
        /// It gets an error.
        case refuse(status: Int, Problem)
    }

    /// The name of the sockets' protocol.
    package static let socketProtocol = "handrail"

    /// The page's whole address, the secret in its fragment, which no browser sends anywhere.
    package let address: String
    /// The scheme of sockets' addresses.
    package let socketScheme: String
    private let hosts: Set<String>
    private let origins: Set<String>
    private let files: Set<String>
    private let token: Token

    /// Describes who gets in.
    ///
    /// - Parameters:
    ///   - options: Where the server listens, and further names of it.
    ///   - port: The port at which it does.
    ///   - token: The secret.
    ///   - files: The paths of all files.
    package init(_ options: WebOptions, port: Int, token: Token, files: Set<String>) {
        let isSecure = options.certificate != nil
        let scheme = isSecure ? "https" : "http"
        let usualPort = isSecure ? 443 : 80
        let names = Self.names(of: options).flatMap { name in
            if name.hasPort { return [name] }
            return port == usualPort ? [name, "\(name):\(port)"] : ["\(name):\(port)"]
        }
        hosts = Set(names.map { $0.lowercased() })
        origins = Set(hosts.map { "\(scheme)://\($0)" })
        address = "\(scheme)://\(names.first ?? "")/#\(token.text)"
        socketScheme = isSecure ? "wss" : "ws"
        self.files = files
        self.token = token
    }

    /// The names of the server, the one to tell first.
    private static func names(of options: WebOptions) -> [String] {
        let own = options.host.contains(":") ? "[\(options.host)]" : options.host
        if ["0.0.0.0", "::"].contains(options.host) {
            return options.hosts + ["127.0.0.1", "localhost"]
        }
        let isLoopback = options.host.hasPrefix("127.") || options.host == "::1"
        let numbers = [own] + (isLoopback ? ["localhost"] : [])
        // A certificate is made out to a name, as a rule.
        return options.certificate == nil ? numbers + options.hosts : options.hosts + numbers
    }

    /// Says what becomes of a request.
    package func verdict(on knock: Knock) -> Verdict {
        guard let host = knock.host, hosts.contains(host.lowercased()) else {
            return .refuse(
                status: 421,
                Problem(
                    .notAllowed, "nobody of that name is here",
                    detail: "This is served under its own names only; the topology can add some."))
        }
        switch (knock.path, knock.method) {
        case ("/socket", .get): return socket(knock)
        case ("/stop", .post): return stop(knock)
        case ("/socket", _), ("/stop", _): return Self.wrongMethod
        case (let path, let method):
            guard files.contains(path) else {
                return .refuse(status: 404, Problem(.notFound, "there is no such file"))
            }
            switch method {
            case .get, .head: return .file(path)
            case .post, .other: return Self.wrongMethod
            }
        }
    }

    /// Whether a `Host` is one of the server's own.
    package func knows(host: String) -> Bool { hosts.contains(host.lowercased()) }

    private func socket(_ knock: Knock) -> Verdict {
        guard let offered = knock.socket else {
            return .refuse(status: 426, Problem(.invalid, "this is for sockets only"))
        }
        guard isOwnPage(knock) else { return Self.foreignPage }
        guard offered == Self.socketProtocol else {
            return .refuse(
                status: 400,
                Problem(
                    .invalid, "the sockets' protocol is another one",
                    detail: "It is \(Self.socketProtocol).", field: "Sec-WebSocket-Protocol"))
        }
        return .socket
    }

    private func stop(_ knock: Knock) -> Verdict {
        guard isOwnPage(knock) else { return Self.foreignPage }
        guard let given = knock.token, token.isGiven(by: given) else {
            return .refuse(
                status: 403,
                Problem(
                    .notAllowed, "the token is wrong",
                    detail: "It belongs into the header X-Handrail-Token.",
                    field: "X-Handrail-Token"))
        }
        return .stop
    }

    private func isOwnPage(_ knock: Knock) -> Bool {
        knock.origin.map { origins.contains($0.lowercased()) } ?? false
    }

    private static let foreignPage = Verdict.refuse(
        status: 403,
        Problem(
            .notAllowed, "only the page itself may do this",
            detail: "The Origin is missing, or it is another site's.", field: "Origin"))

    private static let wrongMethod = Verdict.refuse(
        status: 405, Problem(.notAllowed, "this cannot be done here", detail: "See the method."))
}

extension String {
    /// Whether a port stands behind a host's name.
    fileprivate var hasPort: Bool {
        guard let colon = utf8.lastIndex(of: UInt8(ascii: ":")) else { return false }
        let port = self[colon...].utf8.dropFirst()
        return !port.isEmpty
            && port.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

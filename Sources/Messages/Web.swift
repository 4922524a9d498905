/// Asks for the address of the page that browsers show; answered by `WebPage`.
package struct WebPageGet: Message {
    package static let type = "web.page"

    /// Asks.
    package init() {}
}

/// Where a browser finds the face.
package struct WebPage: Message {
    package static let type = "web.page"

    /// The page's whole address, with the secret that lets its holder in.
    package var address: String

    /// Answers.
    package init(address: String) {
        self.address = address
    }
}

/// The requests that a process answers which serves the face to browsers.
package enum WebRequest: ReadableMessage {
    case page(WebPageGet)

    package init?(type: String, from reader: some PayloadReader) throws(Problem) {
        switch type {
        case WebPageGet.type: self = .page(try reader.read())
        default: return nil
        }
    }
}

/// Where and for whom the face is served to browsers.
package struct WebOptions: Codable, Sendable, Equatable {
    /// The port that is tried first where none is given.
    package static let usualPort = 7_464

    /// The address to listen at, in numbers.
    package var host: String
    /// The port, 0 for any that is free; nil: the usual one, or any where that is taken.
    package var port: Int?
    /// The file of the certificate for TLS; nil: without TLS.
    package var certificate: String?
    /// The file of the certificate's secret key.
    package var key: String?
    /// Names under which browsers may ask besides the address's own, each with a port or without.
    package var hosts: [String]

    /// Sets the options.
    package init(
        host: String = "127.0.0.1", port: Int? = nil, certificate: String? = nil,
        key: String? = nil, hosts: [String] = []
    ) {
        self.host = host
        self.port = port
        self.certificate = certificate
        self.key = key
        self.hosts = hosts
    }
}

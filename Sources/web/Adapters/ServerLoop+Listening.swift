import Bus
import CWebSockets
import Glibc
import Linux
import Messages
import WebCore

/// The socket that connections come to.
///
/// It is not the library's own: this one says why it cannot be bound, and turns away what is too
/// much.
extension ServerLoop {
    /// After so many seconds a port that was taken is tried again.
    private static let retryAfter: Int64 = 5

    /// Binds the server's address, or says why it cannot, and tries again later.
    func listen() {
        guard listener == nil else { return }
        let options = plan.options
        do throws(Problem) {
            let listener = try ListeningSocket(host: options.host, ports: ports)
            // The library closes its copy.
            guard adoptFile(dup(listener.descriptor)) != nil else {
                throw Problem(.internal, "the server has no descriptor left")
            }
            let door = Doorway(
                options, port: listener.port, token: plan.token,
                files: Set(PageFiles.all.keys))
            self.listener = listener
            self.door = door
            File.replace(plan.portFile, with: Array("\(listener.port)\n".utf8))
            if options.certificate == nil, !options.isLoopback {
                Log.write(
                    .warning,
                    "the page is served without TLS: whoever can read this network can press Stop; "
                        + "give web a certificate and key in the topology")
            }
            plan.report(.listening(address: door.address))
        } catch {
            if !isDeaf { Log.write(.error, "\(error.detail)") }
            isDeaf = true
            plan.report(.notListening(error))
            listenAgain(in: Self.retryAfter)
        }
    }

    /// The ports to try, in order: open pages know the one of the life before.
    private var ports: [Int] {
        if let port = plan.options.port, port != 0 { return [port] }
        let former = File.text(of: plan.portFile).flatMap { text in
            Int(text.prefix { !$0.isNewline })
        }
        let usual = plan.options.port == nil ? WebOptions.usualPort : nil
        return [former, usual].compactMap(\.self).filter { (1...65_535).contains($0) } + [0]
    }

    /// Takes in those who have come.
    func accept() {
        guard let listener else { return }
        while let descriptor = listener.accept() {
            guard connections.count < Self.mostConnections else {
                close(descriptor)
                continue
            }
            lws_adopt_socket_vhost(vhost, descriptor)
        }
    }
}

/// A bound socket; closed with its last owner.
final class ListeningSocket {
    let descriptor: Int32
    /// The port that it is bound to.
    let port: Int
    /// Given up to take in and turn away whoever comes while no descriptor is left.
    private var spare = open("/dev/null", O_RDONLY | O_CLOEXEC)

    /// Binds the first of the ports that is free, 0 standing for any.
    ///
    /// - Throws: A `Problem` that says what to do.
    init(host: String, ports: [Int]) throws(Problem) {
        var why = "there is no port to try"
        for port in ports {
            guard let socket = Self.bound(to: host, port) else {
                why = "\(host), port \(port): \(String(cString: strerror(errno)))"
                continue
            }
            descriptor = socket
            self.port = Self.port(of: socket)
            return
        }
        close(spare)
        throw Problem(
            .unreachable, "the page is not served",
            detail: "The page cannot be served at \(why). End what is there, or give web another "
                + "port or host in the topology; it is tried again every few seconds.")
    }

    deinit {
        close(descriptor)
        close(spare)
    }

    /// The next connection; nil where there is none for now.
    func accept() -> Int32? {
        while true {
            let descriptor = Glibc.accept(self.descriptor, nil, nil)
            if descriptor >= 0 {
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                var one: Int32 = 1
                setsockopt(
                    descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one,
                    socklen_t(MemoryLayout<Int32>.size))
                return descriptor
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE:
                // Left in the queue, it would end each wait at once.
                close(spare)
                let stranger = Glibc.accept(self.descriptor, nil, nil)
                if stranger >= 0 { close(stranger) }
                spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
                if stranger < 0 { return nil }
            default: return nil
            }
        }
    }

    private static func bound(to host: String, _ port: Int) -> Int32? {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let address = found?.pointee else {
            errno = EADDRNOTAVAIL
            return nil
        }
        defer { freeaddrinfo(found) }
        let flags = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        let descriptor = socket(address.ai_family, Int32(flags), 0)
        guard descriptor >= 0 else { return nil }
        var one: Int32 = 1
        // Connections of the life before may still be in their last minute.
        setsockopt(
            descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0,
            Glibc.listen(descriptor, 128) == 0
        else {
            let number = errno
            close(descriptor)
            errno = number
            return nil
        }
        return descriptor
    }

    private static func port(of socket: Int32) -> Int {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(socket, $0, &size)
            }
        }
        // The port stands at the same place in addresses of both sorts.
        return code == 0 ? Int(UInt16(bigEndian: address.sin6_port)) : 0
    }
}

extension WebOptions {
    /// Whether only this machine can reach the server.
    fileprivate var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }
}

internal import Glibc
internal import Linux
internal import Messages

/// What a service manager is told, where one has started the launcher (G10, `sd_notify(3)`).
struct ServiceManager {
    private let address: String?
    /// How often it wants to hear of the launcher; nil where it does not watch.
    private let interval: Seconds?
    private var nextSign: Seconds = 0

    /// Reads what the service manager has left in the environment.
    init(environment: [String: String]) {
        address = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        let watches = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
        let limit = environment["WATCHDOG_USEC"].flatMap(Seconds.init).map { $0 / 1e6 }
        interval = watches ? limit.map { $0 / 2 } : nil
    }

    /// Tells one thing: `READY=1`, `STOPPING=1`.
    func tell(_ state: String) {
        guard let address = address.flatMap({ UnixAddress($0) }) else { return }
        let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let socket = Descriptor(Glibc.socket(AF_UNIX, kind, 0))
        let bytes = Array(state.utf8)
        address.withPointer { address, size in
            _ = sendto(socket.number, bytes, bytes.count, Int32(MSG_DONTWAIT), address, size)
        }
    }

    /// Shows that the launcher's loop runs, twice as often as is asked for.
    mutating func showLife(at now: Seconds) {
        guard let interval, now >= nextSign else { return }
        nextSign = now + interval
        tell("WATCHDOG=1")
    }
}

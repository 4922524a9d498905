import Glibc
import Linux
import Messages

// A process reaches a point before each event that its core takes, and before each effect that it
// carries out. In a test build the point can be held, so that a fault comes at an exact step of the
// protocol and at no moment that somebody has slept for. In all other builds these are empty.

extension Bus {
    /// Reaches the point before the core takes an event.
    package func reach(taking event: some Any) {
        #if FAULT_POINTS
            FaultPoint.reach("\(settings.process).takes", event)
        #endif
    }

    /// Reaches the point before an effect is carried out.
    package func reach(doing effect: some Any) {
        #if FAULT_POINTS
            FaultPoint.reach("\(settings.process).does", effect)
        #endif
    }
}

#if FAULT_POINTS
    /// Holds the calling thread wherever a tester listens for it.
    private enum FaultPoint {
        /// Where a tester's sockets are, each named like the point that it waits at.
        private static let folder = getenv("HANDRAIL_FAULT_POINTS").map { String(cString: $0) }

        /// A process of ours has fewer descriptors than this.
        private static let descriptors: Int32 = 1_024

        static func reach(_ place: String, _ step: some Any) {
            guard let folder else { return }
            let tester = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            defer { close(tester) }
            let address = UnixAddress("\(folder)/\(place).\(name(step))")
            guard address?.connect(tester) == true else { return }
            // Held until the tester has a word for it, or has gone itself.
            var word: UInt8 = 0
            while read(tester, &word, 1) < 0, errno == EINTR {}
            if word == UInt8(ascii: "c") { cutConnections(but: tester) }
        }

        /// Ends every connection of this process, in the middle of whatever goes over it.
        private static func cutConnections(but tester: Int32) {
            for descriptor in 3..<Self.descriptors where descriptor != tester {
                var address = sockaddr()
                var size = socklen_t(MemoryLayout<sockaddr>.size)
                if getpeername(descriptor, &address, &size) == 0 {
                    shutdown(descriptor, Int32(SHUT_RDWR))
                }
            }
        }

        /// The case of an event or effect, and of what it is about where that is an enum, too.
        private static func name(_ step: Any) -> String {
            let mirror = Mirror(reflecting: step)
            guard mirror.displayStyle == .enum else { return "" }
            guard let (label, payload) = mirror.children.first else { return "\(step)" }
            var about = payload
            let several = Mirror(reflecting: payload)
            if several.displayStyle == .tuple, let first = several.children.first {
                about = first.value
            }
            return [label ?? "", name(about)].filter { !$0.isEmpty }.joined(separator: ".")
        }
    }
#endif

import FoundationEssentials
import Glibc
package import Messages

/// The clocks and random ids of the machine, which no core has.
package enum Stamp {
    /// The monotonic clock that runs on through system sleep, in seconds (E1).
    package static var now: Seconds {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Seconds(time.tv_sec) + Seconds(time.tv_nsec) / 1e9
    }

    /// The wall clock in RFC 3339, for people and logs.
    package static var wallClock: String {
        Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// The process id.
    package static var processID: Int32 { getpid() }

    /// 128 random bits in hex.
    package static func randomID() -> String {
        var generator = SystemRandomNumberGenerator()
        return hex(generator.next()) + hex(generator.next())
    }

    private static func hex(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

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

    /// The wall clock in RFC 3339, to the millisecond, for people and logs.
    package static var wallClock: String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        var date = tm()
        gmtime_r(&time.tv_sec, &date)
        let day = [1_900 + date.tm_year, 1 + date.tm_mon, date.tm_mday].map { padded($0, to: 2) }
        let clock = [date.tm_hour, date.tm_min, date.tm_sec].map { padded($0, to: 2) }
        let thousandths = padded(Int32(time.tv_nsec / 1_000_000), to: 3)
        return "\(day.joined(separator: "-"))T\(clock.joined(separator: ":")).\(thousandths)Z"
    }

    /// The process id.
    package static var processID: Int32 { getpid() }

    /// 128 random bits in hex.
    package static func randomID() -> String {
        var generator = SystemRandomNumberGenerator()
        return hex(generator.next()) + hex(generator.next())
    }

    private static func padded(_ number: Int32, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func hex(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

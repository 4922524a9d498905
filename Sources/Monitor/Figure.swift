package import Messages

/// Numbers as a person reads them.
package enum Figure {
    /// A number with one digit behind the point.
    package static func of(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e15 else { return "?" }
        return String((number * 10).rounded() / 10)
    }

    /// A span of time in the unit that suits it.
    package static func time(_ seconds: Seconds) -> String {
        if seconds < 0.001 { return of(seconds * 1_000_000) + " µs" }
        return seconds < 1 ? of(seconds * 1_000) + " ms" : of(seconds) + " s"
    }

    /// A span of time as minutes and seconds, or hours, minutes and seconds.
    package static func clock(_ seconds: Seconds) -> String {
        guard seconds.isFinite, abs(seconds) < 1e9 else { return "?" }
        let whole = Int(max(0, seconds).rounded())
        let rest = [whole % 3_600 / 60, whole % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return ([whole / 3_600].filter { $0 > 0 }.map(String.init) + rest).joined(separator: ":")
    }
}

import ZeroMQ

/// The messaging library that this program runs with.
package enum Library {
    /// Its version, as `4.3.4`.
    package static var version: String { Version.library }
    /// Whether it can keep strangers out of connections between machines.
    package static var hasCurve: Bool { Version.Feature.curve.isPresent }
}

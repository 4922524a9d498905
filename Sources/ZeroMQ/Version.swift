internal import CZeroMQ

/// The libzmq that the process runs with.
package enum Version {
    /// Its version, as `4.3.4`.
    package static var library: String {
        var major: Int32 = 0
        var minor: Int32 = 0
        var patch: Int32 = 0
        unsafe zmq_version(&major, &minor, &patch)
        return "\(major).\(minor).\(patch)"
    }

    /// What a libzmq may have been built without.
    package enum Feature: String, Sendable, CaseIterable {
        /// Encrypted connections.
        case curve
        /// Connections through a path on this host.
        case ipc

        /// Whether the library has it.
        package var isPresent: Bool { unsafe zmq_has(rawValue) == 1 }
    }
}

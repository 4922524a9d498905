internal import CLinux

/// The variables that this process was started with.
package enum Environment {
    /// All of them by name.
    package static var variables: [String: String] {
        var variables: [String: String] = [:]
        var next = clinux_environment()
        while let text = next?.pointee {
            let parts = String(cString: text).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            next = next?.advanced(by: 1)
        }
        return variables
    }
}

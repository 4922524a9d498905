internal import Bus
internal import Messages

/// A group on several hosts: each has a launcher of its own, which keeps up what runs there.
extension Topology {
    /// The hosts that the processes are on, in alphabetical order; none where the group has one only.
    package var hosts: [String] { Set(processes.compactMap(\.host)).sorted() }

    /// The processes of this host, in start order.
    package var local: [Process] { processes.filter { $0.host == host } }

    /// Finds out whether the group goes by keys, and which of its hosts this is.
    ///
    /// A group on several hosts always goes by keys; another one does once it has any. A host is
    /// the one whose secret key it has. Decided once, so that all of a group's processes go by it.
    package mutating func settle(in directories: Directories) {
        let folder = KeyFolder(directories.keys)
        keys = hosts.isEmpty && !folder.exists ? nil : folder.path
        let own = hosts.filter(folder.hasSecret)
        host = own.count == 1 ? own.first : nil
    }

    /// Refuses to start what could not be reached, or would be open to everybody.
    ///
    /// - Throws: `GroupError` of code `keys`, with what to do about it.
    func checkKeys() throws(GroupError) {
        if !hosts.isEmpty, host == nil { throw unknownHost }
        do throws(BusError) {
            for process in local {
                let endpoints = process.endpoints
                try endpoints?.check(hasKeys: keys != nil)
                if let keys, endpoints?.isOnNetwork == true {
                    try KeyFolder(keys).checkKeys(of: process.name, on: host)
                }
            }
        } catch {
            throw GroupError(.keys, error.description)
        }
    }

    private var unknownHost: GroupError {
        let folder = KeyFolder(keys ?? "keys")
        let own = hosts.filter(folder.hasSecret)
        let names = hosts.joined(separator: " or ")
        return GroupError(
            .keys,
            own.isEmpty
                ? "which host is this, \(names)? It is the one whose secret key it has, and "
                    + "\(folder.path) has none; make it with `handrail keys new NAME`"
                : "which host is this, \(names)? \(folder.path) has the secret keys of "
                    + "\(own.joined(separator: " and ")); leave one")
    }
}

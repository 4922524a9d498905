package import Messages

/// Who is connected to whom in a group, as the kernel sees it.
///
/// A process is known by the endpoints that it listens at; anybody else by command and pid. So a
/// frozen process is there, a stranger is, and nobody has to be asked.
package struct ConnectionGraph: Encodable, Sendable, Equatable {
    /// A process of the group.
    package struct Node: Encodable, Sendable, Equatable {
        /// Its name.
        package let name: String
        /// Its process id; absent while it does not listen.
        package let pid: Int32?
    }

    /// A connection: who made it, to whom, over which of its endpoints.
    package struct Edge: Encodable, Sendable, Equatable {
        /// Who connected.
        package let from: String
        /// The process that listens.
        package let to: String
        /// `events`, `requests`, `control`.
        package let over: [String]
    }

    /// The processes of the group, in alphabetical order.
    package let processes: [Node]
    /// The connections, by the process that listens.
    package let connections: [Edge]

    /// Works out who is connected to whom.
    ///
    /// - Parameters:
    ///   - endpoints: Those of each process of the group.
    ///   - sockets: The machine's.
    ///   - owners: Who has a socket, by its inode.
    package init(
        endpoints: [String: Endpoints], sockets: [SocketEntry], owners: [UInt32: SocketOwner]
    ) {
        var places: [String: (process: String, channel: Int)] = [:]
        for (process, its) in endpoints {
            for (channel, endpoint) in [its.events, its.requests, its.control].enumerated() {
                places[SocketEntry.address(of: endpoint)] = (process, channel)
            }
        }
        var names: [Int32: String] = [:]
        var pids: [String: Int32] = [:]
        for socket in sockets where socket.isListening {
            guard let place = places[socket.address], let owner = owners[socket.inode] else {
                continue
            }
            names[owner.pid] = place.process
            pids[place.process] = owner.pid
        }
        var channels: [Pair: Set<Int>] = [:]
        for socket in sockets {
            guard let peer = socket.peer, let place = places[socket.address] else { continue }
            let owner = owners[peer]
            let from = owner.map { names[$0.pid] ?? "\($0.command)(\($0.pid))" } ?? "somebody else"
            channels[Pair(to: place.process, from: from), default: []].insert(place.channel)
        }
        processes = endpoints.keys.sorted().map { Node(name: $0, pid: pids[$0]) }
        connections = channels.sorted { $0.key < $1.key }.map { pair, channels in
            Edge(
                from: pair.from, to: pair.to,
                over: channels.sorted().map { Self.channelNames[$0] })
        }
    }

    private struct Pair: Hashable, Comparable {
        var to: String
        var from: String

        static func < (one: Pair, other: Pair) -> Bool {
            (one.to, one.from) < (other.to, other.from)
        }
    }

    private static let channelNames = ["events", "requests", "control"]

    /// Whether no process of the group is there.
    package var isEmpty: Bool { processes.allSatisfy { $0.pid == nil } }

    /// The graph as lines for a person.
    package var lines: [String] {
        var table = Table(["FROM", "TO", "OVER"])
        for edge in connections {
            table.add([edge.from, "→ " + edge.to, edge.over.joined(separator: ", ")])
        }
        let absent = processes.filter { $0.pid == nil }.map { "\($0.name) is not there" }
        return table.lines + absent
    }

    /// The graph in Graphviz's language.
    ///
    /// - Parameter name: The group's name.
    /// - Returns: The lines of a `digraph`.
    package func dot(named name: String) -> [String] {
        let nodes = processes.map { process in
            "    \(Self.quoted(process.name))\(process.pid == nil ? " [style=dashed]" : "");"
        }
        let edges = connections.map { edge in
            "    \(Self.quoted(edge.from)) -> \(Self.quoted(edge.to))"
                + " [label=\(Self.quoted(edge.over.joined(separator: ", ")))];"
        }
        return ["digraph \(Self.quoted(name)) {", "    rankdir=LR;"] + nodes + edges + ["}"]
    }

    private static func quoted(_ text: String) -> String {
        let escaped = PlainText.shown(text).map { character in
            character == "\"" || character == "\\" ? "\\\(character)" : "\(character)"
        }
        return "\"\(escaped.joined())\""
    }
}

/// A socket of the machine.
package struct SocketEntry: Sendable, Equatable {
    /// Its number.
    package var inode: UInt32
    /// The path that its process listens at, or `tcp:` and the port.
    package var address: String
    /// Whether it waits for connections.
    package var isListening: Bool
    /// The number of the other end; absent without one, and on another machine.
    package var peer: UInt32?

    /// Describes a socket.
    package init(inode: UInt32, address: String, isListening: Bool, peer: UInt32? = nil) {
        self.inode = inode
        self.address = address
        self.isListening = isListening
        self.peer = peer
    }

    /// The address of an endpoint, as sockets have it.
    static func address(of endpoint: String) -> String {
        if endpoint.hasPrefix("ipc://") { return String(endpoint.dropFirst("ipc://".count)) }
        return "tcp:" + (endpoint.split(separator: ":").last ?? "")
    }
}

/// Who has a socket.
package struct SocketOwner: Sendable, Equatable {
    /// The process id.
    package var pid: Int32
    /// The program's name.
    package var command: String

    /// Names a process.
    package init(pid: Int32, command: String) {
        self.pid = pid
        self.command = command
    }
}

package import ZeroMQ

/// Who is known by which key, and may do what at which process (`bus.md`).
///
/// A plain value: what it decides depends on nothing else. Who is not in it may do nothing.
package struct AccessList: Sendable, Equatable {
    /// What somebody may do at a process.
    package enum Role: String, Sendable, CaseIterable {
        /// Hear its events, the tap's included.
        case observe
        /// Ask it, on either endpoint.
        case act
    }

    /// At which processes somebody may do something.
    package enum Reach: Sendable, Equatable {
        case everywhere
        case processes(Set<String>)

        /// Nowhere.
        package static let nowhere = Reach.processes([])

        /// Whether a process is among them.
        func includes(_ process: String) -> Bool {
            switch self {
            case .everywhere: true
            case .processes(let names): names.contains(process)
            }
        }
    }

    /// Somebody who is known.
    package struct Entry: Sendable, Equatable {
        /// The name of a host, of a process, or of whoever else has the key.
        package var name: String
        /// The public key.
        package var key: PublicKey
        /// Where it may observe.
        package var observe: Reach
        /// Where it may act.
        package var act: Reach

        /// Describes somebody.
        package init(
            _ name: String, _ key: PublicKey, observe: Reach = .nowhere, act: Reach = .nowhere
        ) {
            self.name = name
            self.key = key
            self.observe = observe
            self.act = act
        }

        /// Where a role is given.
        func reach(_ role: Role) -> Reach {
            switch role {
            case .observe: observe
            case .act: act
            }
        }
    }

    /// All who are known, in the order of the file.
    package private(set) var entries: [Entry]
    private var byKey: [PublicKey: Entry]

    /// Lists those who are known; of two with one name or one key the first one counts.
    package init(_ entries: [Entry] = []) {
        var names: Set<String> = []
        byKey = [:]
        self.entries = []
        for entry in entries where byKey[entry.key] == nil && names.insert(entry.name).inserted {
            byKey[entry.key] = entry
            self.entries.append(entry)
        }
    }

    /// The entry under a name; nil where the name is not known.
    package subscript(name: String) -> Entry? { entries.first { $0.name == name } }

    /// Whether a key may do something at a process.
    func allows(_ key: PublicKey, to role: Role, at process: String) -> Bool {
        byKey[key]?.reach(role).includes(process) ?? false
    }

    /// The keys that may do something at a process.
    func keys(allowedTo role: Role, at process: String) -> Set<PublicKey> {
        Set(byKey.values.filter { $0.reach(role).includes(process) }.map(\.key))
    }

    /// Decides about somebody at one of a process's doors.
    ///
    /// Where the process is asked, whoever has any role there comes in: by a connection there others
    /// are seen to live and to die. Each message is then judged by the role that it takes.
    ///
    /// Who comes in goes by its key from then on, and not by its name: a name that gets a new key
    /// leaves nothing to whoever has the old one.
    ///
    /// - Parameters:
    ///   - newcomer: Somebody, as the library describes it.
    ///   - process: The process at whose door it is.
    /// - Returns: Whether it comes in.
    package func admission(of newcomer: Newcomer, at process: String) -> Admission {
        guard case .key(let text) = newcomer.proof, let key = PublicKey(text),
            let door = Door(rawValue: newcomer.domain),
            door.openTo.contains(where: { allows(key, to: $0, at: process) })
        else { return .denied }
        return .granted(user: key.text)
    }
}

/// The public half of a pair of keys: 40 printable characters (Z85).
package struct PublicKey: Hashable, Sendable, CustomStringConvertible {
    /// The characters.
    package let text: String

    /// Takes a text for a key; nil where it is none.
    package init?(_ text: String) {
        guard text.utf8.count == Self.length, Z85.bytes(of: text) != nil else { return nil }
        self.text = text
    }

    package var description: String { text }

    /// How many characters a key has.
    package static let length = 40
}

/// An endpoint of a process as strangers come to it; its name is the library's word for it.
enum Door: String, Sendable, CaseIterable {
    case events
    case requests
    case control

    /// The ROUTER's door.
    init(_ channel: Channel) {
        switch channel {
        case .requests: self = .requests
        case .control: self = .control
        }
    }

    /// What somebody must be allowed to do to be heard there.
    var role: AccessList.Role {
        switch self {
        case .events: .observe
        case .requests, .control: .act
        }
    }

    /// The roles, of which any lets somebody come in.
    var openTo: [AccessList.Role] {
        switch self {
        // What is published goes to all who are in.
        case .events: [.observe]
        case .requests, .control: [.observe, .act]
        }
    }
}
